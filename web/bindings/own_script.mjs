// node own_script.mjs MODULE.mjs: threads load the script by its own address, in place.
// Emscripten from 3.1.58 writes the script's name instead, and the page's build gives files other names. An older one starts
// threads with a script of its own, MODULE.worker.js, which is told the address (src/engine/builds.ts).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const kNamed = /new URL\("[^"]+\.mjs",\s*import\.meta\.url\)(?=,\s*workerOptions)/g;
const script = readFileSync(file, 'utf8');
const own = script.replace(kNamed, 'new URL(import.meta.url)');
if (own === script && !existsSync(file.replace(/\.mjs$/, '.worker.js')))
  throw new Error(
    `[${file}] starts its threads in a way that is not known: compare it with src/library_pthread.js of this Emscripten`,
  );
writeFileSync(file, own);
