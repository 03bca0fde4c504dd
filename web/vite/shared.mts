// Where what every build of the page is made of lies: the compiled engine, the models, the tokenizers.
import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// The variables serve builds that keep them elsewhere.
export const kEngine = process.env['HEED_WASM'] ?? fromRoot('build/wasm');
export const kGallery = process.env['HEED_MODELS'] ?? fromRoot('assets/models');

export const kAliases: readonly Alias[] = [
  { find: /^@heed\//, replacement: `${kEngine}/` },
  { find: /^@models\//, replacement: `${kGallery}/` },
  { find: /^@tokenizers\//, replacement: `${fromRoot('assets/tokenizers')}/` },
];
