// Serves the model gallery, each model with its card and figures: in development straight from its folder, in a build copied to
// dist/models/. The page's list of models says of each which version its files are. Word vectors, encoders and networks that
// write lie in the same folder and are served likewise, but the first visit knows nothing of them: virtual:word-vectors,
// virtual:encoders, virtual:writers and virtual:translators are theirs, for the sections that use them.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Plugin } from 'vite';

export interface Entry {
  id: string;
  task?: string;
  examples?: string[];
  files: string[];
}

export function readGallery(folder: string): Entry[] {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Entry[];
}

const kParts = ['config.json', 'tokenizer.json', '.safetensors'];
const partOf = (file: string) => kParts.findIndex((ending) => file.endsWith(ending));

// A hash of its parts in this order: the page knows by it what it may keep (web/src/engine/kept.ts).
export function versionOf(folder: string, { id, files }: Entry): string {
  const hash = createHash('sha256');
  for (const file of files
    .toSorted((a, b) => partOf(a) - partOf(b))
    .map((name) => join(folder, id, name))
    .filter(existsSync))
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

const kVectors: Entry = {
  id: 'word-vectors',
  files: ['config.json', 'tokenizer.json', 'model.safetensors'],
};

// encoders.json, writers.json, translators.json: what ships beside the models of a first visit.
export function readList(folder: string, name: 'encoders' | 'writers' | 'translators'): Entry[] {
  const list = join(folder, `${name}.json`);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Entry[]) : [];
}

// Everything that is served from the folder.
export function readAll(folder: string): Entry[] {
  const vectors = existsSync(join(folder, kVectors.id, 'config.json')) ? [kVectors] : [];
  return [
    ...readGallery(folder),
    ...readList(folder, 'encoders'),
    ...readList(folder, 'writers'),
    ...readList(folder, 'translators'),
    ...vectors,
  ];
}

// For people, and for no model: where one has none, none is served.
export const papersOf = (folder: string, { id }: Entry): string[] =>
  ['README.md', 'faithfulness.json'].filter((name) => existsSync(join(folder, id, name)));

// Which view the page leaves room for until the first sentence has been read.
function wayOf(folder: string, { id }: Entry): string {
  const file = join(folder, id, 'config.json');
  const { pooling } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    pooling?: string;
  };
  if (pooling === undefined) return 'word by word';
  return ['last', 'mean'].includes(pooling) ? 'not at all' : 'as a whole';
}

function readsLetters(folder: string, { id }: Entry): boolean | undefined {
  const file = join(folder, id, 'config.json');
  const config: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return Boolean((config as { text?: { ngrams?: unknown } }).text?.ngrams) || undefined;
}

function layersOf(folder: string, { id }: Entry): number {
  const config: unknown = JSON.parse(readFileSync(join(folder, id, 'config.json'), 'utf8'));
  return (config as { num_hidden_layers: number }).num_hidden_layers;
}

const kVirtual = ['virtual:word-vectors', 'virtual:encoders', 'virtual:writers', 'virtual:translators'];

export function models(folder: string): Plugin {
  const paths = () => readAll(folder).flatMap(({ id, files }) => files.map((file) => `${id}/${file}`));
  const papers = () =>
    readAll(folder).flatMap((entry) => papersOf(folder, entry).map((name) => `${entry.id}/${name}`));
  return {
    name: 'heed-models',
    enforce: 'pre',
    resolveId: (id) => (kVirtual.includes(id) ? `\0${id}` : null),
    load(id) {
      const of = kVirtual.findIndex((name) => id === `\0${name}`);
      if (of < 0) return null;
      const versioned = (entry: Entry) => ({ ...entry, version: versionOf(folder, entry) });
      const vectors = () => readAll(folder).find((one) => one === kVectors);
      const encoders = () =>
        readList(folder, 'encoders').map((entry) => ({
          ...versioned(entry),
          layers: layersOf(folder, entry),
        }));
      const writers = () => readList(folder, 'writers').map(versioned);
      const translators = () => readList(folder, 'translators').map(versioned);
      const found = [() => vectors() && versioned(vectors()!), encoders, writers, translators][of]!();
      return `export default ${JSON.stringify(found ?? null)}`;
    },
    transform(_, id) {
      if (normalize(id) !== join(folder, 'index.json')) return null;
      const listed = readGallery(folder).map((entry) => ({
        ...entry,
        version: versionOf(folder, entry),
        way: wayOf(folder, entry),
        letters: readsLetters(folder, entry),
      }));
      return { code: JSON.stringify(listed), map: null };
    },
    configureServer(server) {
      server.middlewares.use('/models', (request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*$/, ''));
        if (![...paths(), ...papers()].includes(path)) return next();
        createReadStream(join(folder, path)).pipe(response);
      });
    },
    generateBundle() {
      for (const path of [...paths(), ...papers()]) {
        const file = join(folder, path);
        if (!existsSync(file))
          this.error(`[models] ${path} is named in index.json but not there: train or add it`);
        this.emitFile({ type: 'asset', fileName: `models/${path}`, source: readFileSync(file) });
      }
    },
  };
}
