// The module that also trains and generates, and what does the work of every section with several threads, where the host lets
// a page share memory.
import allWasm from '@heed/heed-all.wasm?url';
import glue from '@heed/heed-all-threads.mjs?url';
import threadsWasm from '@heed/heed-all-threads.wasm?url';
import { startFull, startOne } from './builds.ts';
import { buildFor, threadsFor } from './capable.ts';
import { Module } from './module.ts';
import { startThreads } from './threads.ts';

const [worker = glue] = Object.values(
  import.meta.glob<string>('@heed/heed-all-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

const startAll = () => startOne('heed-all', { create: () => import('@heed/heed-all.mjs'), wasm: allWasm });

// `most`: threads that are worth it; `runs`: at a time, each with its own threads.
async function startShared(most: number, runs: number): Promise<Module> {
  const count = Math.min(most, threadsFor(navigator.hardwareConcurrency));
  const start = (options: { locateFile: () => string }) =>
    startThreads({ glue, worker }, options, runs * (Math.max(2, count) - 1));
  return new Module(await Module.load('heed-all-threads', start, threadsWasm), count);
}

const sharesThreads = () => buildFor(crossOriginIsolated) === 'heed-all-threads';

export const startReader = (most: number): Promise<Module> =>
  sharesThreads() ? startShared(most, 1) : startFull();

export const startWriter = (): Promise<Module> => (sharesThreads() ? startShared(Infinity, 1) : startAll());

// Threads are for large networks: small ones are done with a step before the others have woken. A run begins before the last
// one has let go of its threads.
export const startTrainer = (large: boolean): Promise<Module> =>
  large && sharesThreads() ? startShared(Infinity, 2) : startAll();
