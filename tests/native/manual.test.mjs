// Every command of the manual is run as it stands there, each block in a folder of its own; a block that "continues" runs behind the one
// that "begins". What needs a network, a GPU, several processes or a build is held against what the program takes instead.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kPages } from '../../web/manual/reference.mjs';
import { blocksOf, runBlock, shortened, wordsAlone } from '../../web/manual/samples.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const heed = resolve(process.env.HEED ?? join(root, 'build/native/heed'));
const pages = JSON.parse(readFileSync(join(root, 'web/manual/contents.json'), 'utf8'));

const read = (file) => readFileSync(join(root, file), 'utf8');

function run(code, folder) {
  const env = {
    ...process.env,
    PATH: `${dirname(heed)}:${process.env.PATH}`,
    HEED_RUNS: join(folder, 'runs'),
  };
  return spawnSync('bash', ['-euo', 'pipefail', '-c', code], { cwd: folder, env, encoding: 'utf8' });
}

// What a line calls: the command of heed, and its options.
function calls(code) {
  const lines = code.replaceAll(/'[^']*'|"[^"]*"/g, 'TEXT').split('\n');
  return lines.flatMap((line) => {
    const [, command, rest] = /\bheed ([a-z-]+)(.*)/.exec(line) ?? [];
    return command ? [{ command, options: rest.replace(/#.*/, '').match(/(?<=\s)--[a-z-]+/g) ?? [] }] : [];
  });
}

for (const { id, file } of pages)
  for (const [i, block] of blocksOf(read(file)).entries()) {
    const { needs, code } = block;
    test(`${id}, block ${i + 1}${needs && `, ${needs}`}`, { timeout: 300_000 }, () => {
      if (['', 'begins', 'continues'].includes(needs)) {
        const { status, stdout, stderr } = runBlock(block, heed);
        assert.equal(status, 0, `${stdout}\n${stderr}`);
        if (block.sample === undefined) return;
        const wanted = wordsAlone(shortened(stdout, block.sample));
        assert.equal(wordsAlone(block.sample), wanted, 'node web/manual/samples.mjs HEED renews the samples');
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), 'heed-manual-'));
      try {
        for (const { command, options } of calls(code)) {
          const help = run(`heed ${command} --help`, folder);
          assert.equal(help.status, 0, help.stderr);
          for (const option of options)
            assert.match(help.stdout, new RegExp(`(^|[\\s,])${option}\\b`), command);
        }
        for (const [, command] of code.matchAll(/^\.\/dev (\w+)/gm))
          assert.match(readFileSync(join(root, 'dev'), 'utf8'), new RegExp(`^  ${command}\\) `, 'm'));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

test('the pages that the program tells are what it says now', () => {
  const hint = 'node web/manual/reference.mjs HEED writes them anew';
  for (const [id, page] of Object.entries(kPages))
    assert.equal(read(`web/manual/${id}.md`), page(heed), hint);
});

test('every page of the manual is listed, and every link of it leads somewhere', () => {
  const listed = pages.map(({ file }) => file);
  for (const name of readdirSync(join(root, 'web/manual')).filter((one) => one.endsWith('.md')))
    assert.ok(listed.includes(`web/manual/${name}`), name);
  for (const { file } of [...pages, { file: 'README.md' }])
    for (const [, address] of readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(address)) continue;
      const source = address.replace(/\.html$/, '.md');
      const there =
        existsSync(join(root, dirname(file), source)) || pages.some(({ id }) => `${id}.html` === address);
      assert.ok(there, `${file} links to ${address}`);
    }
});

// As web/vite/manual.mts makes them of a heading.
const anchorOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const languages = readdirSync(join(root, 'web/manual'), { withFileTypes: true })
  .filter((one) => one.isDirectory() && existsSync(join(root, 'web/manual', one.name, 'words.json')))
  .map(({ name }) => name);

test('every link to a heading finds it, and no page has a heading twice', () => {
  const files = pages.map(({ id, file }) => ({ at: `${id}.html`, file }));
  for (const language of languages)
    for (const { id } of pages)
      if (existsSync(join(root, `web/manual/${language}/${id}.md`)))
        files.push({ at: `${language}/${id}.html`, file: `web/manual/${language}/${id}.md` });
  const anchors = new Map();
  for (const { at, file } of files) {
    const prose = read(file).replaceAll(/^```[\s\S]*?^```$/gm, '');
    const all = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
    anchors.set(at, all);
    assert.equal(new Set(all).size, all.length, `${file}: ${all.find((one, i) => all.indexOf(one) !== i)}`);
  }
  for (const { at, file } of files)
    for (const [, to, anchor] of read(file).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)) {
      const page = to === '' ? at : join(dirname(at), to);
      assert.ok(anchors.get(page)?.includes(anchor), `${file} links to ${to}#${anchor}`);
    }
});

// Other languages: a page says what the English one does, with the same commands, headings, tables and pictures.
const shape = (markdown) => ({
  headings: [...markdown.matchAll(/^(#+) /gm)].map(([, level]) => level),
  code: [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, kind, code]) => [
    kind,
    code.replace(/ *#.*$/gm, ''),
  ]),
  rows: markdown.match(/^\|.*\|$/gm)?.length ?? 0,
  numbers: [...markdown.matchAll(/^\|.*\|$/gm)].map(([row]) => row.match(/\d\.\d{3}/g)),
  pictures: [...markdown.matchAll(/^!\[.*\]\((?:\.\.\/)?(.*)\)$/gm)].map(([, path]) => path),
  options: [...new Set(markdown.match(/(?<=`|\s)--[a-z-]+/g) ?? [])].sort(),
});
for (const language of languages)
  test(`the manual in ${language} says what the English one does`, () => {
    const folder = `web/manual/${language}`;
    const own = readdirSync(join(root, folder)).filter((one) => one.endsWith('.md'));
    assert.ok(own.includes('index.md'));
    const ids = pages.map(({ id }) => id);
    for (const name of own) {
      const english = pages.find(({ id }) => `${id}.md` === name);
      assert.ok(english, `${name} is a page of the manual`);
      const said = readFileSync(join(root, folder, name), 'utf8');
      assert.deepEqual(shape(said), shape(readFileSync(join(root, english.file), 'utf8')), name);
      for (const [, address] of said.matchAll(/\]\(([^)#\s]+\.html)[^)]*\)/g)) {
        if (/^https?:/.test(address)) continue;
        const up = address.startsWith('../');
        const id = address.replace(/^\.\.\/|\.html$/g, '');
        assert.ok(up ? ids.includes(id) : own.includes(`${id}.md`), `${name} links to ${address}`);
      }
    }
  });

test('what the README says to type is understood', () => {
  const code = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('`', '\n');
  for (const { command, options } of calls(code)) {
    const help = run(`heed ${command} --help`, root);
    assert.equal(help.status, 0, help.stderr);
    for (const option of options) assert.ok(help.stdout.includes(option), `${command} ${option}`);
  }
});

test('everything says the same version, which is the newest of the release notes', () => {
  const version = /project\(heed VERSION ([\d.]+)/.exec(read('CMakeLists.txt'))[1];
  assert.equal(JSON.parse(read('package.json')).version, version);
  assert.equal(/^## ([\d.]+)/m.exec(read('web/manual/release-notes.md'))[1], version);
  assert.ok(run('heed --version', root).stdout.includes(version));
  assert.equal(JSON.parse(run('heed describe --json', root).stdout).version, version);
  const folder = mkdtempSync(join(tmpdir(), 'heed-version-'));
  const made = run(
    'heed train toy-sentiment --set training.epochs=1 --out mine && heed predict --model mine --html said.html fine',
    folder,
  );
  assert.equal(made.status, 0, made.stderr);
  assert.ok(readFileSync(join(folder, 'mine/README.md'), 'utf8').includes(`\nlibrary_version: ${version}\n`));
  assert.ok(readFileSync(join(folder, 'said.html'), 'utf8').includes(version));
  rmSync(folder, { recursive: true });
});
