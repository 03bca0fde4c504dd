// The module with everything is there three times: for any browser, for those that multiply and add in one step (relaxed
// SIMD), and for those that let a page share memory among threads as well.
import createPlain from '@heed/heed-full.mjs';
import plainWasm from '@heed/heed-full.wasm?url';
import relaxedWasm from '@heed/heed-full-relaxed.wasm?url';
import glue from '@heed/heed-full-threads.mjs?url';
import wasm from '@heed/heed-full-threads.wasm?url';
import { buildFor, threadsFor } from './capable.ts';
import { Module } from './module.ts';
import { startThreads } from './threads.ts';

const [worker = glue] = Object.values(
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
  const start = (options: { locateFile: () => string }) => startThreads({ glue, worker }, options, threads);
  return new Module(await Module.load(build, start, wasm), threads);
}
