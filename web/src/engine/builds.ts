// The module with everything is there three times: for any browser, for those that multiply and add in one step (relaxed
// SIMD), and for those that let a page share memory among threads as well.
import createPlain from '@heed/heed-full.mjs';
import plainWasm from '@heed/heed-full.wasm?url';
import relaxedWasm from '@heed/heed-full-relaxed.wasm?url';
import threadsGlue from '@heed/heed-full-threads.mjs?url';
import threadsWasm from '@heed/heed-full-threads.wasm?url';
import { buildFor, threadsFor } from './capable.ts';
import { Module } from './module.ts';

// Of Emscripten before 3.1.58; later, threads begin with the module's script.
const [threadsWorker = threadsGlue] = Object.values(
  import.meta.glob<string>('@heed/heed-full-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

// `most`: threads that are worth it; `shared`: whether there may be any.
export async function startFull(most: number, shared: boolean = crossOriginIsolated): Promise<Module> {
  const build = buildFor(shared);
  if (build !== 'heed-full-threads') {
    const [create, wasm] =
      build === 'heed-full'
        ? [createPlain, plainWasm]
        : [(await import('@heed/heed-full-relaxed.mjs')).default, relaxedWasm];
    return new Module(await Module.load(build, create, wasm));
  }
  const threads = Math.min(most, threadsFor(navigator.hardwareConcurrency));
  const heed = await Module.load(
    build,
    (options) => startThreads(options, Math.max(2, threads)),
    threadsWasm,
  );
  return new Module(heed, threads);
}

// At least two, or the module never says that it is there. Threads are workers that load the module's script themselves, so
// it stays a file of its own. Any of them may make the memory grow: it is looked at anew each time.
async function startThreads(options: { locateFile: () => string }, threads: number): Promise<HeedModule> {
  const address = (path: string) => new URL(path, location.href).href;
  const { default: create } = (await import(/* @vite-ignore */ address(threadsGlue))) as {
    default: CreateHeedModule;
  };
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
  const heed = await create({
    threads,
    wasmMemory,
    mainScriptUrlOrBlob: address(threadsGlue),
    locateFile: (path: string) => address(path.endsWith('.wasm') ? options.locateFile() : threadsWorker),
  });
  return Object.defineProperty(heed, 'HEAPU8', {
    get: () => new Uint8Array(wasmMemory.buffer),
    set: () => {},
  });
}
