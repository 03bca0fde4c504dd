// The module that trains. Threads are for large networks: small ones are done with a step before the others have woken.
import createPlain from '@heed/heed-trainer.mjs';
import plainWasm from '@heed/heed-trainer.wasm?url';
import relaxedWasm from '@heed/heed-trainer-relaxed.wasm?url';
import glue from '@heed/heed-trainer-threads.mjs?url';
import wasm from '@heed/heed-trainer-threads.wasm?url';
import type { Module } from './module.ts';
import { startVariant } from './variants.ts';

const [worker = glue] = Object.values(
  import.meta.glob<string>('@heed/heed-trainer-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

const kVariants = {
  name: 'heed-trainer',
  plain: { create: createPlain, wasm: plainWasm },
  relaxed: { create: () => import('@heed/heed-trainer-relaxed.mjs'), wasm: relaxedWasm },
  threads: { glue, worker, wasm },
};

export const startTrainer = (large: boolean): Promise<Module> =>
  startVariant(kVariants, Infinity, large && crossOriginIsolated);
