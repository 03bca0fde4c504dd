// Keeps the page for use without a network. One version is one cache, filled whole or not at all, so that page and
// engine always belong together. A new version waits until the page is left: nobody is reloaded.
//
// Modules that only some sections need, and what belongs to them, are not fetched for everyone: they are kept once the
// page says that one is used, and renewed with it from then on.
//
// Models are kept by the page as they are opened (engine/kept.ts), each file under its address and version. A new
// version of the page renews those, and only those, so that what worked without a network still does. What is written
// about them is kept as it is read. The page may also ask what is missing, to keep everything (offline/keep-all.ts).
//
// Nothing is kept but what the build has made: hosts answer with their start page, with half a file, or with one of
// another version, and call it a success.

const kFiles = /* files */ [];
// [name of the module, path], one for each of its files
const kModules = /* modules */ [];
// [id, version, names of its files, names of what is written about it]
const kModels = /* models */ [];
// [bytes, SHA-256] of each file, by its path.
const kSums = /* sums */ {};
const kModelCache = 'heed:models';
const kVersion = 'development';
const kPrefix = `heed:${self.registration.scope}:`;
const kCache = kPrefix + kVersion;

const absolute = (path) => new URL(path, self.registration.scope).href;

const pathOf = (url) => url.slice(absolute('').length);

const kSilence = 30_000; // ms until an answer that says nothing more is given up

// All of an answer; null where it has not as many bytes.
async function bytesOf(response, count) {
  const chunks = [];
  let left = count;
  const reader = response.body?.getReader();
  for (let done = !reader; !done && left >= 0;) {
    const silence = setTimeout(() => void reader.cancel(), kSilence);
    const next = await reader.read().finally(() => clearTimeout(silence));
    done = next.done;
    if (done) continue;
    chunks.push(next.value);
    left -= next.value.length;
  }
  if (left < 0) void reader.cancel();
  return left === 0 ? new Blob(chunks).arrayBuffer() : null;
}

// The answer, where it is the file that the build has made; else null.
async function good(response, path) {
  if (response?.status !== 200) return null;
  const [count, sum] = kSums[path];
  const bytes = await bytesOf(response, count);
  if (!bytes) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') !== sum) return null;
  const headers = new Headers(response.headers);
  // These describe the bytes as they were sent, and who may be answered with them.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  return new Response(bytes, { headers });
}

// Where it is not the file, the browser may have kept what the host once said instead of it.
async function fetchGood(path, cache = 'no-cache') {
  const found =
    (await good(await fetch(absolute(path), { cache }), path)) ??
    (await good(await fetch(absolute(path), { cache: 'reload' }), path));
  if (!found)
    throw new Error(`[service worker] ${path} is not what this version has: the host sends something else`);
  return found;
}

const namesBefore = async () =>
  (await caches.keys()).filter((name) => name.startsWith(kPrefix) && name !== kCache);

// A host that has not this version's file any more may have the next one: the page has it once it is reloaded.
function lookForNewer(cause) {
  void self.registration.update().catch(() => {});
  throw cause;
}

// What a version before has kept under the same path.
async function findBefore(path) {
  for (const name of await namesBefore()) {
    const found = await (await caches.open(name)).match(absolute(path));
    if (found) return found;
  }
  return undefined;
}

// A file that is unchanged is copied from the version before instead of fetched again.
async function keepFile(cache, path, how) {
  const url = absolute(path);
  if (await cache.match(url)) return;
  await cache.put(url, (await good(await findBefore(path), path)) ?? (await fetchGood(path, how)));
}

async function fill() {
  const cache = await caches.open(kCache);
  await Promise.all(kFiles.map((path) => keepFile(cache, path)));
  for (const name of new Set(kModules.map(([name]) => name)))
    if (await findBefore(`sw-module-${name}.json`)) await keepModule(name);
}

async function keepModule(name) {
  const paths = kModules.filter(([module]) => module === name).map(([, path]) => path);
  if (!paths.length) return;
  const cache = await caches.open(kCache);
  // The page has just fetched it.
  for (const path of paths) await keepFile(cache, path, 'default');
  await cache.put(absolute(`sw-module-${name}.json`), new Response(JSON.stringify(paths)));
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
  await Promise.all(
    kModels
      .filter(wasKept)
      .flatMap(filesOf)
      .map(async ([key, url]) => {
        const path = pathOf(url);
        if (!(await good(await cache.match(key), path))) await cache.put(key, await fetchGood(path));
      }),
  );
}

async function dropOlderModels() {
  const { cache, keys } = await keptModels();
  const current = new Set(kModels.flatMap(filesOf).map(([key]) => key));
  await Promise.all(keys.filter((key) => !current.has(key)).map((key) => cache.delete(key)));
}

// A page of the version before that is still open goes on with the files of its own version.
async function dropOlder() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.some(({ url }) => url.startsWith(self.registration.scope));
  const names = await namesBefore();
  await Promise.all((open ? names.slice(0, -1) : names).map((name) => caches.delete(name)));
  if (!open) await dropOlderModels();
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
    const [bytes, sum] = kSums[pathOf(url)];
    const kept = await cache.match(key);
    if ((await kept?.blob())?.size !== bytes) list.push({ cache: name, key, url, bytes, sum });
  }
  return list;
}

async function answerPaper([key, address]) {
  const cache = await caches.open(kModelCache);
  const path = pathOf(address);
  const kept = await good(await cache.match(key), path);
  if (kept) return kept;
  // Another version's says what is not true of the model here: the page says that it could not be had.
  const found = await fetchGood(path).catch(lookForNewer);
  await cache.put(key, found.clone());
  return found;
}

// Named by what is in it: no version has another file of that name.
async function answerAsset(path) {
  const before = await findBefore(path);
  if (!(path in kSums)) return before ?? fetch(absolute(path));
  return (await good(before, path)) ?? fetchGood(path, 'default').catch(lookForNewer);
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = '';
  url.hash = '';
  const paper = kModels.flatMap(papersOf).find(([, address]) => address === url.href);
  if (paper) return answerPaper(paper);
  const folder = request.mode === 'navigate' && url.href.endsWith('/');
  const cache = await caches.open(kCache);
  const kept = await cache.match(folder ? `${url.href}index.html` : url.href);
  if (kept) return kept;
  const path = pathOf(url.href);
  return /^(embed\/)?assets\//.test(path) ? answerAsset(path) : fetch(request);
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
  // Where it cannot be kept now, the page says so again at the next visit.
  if (event.data?.keep) event.waitUntil(keepModule(event.data.keep).catch(() => {}));
  if (event.data?.missing)
    event.waitUntil(missing(event.data.missing).then((list) => event.ports[0].postMessage(list)));
});
