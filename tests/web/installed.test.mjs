// What the install rules put into a folder works there, called from elsewhere through a link: the command line, manual pages, and the
// page with the models that the programs use. The site's ZIP depends on names and contents alone.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { zipOf } from '../../native/package/zip.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = dirname(resolve(process.env.HEED ?? join(root, 'build/native/heed')));
const dist = process.env.HEED_DIST || join(root, 'dist');
const place = mkdtempSync(join(tmpdir(), 'heed-installed-'));
const prefix = join(place, 'a folder');
const share = join(prefix, 'share/heed');
const called = join(place, 'called');
// Neither the repository nor what the environment names is looked at.
const env = { PATH: process.env.PATH, HOME: place, NO_COLOR: '1' };

function run(program, args, more = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...more });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}
const heed = (...args) => run(called, args, { cwd: '/', env });

before(() => {
  run('cmake', ['--install', build, '--prefix', prefix, '--component', 'heed']);
  symlinkSync(join(prefix, 'bin/heed'), called);
});
after(() => rmSync(place, { recursive: true, force: true }));

test('a model that ships answers, and recipes are found', () => {
  assert.match(heed('predict', '--model', 'enron-request', 'Please send me the report.'), /request/);
  assert.match(heed('recipes'), /enron-tutorial/);
});

test('every command has a manual page, and the shells have their completion', () => {
  const commands = heed('--help').match(/(?<=^ {2})[a-z][a-z-]+(?= {2,}[A-Z])/gm);
  assert.ok(commands.includes('page') && commands.length > 20);
  for (const name of ['heed', ...commands.map((command) => `heed-${command}`)]) {
    const page = gunzipSync(readFileSync(join(prefix, `share/man/man1/${name}.1.gz`))).toString();
    assert.match(page, new RegExp(`^\\.TH ${name.replaceAll('-', '\\\\-')} 1 `));
  }
  for (const file of [
    'bash-completion/completions/heed',
    'zsh/vendor-completions/_heed',
    'fish/vendor_completions.d/heed.fish',
  ])
    assert.match(readFileSync(join(prefix, 'share', file), 'utf8'), /faithfulness/, file);
});

test('the page is served with the headers that threads need, and its models are those of the programs', async () => {
  assert.equal(readlinkSync(join(share, 'page/models')), '../models');
  const server = spawn(called, ['page', '--no-browser'], { cwd: '/', env });
  try {
    const said = await new Promise((done, failed) => {
      server.stdout.once('data', (data) => done(data.toString()));
      server.once('exit', (status) => failed(new Error(`heed page ended with ${status}`)));
    });
    const [address] = /http:\S+/.exec(said);
    const page = await fetch(address);
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(page.headers.get('cross-origin-embedder-policy'), 'require-corp');
    assert.equal(await page.text(), readFileSync(join(dist, 'index.html'), 'utf8'));
    const weights = await (await fetch(`${address}models/enron-request/model.safetensors`)).arrayBuffer();
    const wanted = readFileSync(join(dist, 'models/enron-request/model.safetensors'));
    assert.ok(wanted.equals(Buffer.from(weights)));
  } finally {
    server.kill();
  }
});

test('the exported site has the models in it', () => {
  const site = join(place, 'site');
  heed('page', '--export', site);
  assert.ok(existsSync(join(site, 'models/heed-small/model.safetensors')));
  assert.equal(readFileSync(join(site, 'sw.js'), 'utf8'), readFileSync(join(dist, 'sw.js'), 'utf8'));
});

test('the ZIP of a site is the same for the same names and contents, wherever and whenever they were written', () => {
  const [one, other] = ['one', 'other'].map((name) => join(place, name, 'site'));
  for (const folder of [one, other]) {
    mkdirSync(folder, { recursive: true });
    for (const name of folder === one ? ['index.html', 'sw.js'] : ['sw.js', 'index.html'])
      cpSync(join(dist, name), join(folder, name));
    cpSync(join(dist, 'licences'), join(folder, 'licences'), { recursive: true });
  }
  utimesSync(join(other, 'index.html'), 1e9, 1e9);
  const [first, second] = [one, other].map((folder) =>
    Buffer.from(zipOf(folder, 'heed-page', 1_700_000_000)),
  );
  assert.ok(first.equals(second));
  const unpacked = unzipSync(first);
  assert.equal(Buffer.from(unpacked['heed-page/sw.js']).compare(readFileSync(join(dist, 'sw.js'))), 0);
});
