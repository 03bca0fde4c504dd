// What ships names its licence: packages that the sources import, and what the engine's compiler has read.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = process.env.HEED_DIST || join(root, 'dist');
const wasm = process.env.HEED_WASM || join(root, 'build/wasm');

const told = () =>
  new Map(
    readFileSync(join(dist, 'licences/contents.txt'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, file, said] = /^([\w.-]+\.txt): (.+)$/.exec(line) ?? [];
        return file ? [[file.replace(/\.txt$/, ''), said]] : [];
      }),
  );

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.(ts|svelte|css)$/.test(name) && !/\.d\.ts$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}

test('every package that the page imports is named, with its licence beside', () => {
  const known = told();
  const names = new Set(['svelte', '@fontsource-variable/source-sans-3']);
  for (const text of ['web/src', 'web/embed', 'web/manual', 'web/styles'].flatMap(sources))
    for (const [, name] of text.matchAll(
      /(?:from|import\(?|@import|url\()\s*'((?:@[a-z][\w.-]*\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g,
    ))
      if (existsSync(join(root, 'node_modules', name))) names.add(name);
  assert.ok(names.size >= 6, [...names].join());
  for (const name of names) {
    const said = known.get(name.replace(/^@/, '').replaceAll('/', '-'));
    assert.match(said ?? '', new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, `), `${name} is not named`);
  }
  for (const file of known.keys())
    assert.ok(readFileSync(join(dist, `licences/${file}.txt`), 'utf8').length > 400, file);
});

test('our own licence, and those of what the engine has in it, are there', () => {
  const known = told();
  for (const name of [
    'heed',
    'emscripten',
    'musl',
    'libcxx',
    'unicode',
    'oniguruma',
    'Eigen',
    'nlohmann',
    'utf8',
  ])
    assert.ok(known.has(name), name);
});

test('the compiler has read no other headers for the page', (t) => {
  const { stdout, status } = spawnSync('ninja', ['-C', wasm, '-t', 'deps'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0 || !stdout.includes('/include/')) return t.skip('build/wasm is not ninja’s, or not here');
  const own = new Set(
    [...stdout.matchAll(/^(engine\/\S+|web\/bindings\/\S+):[^]*?(?=^\S|$(?![^]))/gm)].flatMap(([block]) =>
      [...block.matchAll(/\/?include\/([A-Za-z][\w-]*)(?=[/.])/g)].map(([, name]) => name),
    ),
  );
  const there = readdirSync(join(wasm, 'include')).map((name) => name.replace(/\.h$/, ''));
  const known = told();
  for (const name of there.filter((one) => own.has(one))) assert.ok(known.has(name), name);
});
