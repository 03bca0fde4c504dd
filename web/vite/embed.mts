// Builds <heed-attention> beside the page: dist/embed/heed-attention.js with its engine, and what a package of it needs.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { builtBeside, contentOf } from './beside.mts';
import { words } from './language.mts';
import { notesShipped } from './licences.mts';
import { type Entry, readGallery, readList } from './models.mts';
import { fromRoot, kAliases, kGallery } from './shared.mts';

const kEntry = fromRoot('web/embed/heed-attention.ts');
const kSheets = fromRoot('web/embed/sheets.ts');
const kTypes = 'heed-attention.d.ts';

// Files of the page that are others in pages of others.
const kPlatform = new Map(
  ['engine/start-worker.ts', 'engine/kept.ts', 'offline/keep-module.ts'].map((path) => [
    fromRoot(`web/src/${path}`),
    fromRoot(`web/embed/platform/${path.slice(path.indexOf('/') + 1)}`),
  ]),
);
function platform(): Plugin {
  return {
    name: 'heed-platform',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.ts') || !importer || importer.includes('/embed/platform/')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return (found && kPlatform.get(found.id)) ?? null;
    },
  };
}

// Style sheets become text that shadow roots adopt; what the page says of its root, it says of the element.
function sheets(): Plugin {
  const kPrefix = '\0sheet:';
  return {
    name: 'heed-sheets',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.css')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `${kPrefix}${found.id}.js`;
    },
    load(id) {
      if (!id.startsWith(kPrefix)) return null;
      const file = id.slice(kPrefix.length, -'.js'.length);
      this.addWatchFile(file);
      const css = readFileSync(file, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([{};:,]) ?(?=[^()]*(?:\(|$))/g, '$1')
        .replaceAll(/:root\[data-theme=('\w+')\]/g, ':host([theme=$1])')
        .replaceAll(':root', ':host');
      return `import { addSheet } from ${JSON.stringify(kSheets)};\naddSheet(${JSON.stringify(css)});`;
    },
  };
}

// What it knows of the models that ship: their names and tasks, and which are in another maker's layout.
function names(): Plugin {
  const kName = 'virtual:names';
  return {
    name: 'heed-names',
    resolveId: (id) => (id === kName ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${kName}`) return null;
      const named = (of: Entry[], inFolder: boolean) => of.map(({ id, task }) => ({ id, task, inFolder }));
      const all = [...named(readGallery(kGallery), false), ...named(readList(kGallery, 'encoders'), true)];
      return `export default ${JSON.stringify(all)}`;
    },
  };
}

const bundle = () =>
  builtBeside(
    {
      resolve: { alias: [...kAliases] },
      plugins: [
        platform(),
        names(),
        sheets(),
        words(null),
        svelte({ configFile: fromRoot('svelte.config.mjs') }),
      ],
      worker: { format: 'es', plugins: () => [platform(), notesShipped()] },
    },
    kEntry,
    { preserveEntrySignatures: 'strict', output: { entryFileNames: 'heed-attention.js' } },
  );

export function embed(): Plugin {
  return {
    name: 'heed-embed',
    apply: 'build',
    async generateBundle() {
      for (const file of await bundle())
        this.emitFile({ type: 'asset', fileName: `embed/${file.fileName}`, source: contentOf(file) });
      const types = readFileSync(fromRoot(`web/embed/package/${kTypes}`));
      this.emitFile({ type: 'asset', fileName: `embed/${kTypes}`, source: types });
    },
  };
}
