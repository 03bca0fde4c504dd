import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';
import { embed } from './web/vite/embed.mts';
import { languages, words } from './web/vite/language.mts';
import { licences, notesShipped } from './web/vite/licences.mts';
import { manual } from './web/vite/manual.mts';
import { models } from './web/vite/models.mts';
import { offline } from './web/vite/offline.mts';
import { page } from './web/vite/page.mts';
import { fromRoot, kAliases, kEngine, kGallery } from './web/vite/shared.mts';
import { makeTypeface } from './web/vite/typeface.mts';
import { version } from './web/vite/version.mts';
import type { Language } from './web/vite/words.mts';

const typeface = fromRoot('build/typeface');
await makeTypeface(
  fromRoot('node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  fromRoot('web/styles/typeface.css'),
  `${typeface}/source-sans-3-first.woff2`,
);

// In a language, or in English.
const pageIn = (language: Language | null): UserConfig => ({
  // Relative addresses: dist/ works under any path of any host.
  base: './',
  publicDir: language ? false : 'web/public',
  resolve: { alias: [...kAliases, { find: /^@typeface\//, replacement: `${typeface}/` }] },
  plugins: [models(kGallery), words(language), svelte(), page(kGallery)],
  worker: { format: 'es', plugins: () => [notesShipped()] },
  optimizeDeps: { entries: ['index.html'] },
  server: {
    fs: { allow: [fromRoot('.'), kEngine, kGallery] },
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

const english = pageIn(null);

export default defineConfig({
  ...english,
  plugins: [
    english.plugins,
    languages((language) => {
      const told = pageIn(language);
      return { ...told, configFile: false, logLevel: 'warn', build: { ...told.build, write: false } };
    }),
    embed(),
    manual(),
    licences(),
    version(),
    offline(fromRoot('web/src/offline/service-worker.js'), kGallery),
  ],
});
