// Keeps the page for use without a network. One version is one cache, filled whole or not at all, so that page,
// engine and model always belong together. A new version waits until the page is left: nobody is reloaded.

const kFiles = /* files */ [];
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
  await cache.put(absolute('sw-files.json'), new Response(JSON.stringify(kFiles)));
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
  }
  return found;
}

async function dropOlder() {
  const names = (await caches.keys()).filter((name) => name.startsWith(kPrefix) && name !== kCache);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = '';
  url.hash = '';
  const page = request.mode === 'navigate' && url.href === absolute('');
  const cache = await caches.open(kCache);
  return (await cache.match(page ? absolute('index.html') : url.href)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(event.request));
});
// Sent by the page as it is left: the next visit gets the version that waits.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});
