import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';
import { models } from './web/vite/models.mts';
import { offline } from './web/vite/offline.mts';
import { page } from './web/vite/page.mts';
import { makeTypeface } from './web/vite/typeface.mts';

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Where the compiled engine and the trained models lie; the variables serve builds that keep them elsewhere.
const engine = process.env['HEED_WASM'] ?? fromRoot('build/wasm');
const gallery = process.env['HEED_MODELS'] ?? fromRoot('assets/models');

const typeface = fromRoot('build/typeface');
await makeTypeface(
  fromRoot('node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  fromRoot('web/styles/tokens.css'),
  `${typeface}/source-sans-3-first.woff2`,
);

export default defineConfig({
  // Relative addresses: dist/ works under any path of any host.
  base: './',
  publicDir: 'web/public',
  resolve: {
    alias: [
      { find: /^@heed\//, replacement: `${engine}/` },
      { find: /^@models\//, replacement: `${gallery}/` },
      { find: /^@typeface\//, replacement: `${typeface}/` },
      { find: /^@tokenizers\//, replacement: `${fromRoot('assets/tokenizers')}/` },
    ],
  },
  plugins: [
    svelte(),
    models(gallery),
    page(gallery),
    offline(fromRoot('web/src/offline/service-worker.js'), gallery),
  ],
  worker: { format: 'es' },
  optimizeDeps: { entries: ['index.html'] },
  server: {
    fs: { allow: [fromRoot('.'), engine, gallery] },
    watch: { ignored: ['**/build/**', '**/engine/**/*.cpp'] },
  },
  build: {
    target: 'es2022',
    // Nothing is inlined: the Content-Security-Policy allows no data: scripts, styles or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first page shares with later parts: one file beside its own instead of two.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: /src\/(state\/(matrix|link)|attention\/heads|text\/format)\.ts$/ },
          ],
        },
      },
    },
  },
});
