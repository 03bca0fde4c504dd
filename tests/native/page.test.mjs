// heed page: the files of the page with their types and headers, to this machine alone and nothing outside the folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { folder, heed, run } from './program.mjs';

const version = run(['--version']).out.trim().split(' ')[1];
const place = mkdtempSync(join(tmpdir(), 'heed-page-'));
const page = join(place, 'page');
let served;

function write(path, content) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}

// Starts it and waits for the address: {address, port, said(), stop()}.
async function serve(args = [], env = {}, program = heed) {
  const child = spawn(program, ['page', ...args], {
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
  });
  let out = '';
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => (out += data).includes('\n') && resolve());
    child.on('exit', (status) => reject(new Error(`heed page ended with ${status}: ${said}`)));
  });
  const [, address, port] = /^Heed is at (http:\/\/127\.0\.0\.1:(\d+)\/) \(Ctrl-C ends it\)\n$/.exec(out);
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return { address, port: Number(port), said: () => said, stop: () => (child.kill('SIGINT'), ended) };
}

before(async () => {
  writeFileSync(join(place, 'secret.txt'), 'secret');
  write(join(page, 'index.html'), '<!doctype html>');
  write(join(page, 'version.txt'), `${version}\n`);
  write(join(page, 'heed.wasm'), Buffer.alloc(300_000, 'wasm'));
  write(join(page, 'assets/a b.js'), '1');
  write(join(page, 'assets/empty.css'), '');
  write(join(page, '_headers'), '# a comment\n/*\n  X-All: b: c\n\n/assets/*\n  Cache-Control: immutable\n');
  served = await serve(['--page', page]);
});
after(async () => {
  await served?.stop();
  rmSync(place, { recursive: true, force: true });
});

// A request with the path as it stands; fetch() would tidy it up.
function get(path, { method = 'GET', headers = {}, port = served.port } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const body = [];
      response.on('aborted', () => reject(new Error('the answer ended early')));
      response.on('data', (data) => body.push(data));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(body).toString(),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

test('files have their types and the headers that a host would send', async () => {
  const first = await get('/');
  assert.equal(first.status, 200);
  assert.equal(first.body, '<!doctype html>');
  assert.equal(first.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(first.headers['x-all'], 'b: c');
  assert.equal(first.headers['cache-control'], 'no-cache');
  const module = await get('/heed.wasm');
  assert.equal(module.headers['content-type'], 'application/wasm');
  assert.equal(module.body, readFileSync(join(page, 'heed.wasm'), 'utf8'));
  const script = await get('/assets/a%20b.js?x=1', { headers: { 'Accept-Encoding': 'br, gzip' } });
  assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(script.headers['cache-control'], 'immutable');
  assert.equal(script.body, '1');
  const empty = await get('/assets/empty.css');
  assert.deepEqual([empty.status, empty.body], [200, '']);
});

test('a file that did not change is not sent again', async () => {
  const { headers } = await get('/heed.wasm');
  const again = await get('/heed.wasm', { headers: { 'If-None-Match': headers.etag } });
  assert.deepEqual([again.status, again.body], [304, '']);
});

test('nothing outside the folder is served', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%',
    '/a%00b',
    '/index.html%00.js',
    '/assets',
    '/none',
  ]) {
    const { status, body } = await get(path);
    assert.deepEqual([status, body], [404, 'Not found\n'], path);
  }
  write(join(page, '404.html'), 'nothing here');
  const { status, body, headers } = await get('/none');
  rmSync(join(page, '404.html'));
  assert.deepEqual([status, body, headers['cache-control']], [404, 'nothing here', 'no-store']);
});

test('addresses that are none, and ranges beyond the end, end no server', async () => {
  for (const path of [
    '//',
    '//[',
    `/${'a/'.repeat(3000)}`,
    `/${'a/'.repeat(50_000)}`,
    'http://[/',
    'index.html',
  ])
    assert.ok(
      [400, 404, 414].includes((await get(path).catch(() => ({ status: 400 }))).status),
      path.slice(0, 20),
    );
  for (const range of ['bytes=900000-', 'bytes=5-900000', 'bytes=9-5']) {
    const { status, body } = await get('/heed.wasm', { headers: { Range: range } });
    assert.ok(status === 416 || (status === 200 && body.length === 300_000), `${range}: ${status}`);
  }
});

test('only GET and HEAD are answered', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await get('/', { method });
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method);
  }
  const head = await get('/heed.wasm', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, '', '300000']);
});

test('no other address of this machine answers', async () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others)
    await assert.rejects(
      new Promise((resolve, reject) =>
        connect(served.port, address).on('connect', resolve).on('error', reject),
      ),
    );
});

test('a port that is taken, a wrong option and a page that is not there are one message', () => {
  const fails = (args, status, message, env) => {
    const { status: ended, err } = run(['page', ...args], { env });
    assert.equal(ended, status, err);
    assert.match(err, message);
    assert.match(err, /^heed: [^\n]+\n$/);
  };
  fails(['--page', page, '--port', String(served.port)], 1, /in use: choose another/);
  fails(['--port', '70000'], 2, /--port/);
  fails(['--page', join(place, 'none')], 1, /none holds no index\.html/);
  fails([], 1, /elsewhere holds no index\.html/, { HEED_PAGE: join(place, 'elsewhere') });
  write(join(place, 'old/index.html'), '');
  write(join(place, 'old/version.txt'), '0.0.9\n');
  fails(['--page', join(place, 'old')], 1, /page of version 0\.0\.9, this program has version/);
});

test('the page lies beside the program, however that is called', async (t) => {
  const root = folder(t);
  mkdirSync(join(root, 'bin'));
  copyFileSync(heed, join(root, 'bin/heed'));
  symlinkSync(join(root, 'bin/heed'), join(root, 'called'));
  const { status, stderr } = await new Promise((resolve) => {
    const child = spawn(join(root, 'called'), ['page'], { env: { ...process.env, HEED_PAGE: '' } });
    let stderr = '';
    child.stderr.on('data', (data) => (stderr += data));
    child.on('exit', (status) => resolve({ status, stderr }));
  });
  assert.equal(status, 1);
  assert.match(stderr, /not installed: expected it in .*share\/heed\/page\. Install it/);
  for (const name of readdirSync(page))
    if (name !== 'assets') write(join(root, 'share/heed/page', name), readFileSync(join(page, name)));
  const one = await serve([], { HEED_PAGE: '' }, join(root, 'called'));
  assert.equal((await get('/', { port: one.port })).body, '<!doctype html>');
  await one.stop();
});

test('the browser of the desktop gets the address, and without one a message says what to do', async (t) => {
  assert.match(served.said(), /no browser could be opened here: open the address yourself/);
  const tools = folder(t);
  const opened = join(tools, 'opened');
  writeFileSync(
    join(tools, 'xdg-open'),
    `#!/bin/sh\necho "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`,
  );
  chmodSync(join(tools, 'xdg-open'), 0o755);
  const desktop = { DISPLAY: ':7', PATH: `${tools}:${process.env.PATH}` };
  const one = await serve(['--page', page], desktop);
  for (let i = 0; i < 200 && !existsSync(opened); ++i) await new Promise((next) => setTimeout(next, 20));
  assert.equal(readFileSync(opened, 'utf8'), `${one.address}\n`);
  assert.equal(one.said(), '');
  await one.stop();

  writeFileSync(join(tools, 'xdg-open'), '#!/bin/sh\nexit 3\n');
  const none = await serve(['--page', page], desktop);
  for (let i = 0; i < 200 && !none.said(); ++i) await new Promise((next) => setTimeout(next, 20));
  assert.match(none.said(), /open the address yourself/);
  assert.equal((await get('/', { port: none.port })).status, 200);
  await none.stop();

  const asked = await serve(['--page', page, '--no-browser'], desktop);
  assert.equal((await get('/', { port: asked.port })).status, 200);
  assert.equal(asked.said(), '');
  await asked.stop();
});

test('--export writes the site into a new folder, links followed, and replaces nothing', (t) => {
  const root = folder(t);
  const linked = join(root, 'linked');
  for (const name of ['index.html', 'version.txt']) write(join(linked, name), readFileSync(join(page, name)));
  symlinkSync(join(page, 'assets'), join(linked, 'assets'));
  const { status, out, err } = run(['page', '--page', linked, '--export', join(root, 'a/site')]);
  assert.equal(status, 0, err);
  assert.match(out, /a\/site: the page of Heed [\d.]+, for any static host\n/);
  assert.deepEqual(readdirSync(join(root, 'a')), ['site']);
  assert.equal(readFileSync(join(root, 'a/site/assets/a b.js'), 'utf8'), '1');
  const again = run(['page', '--page', linked, '--export', join(root, 'a/site')]);
  assert.equal(again.status, 1);
  assert.match(again.err, /a\/site is there and not an empty folder: name a new folder/);
});
