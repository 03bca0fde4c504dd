// The module that goes on with a text.
import createPlain from '@heed/heed-writer.mjs';
import plainWasm from '@heed/heed-writer.wasm?url';
import relaxedWasm from '@heed/heed-writer-relaxed.wasm?url';
import glue from '@heed/heed-writer-threads.mjs?url';
import wasm from '@heed/heed-writer-threads.wasm?url';
import type { Module } from './module.ts';
import { startVariant } from './variants.ts';

const [worker = glue] = Object.values(
  import.meta.glob<string>('@heed/heed-writer-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

const kVariants = {
  name: 'heed-writer',
  plain: { create: createPlain, wasm: plainWasm },
  relaxed: { create: () => import('@heed/heed-writer-relaxed.mjs'), wasm: relaxedWasm },
  threads: { glue, worker, wasm },
};

export const startWriter = (): Promise<Module> => startVariant(kVariants, Infinity, crossOriginIsolated);
