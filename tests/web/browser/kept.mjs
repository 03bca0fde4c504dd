// What the page keeps for later in this browser.

// Waits until the service worker answers for the page.
export const serviceWorkerIsActive = (page) =>
  page.evaluate(() =>
    navigator.serviceWorker.ready.then(
      ({ active }) =>
        new Promise((done) => {
          const check = () => active.state === 'activated' && done();
          active.addEventListener('statechange', check);
          check();
        }),
    ),
  );

// The addresses of all kept files.
export const kept = (page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
