// dist/licences/: the licence of all that ships, found in what was really built: packages in the scripts and styles, and what the
// engine's sources include. contents.txt names each.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { fromRoot, kEngine } from './shared.mts';

type Output = Rolldown.OutputBundle[string];

// Folders of packages whose modules are in what was built.
const packages = new Set<string>();

// The last node_modules of a module's path, and the package below it.
const kPackage = /^(?:[^]*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const folderOf = (module: string): string | undefined => kPackage.exec(module.split('?')[0]!)?.[0];

// Helpers that the bundler adds are its own.
const kHelpers: readonly (readonly [string, string])[] = [
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
];
// Made from the whole typeface before the build begins (typeface.mts).
const kTypeface = /source-sans-3-first/;

function note(module: string): void {
  const helper = kHelpers.find(([prefix]) => module.startsWith(prefix))?.[1];
  const folder = helper ? fromRoot(`node_modules/${helper}`) : folderOf(module);
  if (folder) packages.add(realpathSync(folder));
}

export function noteShipped(files: readonly Output[]): void {
  for (const file of files) {
    if (file.type === 'asset') file.originalFileNames.forEach(note);
    else
      for (const [module, { renderedLength }] of Object.entries(file.modules))
        if (renderedLength > 0) note(module);
    if (kTypeface.test(file.fileName))
      note(fromRoot('node_modules/@fontsource-variable/source-sans-3/files'));
  }
}

// For builds within the build, as those of workers.
export const notesShipped = (): Plugin => ({
  name: 'heed-notes-shipped',
  generateBundle: { order: 'post', handler: (_, bundle) => noteShipped(Object.values(bundle)) },
});

interface Licence {
  readonly name: string;
  readonly said: string;
  readonly text: string;
}

// The bundler's file begins with its own licence.
const ownPart = (text: string) => text.split('\n# Licenses of bundled dependencies')[0]!.trim();

function ofPackage(folder: string): Licence {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`[licences] ${name} ships and has no licence in its package: leave it out`);
  return {
    name,
    said: `${name} ${version}, ${license}`,
    text: ownPart(readFileSync(join(folder, file), 'utf8')),
  };
}

// What stands beside the engine's own headers, and what every module of it has.
const kWithEngine = ['emscripten', 'musl', 'libcxx', 'unicode', 'oniguruma'];

export function includedByEngine(): string[] {
  const sources = ['engine', 'web/bindings'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(h|cpp)$/.test(name))
      .map((name) => readFileSync(fromRoot(`${folder}/${name}`), 'utf8')),
  );
  const headers = join(kEngine, 'include');
  const there = existsSync(headers) ? readdirSync(headers).filter((name) => !name.includes('.')) : [];
  return there.filter((name) =>
    sources.some((text) => text.includes(`#include <${name}/`) || text.includes(`#include <${name}.h>`)),
  );
}

function ofEngine(name: string): Licence {
  const file = fromRoot(`web/licences/${name}.txt`);
  if (!existsSync(file))
    throw new Error(`[licences] the engine has ${name} in it: write web/licences/${name}.txt`);
  const text = readFileSync(file, 'utf8');
  return { name, said: text.split('\n', 1)[0]!, text };
}

const fileOf = ({ name }: Licence) => `${name.replace(/^@/, '').replaceAll('/', '-')}.txt`;

export function licences(): Plugin {
  return {
    name: 'heed-licences',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        noteShipped(Object.values(bundle));
        const own = { name: 'heed', said: 'Heed, MIT', text: readFileSync(fromRoot('LICENSE'), 'utf8') };
        const all: Licence[] = [
          own,
          ...[...kWithEngine, ...includedByEngine()].map(ofEngine),
          ...[...packages].map(ofPackage).sort((a, b) => a.name.localeCompare(b.name)),
        ];
        const lines = all.map((one) => `${fileOf(one)}: ${one.said}`);
        const contents = [
          'What this page is made of, and where its licence stands. Models: see the card of each.',
          '',
          ...lines,
        ];
        const emit = (name: string, source: string) =>
          this.emitFile({ type: 'asset', fileName: `licences/${name}`, source: `${source.trimEnd()}\n` });
        emit('contents.txt', contents.join('\n'));
        for (const one of all) emit(fileOf(one), one.text);
      },
    },
  };
}
