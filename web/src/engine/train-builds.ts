// The module that trains is there three times, as *full* is (builds.ts). Threads are for large networks: small ones are done
// with a step before the others have woken.
import createPlain from '@heed/heed-trainer.mjs';
import plainWasm from '@heed/heed-trainer.wasm?url';
import relaxedWasm from '@heed/heed-trainer-relaxed.wasm?url';
import glue from '@heed/heed-trainer-threads.mjs?url';
import wasm from '@heed/heed-trainer-threads.wasm?url';
import { threadsFor, trainBuild } from './capable.ts';
import { Module } from './module.ts';
import { startThreads } from './threads.ts';

const [worker = glue] = Object.values(
  import.meta.glob<string>('@heed/heed-trainer-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

export async function startTrainer(large: boolean): Promise<Module> {
  const build = trainBuild(large && crossOriginIsolated);
  if (build !== 'heed-trainer-threads') {
    const [create, wasm] =
      build === 'heed-trainer'
        ? [createPlain, plainWasm]
        : [(await import('@heed/heed-trainer-relaxed.mjs')).default, relaxedWasm];
    return new Module(await Module.load(build, create, wasm));
  }
  const threads = threadsFor(navigator.hardwareConcurrency);
  const start = (options: { locateFile: () => string }) => startThreads({ glue, worker }, options, threads);
  return new Module(await Module.load(build, start, wasm), threads);
}
