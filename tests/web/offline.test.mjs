// The service worker's own logic, in a world made up for it: which models a new version of the page renews and drops.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { Maker } from './unit/made.ts';

const source = await readFile(new URL('../../web/src/offline/service-worker.js', import.meta.url), 'utf8');
const kScope = 'https://example.org/heed/';

// Cache Storage as far as it is used: names, and in each address and content.
class Storage {
  all = new Map();

  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const entries = this.all.get(name);
    return {
      match: async (key) => entries.get(key)?.clone(),
      put: async (key, response) => void entries.set(key, response),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (key) => entries.delete(key),
    };
  }
  async keys() {
    return [...this.all.keys()];
  }
  async delete(name) {
    return this.all.delete(name);
  }
}

const textOf = (url) => `what ${url} says`;
const sumOf = (text) => [Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')];

// A version of the service worker; `run(event)` resolves when what the event waits for is done. `said`: what its files hold, by
// their paths, where that is not the usual; `missing`: addresses that the host does not have; `answer(url)`: what it says.
function worker(
  storage,
  { files = [], modules = [], models = [], missing = [], said = {}, answer, open = [] },
) {
  const listeners = new Map();
  const asked = [];
  const paths = [
    ...files,
    ...modules.map(([, path]) => path),
    ...models.flatMap(([id, , names, papers = []]) =>
      [...names, ...papers].map((name) => `models/${id}/${name}`),
    ),
  ];
  const holds = (path) => said[path] ?? textOf(path);
  const sums = Object.fromEntries(paths.map((path) => [path, sumOf(holds(path))]));
  const text = source
    .replace('/* files */ []', JSON.stringify(files))
    .replace('/* modules */ []', JSON.stringify(modules))
    .replace('/* models */ []', JSON.stringify(models))
    .replace('/* sums */ {}', JSON.stringify(sums))
    .replace("'development'", JSON.stringify(JSON.stringify([files, modules, models, sums])));
  let updates = 0;
  const self = {
    registration: { scope: kScope, update: async () => void updates++ },
    clients: { claim: async () => {}, matchAll: async () => open.map((url) => ({ url })) },
    addEventListener: (name, listener) => listeners.set(name, listener),
  };
  const usual = (url) =>
    missing.includes(url) ? new Response('', { status: 404 }) : new Response(holds(url.slice(kScope.length)));
  const fetch = async (request) => {
    const url = request.url ?? request;
    asked.push(url);
    return (answer ?? usual)(url);
  };
  const world = { self, caches: storage, fetch, Response, Headers, Blob, URL, JSON, console, crypto };
  runInContext(text, createContext({ ...world, setTimeout, clearTimeout }));
  const run = (name, data, ports) => {
    const waits = [];
    listeners.get(name)({ data, ports, waitUntil: (promise) => waits.push(promise) });
    return Promise.all(waits);
  };
  // What it answers to a page that asks for a file.
  const get = (path) =>
    new Promise((resolve, reject) => {
      const respondWith = (answer) => answer.then(resolve, reject);
      listeners.get('fetch')({ request: { method: 'GET', url: kScope + path, mode: 'cors' }, respondWith });
    });
  const lacks = (names) =>
    new Promise(
      (resolve) => void run('message', { missing: names }, [{ postMessage: (list) => resolve([...list]) }]),
    );
  return { run, asked, get, lacks, updates: () => updates };
}

const kNames = ['config.json', 'model.safetensors'];
const model = (id, version) => [id, version, kNames];
const address = (id, name) => `${kScope}models/${id}/${name}`;
const keysOf = (id, version) => kNames.map((name) => `${address(id, name)}?version=${version}`);
async function keep(storage, keys) {
  const cache = await storage.open('heed:models');
  for (const key of keys) {
    const path = key.slice(kScope.length).replace(/[?].*/, '');
    await cache.put(key, new Response(textOf(path)));
  }
}
const kept = (storage) => [...(storage.all.get('heed:models')?.keys() ?? [])].sort();

test('a first visit keeps the page and fetches no model', async () => {
  const storage = new Storage();
  const { run, asked } = worker(storage, { files: ['index.html'], models: [model('one', 'v1')] });
  await run('install');
  await run('activate');
  assert.deepEqual(asked, [`${kScope}index.html`]);
  assert.deepEqual(kept(storage), []);
});

test('a new version renews the models that were kept, and only those that changed', async () => {
  const storage = new Storage();
  await keep(storage, [...keysOf('same', 'v1'), ...keysOf('changed', 'v1'), ...keysOf('gone', 'v1')]);
  const { run, asked } = worker(storage, {
    models: [model('same', 'v1'), model('changed', 'v2'), model('never-opened', 'v1')],
  });
  await run('install');
  assert.deepEqual(
    asked.sort(),
    kNames.map((name) => address('changed', name)),
  );
  // Until the old version is left, its files are there too.
  assert.ok(keysOf('changed', 'v1').every((key) => kept(storage).includes(key)));
  await run('activate');
  assert.deepEqual(kept(storage), [...keysOf('changed', 'v2'), ...keysOf('same', 'v1')].sort());
});

test('a model that cannot be renewed leaves the version before in place', async () => {
  const storage = new Storage();
  await keep(storage, keysOf('one', 'v1'));
  const { run } = worker(storage, {
    models: [model('one', 'v2')],
    missing: [address('one', 'model.safetensors')],
  });
  await assert.rejects(run('install'), /models\/one\/model\.safetensors is not what this version has/);
  assert.ok(keysOf('one', 'v1').every((key) => kept(storage).includes(key)));
});

test('models of another page on the same host are left alone', async () => {
  const storage = new Storage();
  const others = 'https://example.org/other/models/one/config.json?version=v1';
  await keep(storage, [others]);
  const { run } = worker(storage, { models: [model('one', 'v2')] });
  await run('install');
  await run('activate');
  assert.deepEqual(kept(storage), [others]);
});

test('what belongs to a module is kept with it', async () => {
  const storage = new Storage();
  const modules = ['module.wasm', 'words.json'].map((path) => ['heed-vocabularies', path]);
  const { run, asked } = worker(storage, { modules });
  await run('install');
  assert.deepEqual(asked, []);
  await run('message', { keep: 'heed-vocabularies' });
  assert.deepEqual(asked, [`${kScope}module.wasm`, `${kScope}words.json`]);
  const next = worker(storage, { modules, said: { 'words.json': 'others' } });
  await next.run('install');
  assert.deepEqual(next.asked, [`${kScope}words.json`], 'what is unchanged is copied');
});

test('a module is kept once it is used, and renewed from then on', async () => {
  const storage = new Storage();
  const module = (hash) => ['heed-full', `assets/heed-full-${hash}.wasm`];
  const addressOf = (hash) => `${kScope}assets/heed-full-${hash}.wasm`;
  const keeps = (hash) => [...storage.all.values()].some((entries) => entries.has(addressOf(hash)));
  const first = worker(storage, { modules: [module('a')] });
  await first.run('install');
  await first.run('activate');
  assert.deepEqual(first.asked, []);
  await first.run('message', { keep: 'heed-full' });
  await first.run('message', { keep: 'heed-full' });
  assert.deepEqual(first.asked, [addressOf('a')]);
  // Unchanged, it is copied.
  const same = worker(storage, { files: ['index.html'], modules: [module('a')] });
  await same.run('install');
  await same.run('activate');
  assert.deepEqual(same.asked, [`${kScope}index.html`]);
  assert.ok(keeps('a'));
  const next = worker(storage, { modules: [module('b')] });
  await next.run('install');
  await next.run('activate');
  assert.deepEqual(next.asked, [addressOf('b')]);
  assert.ok(keeps('b') && !keeps('a'));
});

const answers = {
  'its start page': () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  'half a file': (url) => new Response(textOf(url.slice(kScope.length)).slice(0, 9)),
  'another file of the same length': (url) =>
    new Response('x'.repeat(textOf(url.slice(kScope.length)).length)),
  'no file': () => new Response('', { status: 404 }),
  'its own error': () => new Response('', { status: 500 }),
  'a file without an end': () => new Response(endless()),
  'a line that is cut': () => new Response(cutLine()),
};
const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1000)) });
const cutLine = () => new ReadableStream({ pull: (to) => to.error(new TypeError('cut')) });

for (const [name, answer] of Object.entries(answers))
  test(`a host that sends ${name}: nothing of it is kept, and what was kept stays`, async () => {
    const storage = new Storage();
    const first = worker(storage, { files: ['index.html'], modules: [['heed-full', 'assets/a.wasm']] });
    await first.run('install');
    await first.run('message', { keep: 'heed-full' });
    await keep(storage, keysOf('one', 'v1'));
    const page = {
      files: ['index.html'],
      modules: [
        ['heed-full', 'assets/b.wasm'],
        ['heed-x', 'assets/x.js'],
      ],
    };
    const next = { ...page, said: { 'index.html': 'new' }, models: [model('one', 'v2')] };
    const bad = worker(storage, { ...next, answer });
    await assert.rejects(bad.run('install'));
    await bad.run('message', { keep: 'heed-x' });
    await assert.rejects(bad.get('assets/x.js'), 'nor is it given to the page');
    assert.equal(await (await first.get('index.html')).text(), textOf('index.html'));
    assert.equal(await (await first.get('assets/a.wasm')).text(), textOf('assets/a.wasm'));
    assert.ok(keysOf('one', 'v1').every((key) => kept(storage).includes(key)));
    // Well again, it heals.
    const good = worker(storage, next);
    await good.run('install');
    await good.run('activate');
    await assertOwn(storage, next);
    assert.equal(await (await good.get('assets/x.js')).text(), textOf('assets/x.js'));
  });

// All that is kept for a version is that version's.
async function assertOwn(storage, { said = {} }) {
  for (const [name, entries] of storage.all)
    for (const [url, response] of entries) {
      const path = url.slice(kScope.length).replace(/[?].*/, '');
      if (/^sw-/.test(path)) continue;
      assert.equal(await response.clone().text(), said[path] ?? textOf(path), `${path} in ${name}`);
    }
}

test('what was kept wrongly, by a page that did not look, is missing and is fetched again', async () => {
  const storage = new Storage();
  const [config, weights] = keysOf('one', 'v1');
  const cache = await storage.open('heed:models');
  await cache.put(config, new Response('<!doctype html>'));
  await keep(storage, [weights]);
  const { run, lacks, asked } = worker(storage, { models: [model('one', 'v1')] });
  assert.deepEqual(
    (await lacks([])).map(({ key }) => key),
    [config],
  );
  await run('install');
  assert.deepEqual(asked, [address('one', 'config.json')]);
  assert.deepEqual(await lacks([]), []);
});

test('what another version says of a model is not given out, and a newer page is looked for', async () => {
  const storage = new Storage();
  const path = 'models/one/README.md';
  const now = {
    models: [['one', 'v1', kNames, ['README.md']]],
    modules: [['heed-full', 'assets/full.wasm']],
  };
  const renewed = worker(storage, { ...now, answer: () => new Response('the next version') });
  await assert.rejects(renewed.get(path), /README\.md is not what this version has/);
  await assert.rejects(renewed.get('assets/full.wasm'));
  assert.equal(renewed.updates(), 2);
  assert.deepEqual(kept(storage), []);
  const well = worker(storage, now);
  assert.equal(await (await well.get(path)).text(), textOf(path));
  assert.equal(well.updates(), 0);
  // From then on it is there without a host.
  assert.equal(await (await renewed.get(path)).text(), textOf(path));
});

test('a page that is open while the next version comes keeps its own files', async () => {
  const storage = new Storage();
  const first = worker(storage, { files: ['index.html', 'assets/old.js'] });
  await first.run('install');
  await keep(storage, keysOf('one', 'v1'));
  const now = { files: ['index.html'], said: { 'index.html': 'new' }, models: [model('one', 'v2')] };
  const next = worker(storage, { ...now, open: [`${kScope}#text=a`] });
  await next.run('install');
  await next.run('activate');
  assert.equal(await (await next.get('assets/old.js')).text(), textOf('assets/old.js'));
  assert.equal(await (await next.get('index.html')).text(), 'new');
  assert.ok(keysOf('one', 'v1').every((key) => kept(storage).includes(key)));
});

test('whatever a host sends in whatever order: versions never mix, and a good answer heals', async () => {
  const maker = new Maker(7);
  const kinds = Object.values(answers);
  for (let round = 0; round < 40; round++) {
    const storage = new Storage();
    let current = null;
    for (let version = 1; version < 5; version++) {
      const said = { 'index.html': `page ${version}`, 'models/one/config.json': `model ${maker.below(2)}` };
      const modules = [['heed-full', `assets/full-${version}.wasm`]];
      const now = {
        files: ['index.html', 'same.js'],
        modules,
        models: [model('one', said['models/one/config.json'])],
        said,
      };
      const before = maker.oneOf([current?.said ?? {}, {}]);
      const sends = (url) => {
        const path = url.slice(kScope.length);
        const kind = maker.below(3 + kinds.length);
        if (kind < 2) return new Response(said[path] ?? textOf(path));
        return kind === 2 ? new Response(before[path] ?? textOf(path)) : kinds[kind - 3](url);
      };
      const tried = worker(storage, { ...now, answer: maker.below(2) ? sends : undefined });
      const installed = await tried.run('install').then(
        () => true,
        () => false,
      );
      if (installed) {
        await tried.run('activate');
        current = now;
      }
      if (!current) continue;
      const page = worker(storage, { ...current, answer: sends });
      await page.run('message', { keep: 'heed-full' });
      assert.equal(await (await page.get('index.html')).text(), current.said['index.html']);
      assert.equal(await (await page.get('same.js')).text(), textOf('same.js'));
    }
    const last = {
      ...current,
      said: { ...current?.said, 'index.html': 'last' },
      files: ['index.html', 'same.js'],
    };
    const healed = worker(storage, last);
    await healed.run('install');
    await healed.run('activate');
    await healed.run('message', { keep: 'heed-full' });
    await assertOwn(storage, last);
    assert.deepEqual(
      (await healed.lacks(['heed-full'])).filter(({ url }) => /assets/.test(url)),
      [],
    );
  }
});
