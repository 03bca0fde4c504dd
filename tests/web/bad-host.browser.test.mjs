// A host that sends something else than the files of the page, and calls it a success: nothing of it stays, and with the
// next good answer all is well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serve } from '../../web/serve.mjs';
import { dist, eventually, given, test } from './browser/harness.mjs';
import { button, cells, modelBox, open, openAnalysed, statusSays } from './browser/heed.mjs';
import { serviceWorkerIsActive } from './browser/kept.mjs';

const startPage = readFileSync(join(dist, 'index.html'));

// `host.bad`: paths for which it sends its start page with 200.
async function withHost(body) {
  const good = await serve({ folder: dist, port: 0 });
  const host = { bad: null };
  const server = createServer((request, response) => {
    if (!host.bad?.test(request.url)) return good.emit('request', request, response);
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=3600' }).end(startPage);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    await body(`http://127.0.0.1:${server.address().port}/`, host);
  } finally {
    for (const one of [server, good]) {
      one.closeAllConnections();
      one.close();
    }
  }
}

// Paths under which a page is kept that is none.
const wrong = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const text = await (await cache.match(url)).text();
        if (/^\s*<!doctype html>/i.test(text) && !/(\.html|\/)$/.test(url)) found.push(url);
      }
    }
    return found;
  });

given({ noise: /./ }, () =>
  test('a start page in the place of models and modules is not kept, and all heals', async ({
    page,
    watch,
  }) =>
    withHost(async (address, host) => {
      await openAnalysed(page, address);
      await serviceWorkerIsActive(page);
      host.bad = /^\/(models\/(?!enron)|assets\/heed-(trainer|writer))/;
      await button(page, 'Keep everything for offline').click();
      await page.getByText(/Not everything was saved: .* is not the file of this page/).waitFor();
      assert.deepEqual(await wrong(page), []);
      await modelBox(page).selectOption('emotions');
      await statusSays(page, /the server answered with a page instead of the file/);
      host.bad = null;
      await button(page, 'Retry').click();
      await eventually(async () => assert.equal(await modelBox(page).inputValue(), 'emotions'));
      await statusSays(page, /^$/);
      await cells(page).first().waitFor();
      watch.requests = [];
    })),
);

given({ noise: /./ }, () =>
  test('a kept model that is none is fetched again', async ({ page, watch }) =>
    withHost(async (address) => {
      await openAnalysed(page, address);
      await serviceWorkerIsActive(page);
      const spoil = () =>
        page.evaluate(async () => {
          const cache = await caches.open('heed:models');
          const keys = (await cache.keys()).filter(({ url }) =>
            /enron.*(config|tokenizer|model)\./.test(url),
          );
          for (const key of keys) await cache.put(key, new Response('<!doctype html>'));
          return keys.length;
        });
      await eventually(async () => assert.ok((await spoil()) >= 3));
      await page.goto('about:blank');
      await open(page, address);
      await cells(page).first().waitFor();
      await eventually(async () => assert.deepEqual(await wrong(page), []));
      watch.requests = [];
    })),
);
