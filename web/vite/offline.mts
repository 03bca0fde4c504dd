// Writes sw.js: the service worker with the list of everything it keeps, each file with a hash of its bytes, and with
// the models, which are kept as they are opened.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { ofLanguage } from './language.mts';
import { papersOf, readAll, versionOf } from './models.mts';

// Read by hosts or by nobody, never by the page.
const kNotKept = new Set(['sw.js', '_headers', 'netlify.toml', '.nojekyll']);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

// Fetched by those who open a section that needs them: a build of the module with everything, and vocabularies.
const kModule =
  /^assets\/(heed-(?:full|trainer|writer|expressions)(?:-relaxed|-threads)?)[-.][^/]*\.(?:wasm|mjs|js)$/;
const kVocabulary = /^assets\/tokenizer-[^/]*\.json$/;
// What of it is only for those who read the manual, and its live examples.
const kFolder = /^(?:manual|embed)(?=\/)/;
const moduleOf = (path: string) => {
  const language = ofLanguage.get(path);
  if (language) return language;
  const folder = kFolder.exec(path)?.[0];
  if (folder) return `heed-${folder}`;
  return kModule.exec(path)?.[1] ?? (kVocabulary.test(path) ? 'heed-vocabularies' : undefined);
};

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

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
        const all = filesBelow(dist)
          .filter((path) => !kNotKept.has(path) && !path.startsWith('models/'))
          .map((path): [string, string] => [path, hash(readFileSync(join(dist, path)))]);
        const kept = all.filter(([path]) => !moduleOf(path));
        const modules = all.flatMap(([path, of]) => {
          const name = moduleOf(path);
          return name ? [[name, path, of]] : [];
        });
        const models = readAll(gallery).map((entry) => [
          entry.id,
          versionOf(gallery, entry),
          entry.files,
          papersOf(gallery, entry),
        ]);
        const optional = filesBelow(dist).filter((path) => moduleOf(path) || path.startsWith('models/'));
        const sizes = Object.fromEntries(optional.map((path) => [path, statSync(join(dist, path)).size]));
        const text = readFileSync(source, 'utf8')
          .replace('/* files */ []', JSON.stringify(kept))
          .replace('/* modules */ []', JSON.stringify(modules))
          .replace('/* models */ []', JSON.stringify(models))
          .replace('/* sizes */ {}', JSON.stringify(sizes))
          .replace("'development'", JSON.stringify(hash(JSON.stringify([kept, modules, models]))));
        writeFileSync(join(dist, 'sw.js'), text);
      },
    },
  };
}
