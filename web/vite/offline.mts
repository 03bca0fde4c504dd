// Writes sw.js: the service worker with the list of everything it may keep, the size and the hash of each file, and with
// the models, which are kept as they are opened.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { ofLanguage } from './language.mts';
import { papersOf, readAll, versionOf } from './models.mts';

// Read by hosts or by nobody, never by the page.
const kNotKept = new Set(['sw.js', '404.html', '_headers', 'netlify.toml', '.nojekyll', 'version.txt']);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

// Fetched by those who open a section that needs them: a module, and vocabularies.
const kModule = /^assets\/(heed-(?:full|all-threads|all|expressions))[-.][^/]*\.(?:wasm|mjs|js)$/;
const kVocabulary = /^assets\/tokenizer-[^/]*\.json$/;
// Folders that only the manual, with its live examples, and the licences need.
const kFolder = /^(?:manual|embed|licences)(?=\/)/;
const moduleOf = (path: string) => {
  const language = ofLanguage.get(path);
  if (language) return language;
  const folder = kFolder.exec(path)?.[0];
  if (folder) return `heed-${folder}`;
  return kModule.exec(path)?.[1] ?? (kVocabulary.test(path) ? 'heed-vocabularies' : undefined);
};

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export function offline(source: string, gallery: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'heed-offline',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // After everything, the public folder included, has been written; not where the build failed.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const dist = resolve(config.root, config.build.outDir);
        const all = filesBelow(dist).filter((path) => !kNotKept.has(path));
        const own = all.filter((path) => !path.startsWith('models/'));
        const kept = own.filter((path) => !moduleOf(path));
        const modules = own.flatMap((path) => {
          const name = moduleOf(path);
          return name ? [[name, path]] : [];
        });
        const models = readAll(gallery).map((entry) => [
          entry.id,
          versionOf(gallery, entry),
          entry.files,
          papersOf(gallery, entry),
        ]);
        const sumOf = (path: string) => {
          const bytes = readFileSync(join(dist, path));
          return [bytes.length, hash(bytes)];
        };
        const sums = Object.fromEntries(all.map((path) => [path, sumOf(path)]));
        const version = hash(JSON.stringify([kept, modules, models, sums])).slice(0, 16);
        const text = readFileSync(source, 'utf8')
          .replace('/* files */ []', JSON.stringify(kept))
          .replace('/* modules */ []', JSON.stringify(modules))
          .replace('/* models */ []', JSON.stringify(models))
          .replace('/* sums */ {}', JSON.stringify(sums))
          .replace("'development'", JSON.stringify(version));
        writeFileSync(join(dist, 'sw.js'), text);
      },
    },
  };
}
