// Keeps the page for use without a network. One version is one cache, filled whole or not at all, so that page and
// engine always belong together. A new version waits until the page is left: nobody is reloaded.
//
// Modules that only some sections need, and what belongs to them, are not fetched for everyone: they are kept once the
// page says that one is used, and renewed with it from then on.
//
// Models are kept by the page as they are opened (engine/kept.ts), each file under its address and version. A new
// version of the page renews those, and only those, so that what worked without a network still does. What is written
// about them is kept as it is read. The page may also ask what is missing, to keep everything (offline/keep-all.ts).

const kFiles = /* files */ [];
// [name of the module, path, hash], one for each of its files
const kModules = /* modules */ [];
// [id, version, names of its files, names of what is written about it]
const kModels = /* models */ [];
// Bytes of each file of a module or a model, by its path.
const kSizes = /* sizes */ {};
const kModelCache = 'heed:models';
const kVersion = 'development';
const kPrefix = `heed:${self.registration.scope}:`;
const kCache = kPrefix + kVersion;

const absolute = (path) => new URL(path, self.registration.scope).href;

// A file whose hash is unchanged is copied from the version before instead of fetched again.
async function fill() {
  const cache = await caches.open(kCache);
  const before = await keptBefore();
  await Promise.all(
    kFiles.map(async ([path, hash]) => {
      const url = absolute(path);
      const kept = before.get(`${path} ${hash}`) ?? (await fetch(url, { cache: 'no-cache' }));
      if (!kept.ok) throw new Error(`[service worker] ${path}: ${kept.status}`);
      await cache.put(url, kept);
    }),
  );
  const modules = new Set(kModules.map(([name]) => name));
  await Promise.all([...modules].filter((name) => before.has(name)).map((name) => keepModule(name, before)));
  await cache.put(absolute('sw-files.json'), new Response(JSON.stringify(kFiles)));
}

async function keepModule(name, before = new Map()) {
  const files = kModules.filter(([module]) => module === name).map(([, path, hash]) => [path, hash]);
  if (!files.length) return;
  const cache = await caches.open(kCache);
  for (const [path, hash] of files) {
    if (await cache.match(absolute(path))) continue;
    const kept = before.get(`${path} ${hash}`) ?? (await fetch(absolute(path)));
    if (!kept.ok) return;
    await cache.put(absolute(path), kept);
  }
  await cache.put(absolute(`sw-module-${name}.json`), new Response(JSON.stringify(files)));
}

// [key, address] of each file of a model in this version.
const entriesOf = ([id, version], names = []) =>
  names.map((name) => [
    absolute(`models/${id}/${name}?version=${version}`),
    absolute(`models/${id}/${name}`),
  ]);
const papersOf = (model) => entriesOf(model, model[3]);
const filesOf = (model) => [...entriesOf(model, model[2]), ...papersOf(model)];

async function keptModels() {
  const cache = await caches.open(kModelCache);
  const keys = (await cache.keys())
    .map(({ url }) => url)
    .filter((url) => url.startsWith(absolute('models/')));
  return { cache, keys };
}

async function renewModels() {
  const { cache, keys } = await keptModels();
  const wasKept = ([id]) => keys.some((url) => url.startsWith(absolute(`models/${id}/`)));
  const missing = kModels
    .filter(wasKept)
    .flatMap(filesOf)
    .filter(([key]) => !keys.includes(key));
  await Promise.all(
    missing.map(async ([key, url]) => {
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new Error(`[service worker] ${url}: ${response.status}`);
      await cache.put(key, response);
    }),
  );
}

async function dropOlderModels() {
  const { cache, keys } = await keptModels();
  const current = new Set(kModels.flatMap(filesOf).map(([key]) => key));
  await Promise.all(keys.filter((key) => !current.has(key)).map((key) => cache.delete(key)));
}

async function keptBefore() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(kPrefix) || name === kCache) continue;
    const cache = await caches.open(name);
    const list = await cache.match(absolute('sw-files.json'));
    for (const [path, hash] of list ? await list.json() : []) {
      const response = await cache.match(absolute(path));
      if (response) found.set(`${path} ${hash}`, response);
    }
    for (const [module] of kModules) {
      const known = await cache.match(absolute(`sw-module-${module}.json`));
      if (!known) continue;
      found.set(module, true);
      for (const [path, hash] of await known.json()) {
        const response = await cache.match(absolute(path));
        if (response) found.set(`${path} ${hash}`, response);
      }
    }
  }
  return found;
}

async function dropOlder() {
  const names = (await caches.keys()).filter((name) => name.startsWith(kPrefix) && name !== kCache);
  await Promise.all(names.map((name) => caches.delete(name)));
  await dropOlderModels();
  await self.clients.claim();
}

// What is still to be fetched so that everything works without a network, in a browser that uses these modules.
async function missing(modules) {
  const used = kModules.filter(([name]) => modules.includes(name)).map(([, path]) => absolute(path));
  const wanted = [
    ...used.map((url) => [kCache, url, url]),
    ...kModels.flatMap(filesOf).map(([key, url]) => [kModelCache, key, url]),
  ];
  const list = [];
  for (const [name, key, url] of wanted) {
    const cache = await caches.open(name);
    const bytes = kSizes[url.slice(absolute('').length)] ?? 0;
    if (!(await cache.match(key))) list.push({ cache: name, key, url, bytes });
  }
  return list;
}

async function answerPaper(key, request) {
  const cache = await caches.open(kModelCache);
  const kept = await cache.match(key);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(key, response.clone());
  return response;
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = '';
  url.hash = '';
  const paper = kModels.flatMap(papersOf).find(([, address]) => address === url.href);
  if (paper) return answerPaper(paper[0], request);
  const folder = request.mode === 'navigate' && url.href.endsWith('/');
  const cache = await caches.open(kCache);
  return (await cache.match(folder ? `${url.href}index.html` : url.href)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all([fill(), renewModels()])));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(event.request));
});
// 'take over' is sent by the page as it is left: the next visit gets the version that waits.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
  if (event.data?.keep) event.waitUntil(keepModule(event.data.keep));
  if (event.data?.missing)
    event.waitUntil(missing(event.data.missing).then((list) => event.ports[0].postMessage(list)));
});
