// Several models: each is fetched when it is opened and only then, is there at once when one comes back to it, works
// without a network from then on, and is restored by a link.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  cells,
  modelBox,
  open,
  readMeters,
  sentence,
  showsTokens,
  status,
  statusSays,
  tokens,
} from './browser/heed.mjs';
import { serviceWorkerIsActive } from './browser/kept.mjs';
import { kExamples, smallGallery } from './browser/small-gallery.mjs';

const kIds = ['requests', 'sections', 'emotions'];
let site;
test.beforeAll(async () => (site = await smallGallery(kIds)));
test.afterAll(() => site?.end());
test.use({ address: ({}, use) => use(site.address) });

const kClasses = {
  requests: ['no_request', 'request'],
  sections: ['Business', 'Sci/Tech', 'Sports', 'World'],
  emotions: ['anger', 'disgust', 'fear', 'joy', 'neutral', 'sadness', 'surprise'],
};
const linkTo = (model, text) => `#${new URLSearchParams({ model, text })}`;
const shows = (page, id) =>
  eventually(async () => assert.deepEqual(Object.keys(await readMeters(page)).sort(), kClasses[id]));
const choose = async (page, id) => {
  await modelBox(page).selectOption(id);
  await shows(page, id);
};
// The models whose files were asked for.
const fetched = (watch) => [
  ...new Set(watch.requests.flatMap((url) => url.match(/\/models\/([^/]+)\//)?.[1] ?? [])),
];
const isKept = (page, id) =>
  eventually(async () => {
    const keys = await page.evaluate(async () => {
      const cache = await caches.open('heed:models');
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    assert.equal(keys.filter((path) => path.includes(`/models/${id}/`)).length, 3, id);
  });

test('the runs that trained the models are among no user’s own', () => {
  assert.equal(readdirSync(join(site.folder, 'runs')).length, kIds.length);
});

test('only the model that is opened is fetched, and each only once', async ({ page, address, watch }) => {
  await open(page, address);
  await shows(page, 'requests');
  assert.deepEqual(fetched(watch), ['requests']);
  await choose(page, 'emotions');
  assert.deepEqual(fetched(watch), ['requests', 'emotions']);
  await choose(page, 'requests');
  await choose(page, 'emotions');
  // Cards come when the page is idle: of every file it counts that it comes once, not when.
  const models = watch.requests.filter((url) => url.includes('/models/'));
  assert.deepEqual(models, [...new Set(models)]);
  await statusSays(page, /^$/);
});

// Runs in the page. Milliseconds from the choice until the frame after the one that shows the other model's classes.
function timeSwitch([id, label]) {
  return new Promise((done) => {
    const box = document.querySelector('select[aria-label="Model"]');
    const began = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`[role=meter][aria-label="${label}"]`)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    box.value = id;
    box.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('going back to a model that is open takes less than 100 ms', async ({ page, address }) => {
  await open(page, address);
  await shows(page, 'requests');
  await choose(page, 'emotions');
  const times = [Infinity];
  // The best of several: this is about what has to be done, not about how busy the machine is.
  for (let i = 0; i < 20 && Math.min(...times) >= 100; i++) {
    times.push(await page.evaluate(timeSwitch, ['requests', 'request']));
    times.push(await page.evaluate(timeSwitch, ['emotions', 'joy']));
  }
  assert.ok(Math.min(...times) < 100, `${times.map((time) => time.toFixed(0))} ms`);
});

test('name, task, size, accuracy and how it attends are said', async ({ page, address }) => {
  await open(page, address);
  const names = () => modelBox(page).getByRole('option').allTextContents();
  await eventually(async () =>
    assert.deepEqual(await names(), ['Small requests', 'Small sections', 'Small emotions']),
  );
  await choose(page, 'sections');
  const facts = await page.locator('.models').innerText();
  assert.match(facts, /What is this about, of 4\?/);
  assert.match(facts, /\d+ kB/);
  assert.match(facts, /right on 75\.0 % of 100 held-out sentences/);
  assert.match(facts, /How sections attends\./);
});

test('examples come with the model; what one has typed stays', async ({ page, address }) => {
  await open(page, address);
  await shows(page, 'requests');
  assert.equal(await sentence(page).inputValue(), kExamples.requests[0]);
  await choose(page, 'sections');
  assert.equal(await sentence(page).inputValue(), kExamples.sections[0]);
  await button(page, kExamples.sections[1]).click();
  await sentence(page).fill('My own words about robots');
  await choose(page, 'emotions');
  assert.equal(await sentence(page).inputValue(), 'My own words about robots');
  await eventually(async () =>
    assert.deepEqual(await tokens(page), ['my', 'own', 'words', 'about', 'robots']),
  );
});

test('a link restores the model, and so does a reload', async ({ page, address, watch }) => {
  await open(page, address, linkTo('sections', 'They speak of the treaty'));
  await shows(page, 'sections');
  assert.deepEqual(fetched(watch), ['sections']);
  assert.equal(await modelBox(page).inputValue(), 'sections');
  // Until a text is analysed the classes stand there without numbers.
  await showsTokens(page, ['they', 'speak', 'of', 'the', 'treaty']);
  const before = await readMeters(page);
  await page.reload();
  await shows(page, 'sections');
  await eventually(async () => assert.deepEqual(await readMeters(page), before));
  await page.evaluate((hash) => (location.hash = hash), linkTo('emotions', 'We hear about the terror'));
  await shows(page, 'emotions');
  assert.equal(await modelBox(page).inputValue(), 'emotions');
  await page.goBack();
  await shows(page, 'sections');
  assert.deepEqual(await readMeters(page), before);
});

given({ noise: /Failed to load resource/ }, () =>
  test('after the first visit to each, models work without a network, and the others say what to do', async ({
    page,
    context,
    address,
    watch,
  }) => {
    await open(page, address);
    await shows(page, 'requests');
    await choose(page, 'emotions');
    await isKept(page, 'requests');
    await isKept(page, 'emotions');
    await serviceWorkerIsActive(page);
    watch.check(address);
    await context.setOffline(true);
    await page.reload();
    await shows(page, 'emotions');
    await choose(page, 'requests');
    await sentence(page).fill('Could you send it?');
    await eventually(async () => assert.equal((await tokens(page))[0], 'could'));
    await modelBox(page).selectOption('sections');
    await eventually(async () =>
      assert.match(
        await status(page).textContent(),
        /^Small sections did not open: .* check the connection and try again\. Small requests stays\.$/,
      ),
    );
    await shows(page, 'requests');
    assert.equal(await modelBox(page).inputValue(), 'requests');
    await context.setOffline(false);
    await choose(page, 'sections');
    await statusSays(page, /^$/);
  }),
);

given({ noise: /Failed to load resource/ }, () =>
  test('a first model that does not come can be tried again', async ({ page, address }) => {
    const kWeights = '**/requests/model.safetensors';
    await page.route(kWeights, (route) => route.abort());
    await open(page, address);
    await eventually(async () =>
      assert.match(await status(page).textContent(), /^Small requests did not open/),
    );
    await page.unroute(kWeights);
    await button(page, 'Retry').click();
    await shows(page, 'requests');
    await statusSays(page, /^$/);
    assert.equal(await button(page, 'Retry').count(), 0);
  }),
);

test('while one model loads, another that is open answers at once', async ({ page, address }) => {
  await open(page, address);
  await shows(page, 'requests');
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/emotions/model.safetensors', async (route) => {
    await held;
    await route.continue();
  });
  await modelBox(page).selectOption('emotions');
  await eventually(async () => assert.match(await status(page).textContent(), /^Loading Small emotions/));
  await sentence(page).fill('We hear about the terror');
  await choose(page, 'sections');
  await choose(page, 'requests');
  await statusSays(page, /^$/);
  release();
  await choose(page, 'emotions');
  await cells(page).first().waitFor();
  assert.deepEqual(await tokens(page), ['we', 'hear', 'about', 'the', 'terror']);
});
