// heed fetch from a folder and from a server on this machine.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, run, shared } from './program.mjs';

const source = join(shared, 'data/enron_intent');
const skip = existsSync(source) ? false : 'the shared data is not there';

test('fetch from a folder checks and puts the files in place', { skip }, (t) => {
  const to = join(folder(t), 'enron');
  const { status, out, err } = run(['fetch', 'enron-intent', '--from', source, '--to', to]);
  assert.equal(status, 0, err);
  assert.equal(out.trim(), to);
  for (const name of ['intent_pos', 'intent_neg'])
    assert.deepEqual(readFileSync(join(to, name)), readFileSync(join(source, name)));
});

test('without --to the data set goes where train looks for it', { skip }, (t) => {
  const home = folder(t);
  const { status, out, err } = run(['fetch', 'enron-intent', '--from', source], {
    env: { XDG_DATA_HOME: home },
  });
  assert.equal(status, 0, err);
  assert.equal(out.trim(), join(home, 'heed/data/enron-intent'));
  assert.ok(statSync(join(out.trim(), 'intent_pos')).size > 0);
});

test('a file with another hash is refused and nothing is put in place', { skip }, (t) => {
  const place = folder(t);
  const bad = join(place, 'bad');
  cpSync(source, bad, { recursive: true });
  writeFileSync(join(bad, 'intent_neg'), 'something else\r\n');
  const to = join(place, 'enron');
  const { status, err } = run(['fetch', 'enron-intent', '--from', bad, '--to', to]);
  assert.equal(status, 1);
  assert.match(err, /intent_neg/);
  assert.ok(!existsSync(join(to, 'intent_neg')));
  assert.deepEqual(
    readdirSync(place).filter((name) => !['bad', 'enron'].includes(name)),
    [],
  );
});

test('a place that has no files is named', (t) => {
  const { status, err } = run(['fetch', 'enron-intent', '--from', folder(t), '--to', join(folder(t), 'x')]);
  assert.equal(status, 1);
  assert.match(err, /^heed: \[[^\n]+\n$/);
});

// Serves `files` until the test ends; what is not there is 404.
async function server(t, files) {
  const listening = createServer((request, response) => {
    const path = join(files, request.url.slice(1));
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end('not here');
  });
  await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve));
  t.after(() => listening.close());
  return `http://127.0.0.1:${listening.address().port}/`;
}

// Not run(): this process answers the program's requests meanwhile.
function fetched(args) {
  return new Promise((resolve) => {
    const child = spawn(heed, ['fetch', ...args], { env: { ...process.env, no_proxy: '127.0.0.1' } });
    let err = '';
    child.stderr.on('data', (data) => (err += data));
    child.on('close', (status) => resolve({ status, err }));
  });
}

test('fetch over http', { skip }, async (t) => {
  const to = join(folder(t), 'enron');
  const { status, err } = await fetched(['enron-intent', '--from', await server(t, source), '--to', to]);
  assert.equal(status, 0, err);
  assert.deepEqual(readFileSync(join(to, 'intent_pos')), readFileSync(join(source, 'intent_pos')));
});

test('a server without the files', async (t) => {
  const place = folder(t);
  const { status, err } = await fetched([
    'enron-intent',
    '--from',
    await server(t, place),
    '--to',
    join(place, 'enron'),
  ]);
  assert.equal(status, 1);
  assert.match(err, /404/);
  assert.deepEqual(existsSync(join(place, 'enron')) ? readdirSync(join(place, 'enron')) : [], []);
});
