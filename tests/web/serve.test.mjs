// The server of ./dev web: right types, the headers of _headers, nothing outside the folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileFor, readHeaderRules, serve } from '../../web/serve.mjs';

const program = fileURLToPath(new URL('../../web/serve.mjs', import.meta.url));
let place, server;

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'heed-'));
  const folder = join(place, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(place, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'heed.wasm'), 'wasm');
  writeFileSync(join(folder, 'assets', 'a b.js'), '1');
  writeFileSync(
    join(folder, '_headers'),
    '# comment\n/*\n  X-All: yes\n\n/assets/*\n  Cache-Control: immutable\n',
  );
  server = await serve({ folder, port: 0 });
});
after(() => {
  server?.close();
  rmSync(place, { recursive: true, force: true });
});

// A request with the path as it stands; fetch() would tidy it up.
function get(path, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.address().port, path, method, headers },
      (response) => {
        let body = '';
        response.on('data', (data) => (body += data));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      },
    );
    sent.on('error', reject).end();
  });
}

test('files have their types and the headers that a host would send', async () => {
  const page = await get('/');
  assert.equal(page.status, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['x-all'], 'yes');
  assert.equal(page.headers['cache-control'], 'no-cache');
  assert.equal((await get('/heed.wasm')).headers['content-type'], 'application/wasm');
  const script = await get('/assets/a%20b.js?x=1');
  assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(script.headers['cache-control'], 'immutable');
  assert.equal(script.body, '1');
});

test('what has not changed is not sent again', async () => {
  const { headers } = await get('/heed.wasm');
  const again = await get('/heed.wasm', { headers: { 'If-None-Match': headers.etag } });
  assert.equal(again.status, 304);
  assert.equal(again.body, '');
});

test('nothing outside the folder is served', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%',
    '/a%00b',
    '/assets',
    '/none',
  ])
    assert.equal((await get(path)).status, 404, path);
  assert.equal(fileFor(join(place, 'dist'), '/../dist-other'), null);
});

test('what is not there is answered with 404 and the page for it, where there is one', async () => {
  const file = join(place, 'dist', '404.html');
  assert.equal((await get('/none')).body, 'Not found\n');
  writeFileSync(file, 'nothing here');
  const { status, body, headers } = await get('/none');
  rmSync(file);
  assert.deepEqual([status, body, headers['cache-control']], [404, 'nothing here', 'no-store']);
});

test('only GET and HEAD are answered', async () => {
  assert.equal((await get('/', { method: 'POST' })).status, 405);
  const head = await get('/', { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
});

test('rules of _headers keep characters that mean something in a pattern', () => {
  const [rule] = readHeaderRules('/sw.js\n  A: b: c\n');
  assert.ok(rule.pattern.test('/sw.js') && !rule.pattern.test('/swxjs'));
  assert.deepEqual(rule.headers, [['A', 'b: c']]);
});

test('a wrong command line is one message', () => {
  const run = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  assert.deepEqual(
    [run('--port', 'x').status, run('--bogus').status, run('--folder', join(place, 'none')).status],
    [2, 2, 1],
  );
  const busy = run('--folder', join(place, 'dist'), '--port', String(server.address().port));
  assert.equal(busy.status, 1);
  assert.match(busy.stderr, /in use: choose another/);
});

test('an address that is none is refused, and the next request is answered', async () => {
  for (const path of ['//', '//[', '/%', '/%00', `/${'a/'.repeat(5000)}`, 'http://[/'])
    assert.ok([400, 404].includes((await get(path)).status), path.slice(0, 20));
  assert.equal((await get('/')).status, 200);
});
