// The service worker's own logic, in a world made up for it: which models a new version of the page renews and drops.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const source = await readFile(new URL('../../web/src/offline/service-worker.js', import.meta.url), 'utf8');
const kScope = 'https://example.org/heed/';

// Cache Storage as far as it is used: names, and in each address and content.
class Storage {
  all = new Map();

  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const entries = this.all.get(name);
    return {
      match: async (key) => entries.get(key),
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

// A version of the service worker; `run(event)` resolves when what the event waits for is done.
function worker(storage, { files = [], modules = [], models = [], missing = [] }) {
  const listeners = new Map();
  const asked = [];
  const text = source
    .replace('/* files */ []', JSON.stringify(files))
    .replace('/* modules */ []', JSON.stringify(modules))
    .replace('/* models */ []', JSON.stringify(models))
    .replace("'development'", JSON.stringify(JSON.stringify([files, modules, models])));
  const self = {
    registration: { scope: kScope },
    clients: { claim: async () => {} },
    addEventListener: (name, listener) => listeners.set(name, listener),
  };
  const fetch = async (url) => {
    asked.push(url);
    return { ok: !missing.includes(url), status: missing.includes(url) ? 404 : 200, url };
  };
  class Response {
    constructor(body) {
      this.body = body;
    }
    ok = true;
    json = async () => JSON.parse(this.body);
  }
  runInContext(text, createContext({ self, caches: storage, fetch, Response, URL, JSON, console }));
  const run = (name, data) => {
    const waits = [];
    listeners.get(name)({ data, waitUntil: (promise) => waits.push(promise) });
    return Promise.all(waits);
  };
  return { run, asked };
}

const kNames = ['config.json', 'model.safetensors'];
const model = (id, version) => [id, version, kNames];
const address = (id, name) => `${kScope}models/${id}/${name}`;
const keysOf = (id, version) => kNames.map((name) => `${address(id, name)}?version=${version}`);
async function keep(storage, keys) {
  const cache = await storage.open('heed:models');
  for (const key of keys) await cache.put(key, { ok: true });
}
const kept = (storage) => [...(storage.all.get('heed:models')?.keys() ?? [])].sort();

test('a first visit keeps the page and fetches no model', async () => {
  const storage = new Storage();
  const { run, asked } = worker(storage, { files: [['index.html', 'a']], models: [model('one', 'v1')] });
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
  await assert.rejects(run('install'), /models\/one\/model\.safetensors: 404/);
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
  const modules = ['module.wasm', 'words.json'].map((path) => ['heed-vocabularies', path, 'a']);
  const { run, asked } = worker(storage, { modules });
  await run('install');
  assert.deepEqual(asked, []);
  await run('message', { keep: 'heed-vocabularies' });
  assert.deepEqual(asked, [`${kScope}module.wasm`, `${kScope}words.json`]);
  const changed = [modules[0], ['heed-vocabularies', 'words.json', 'b']];
  const next = worker(storage, { modules: changed });
  await next.run('install');
  assert.deepEqual(next.asked, [`${kScope}words.json`], 'what is unchanged is copied');
});

test('a module is kept once it is used, and renewed from then on', async () => {
  const storage = new Storage();
  const module = (hash) => ['heed-full', `assets/heed-full-${hash}.wasm`, hash];
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
  const same = worker(storage, { files: [['index.html', 'b']], modules: [module('a')] });
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
