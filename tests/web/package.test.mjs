// The npm package of <heed-attention>: all that the element needs and nothing else, typed, and read where there is no browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heed-package-'));
after(() => rmSync(folder, { recursive: true }));

const run = (...command) => {
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
  assert.equal(status, 0, `${command.join(' ')}\n${stdout}${stderr}`);
  return stdout.trim();
};
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const dist = process.env.HEED_DIST || join(root, 'dist');
const archive = run(process.execPath, join(root, 'web/embed/pack.mjs'), dist, folder);
const unpacked = join(folder, 'heed-attention');

test('it holds the module, its types, its engine and the models that ship, under the version of Heed', () => {
  const { version } = readJson(join(root, 'package.json'));
  assert.equal(archive, join(folder, `heed-attention-${version}.tgz`));
  assert.equal(readJson(join(unpacked, 'package.json')).version, version);
  const names = run('tar', '-tzf', archive).split('\n');
  const models = ['index', 'encoders'].flatMap((name) => readJson(join(root, `assets/models/${name}.json`)));
  for (const name of [
    'package.json',
    'README.md',
    'LICENSE',
    'embed/heed-attention.js',
    'embed/heed-attention.d.ts',
    ...models.flatMap(({ id, files }) => files.map((file) => `models/${id}/${file}`)),
  ])
    assert.ok(names.includes(`package/${name}`), name);
  assert.ok(names.some((name) => /embed\/assets\/heed-look-.*\.wasm$/.test(name)));
  assert.ok(!names.some((name) => /threads|heed-all|writer\.|training/.test(name)), names.join(' '));
});

test('every file that the module names is there', () => {
  for (const name of run('tar', '-tzf', archive)
    .split('\n')
    .filter((one) => one.endsWith('.js'))) {
    const file = join(unpacked, name.slice('package/'.length));
    for (const [, wanted] of readFileSync(file, 'utf8').matchAll(/["'`](\.\/[\w./-]+\.(?:js|wasm))["'`]/g))
      assert.ok(existsSync(new URL(wanted, pathToFileURL(file))), `${name} names ${wanted}`);
  }
});

test('a page can be made of it before there is a browser', () => {
  const address = pathToFileURL(join(unpacked, 'embed/heed-attention.js')).href;
  const code = `import { HeedAttention } from ${JSON.stringify(address)}; console.log(typeof HeedAttention);`;
  assert.equal(run(process.execPath, '--input-type=module', '-e', code), 'function');
});

test('its types are those of a program that uses it, and refuse what it does not take', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const check = (name, code) => {
    writeFileSync(join(folder, name), `import './heed-attention/embed/heed-attention.js';\n${code}\n`);
    const given = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    return spawnSync(process.execPath, [tsc, ...given, join(folder, name)], {
      encoding: 'utf8',
      cwd: folder,
    });
  };
  const good = check(
    'good.ts',
    `const one = document.createElement('heed-attention');
     one.view = 'why';
     one.layer = 2;
     one.addEventListener('heed-analysis', ({ detail }) => {
       const weight: number | undefined = detail.maps[0]?.weights?.[0];
       return weight ?? detail.prediction?.label;
     });`,
  );
  assert.equal(good.status, 0, good.stdout);
  const bad = check('bad.ts', `document.createElement('heed-attention').view = 'maps';`);
  assert.match(bad.stdout, /"maps"/);
});
