// node plain_simd.mjs MODULE.wasm OUT.wasm: the module as a browser without relaxed SIMD gets it.
import { readFileSync, writeFileSync } from 'node:fs';
import { takeOutRelaxed } from '../../web/src/engine/relaxed.ts';

const [from, to] = process.argv.slice(2);
writeFileSync(to, takeOutRelaxed(readFileSync(from)));
