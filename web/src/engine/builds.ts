// The module with everything, which reads texts.
import createPlain from '@heed/heed-full.mjs';
import plainWasm from '@heed/heed-full.wasm?url';
import relaxedWasm from '@heed/heed-full-relaxed.wasm?url';
import glue from '@heed/heed-full-threads.mjs?url';
import wasm from '@heed/heed-full-threads.wasm?url';
import type { Module } from './module.ts';
import { startVariant } from './variants.ts';

const [worker = glue] = Object.values(
  import.meta.glob<string>('@heed/heed-full-threads.worker.js', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

const kVariants = {
  name: 'heed-full',
  plain: { create: createPlain, wasm: plainWasm },
  relaxed: { create: () => import('@heed/heed-full-relaxed.mjs'), wasm: relaxedWasm },
  threads: { glue, worker, wasm },
};

// `most`: threads that are worth it; `shared`: whether there may be any.
export const startFull = (most: number, shared: boolean = crossOriginIsolated): Promise<Module> =>
  startVariant(kVariants, most, shared);
