// The manual in the site: every page of it, its search, on a phone and without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { cells, open } from './browser/heed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = JSON.parse(readFileSync(`${root}/web/manual/contents.json`, 'utf8')).map(({ id }) => id);
const search = (page) => page.getByRole('searchbox', { name: 'Search the manual' });
const results = (page) => page.getByRole('list', { name: 'Found' }).getByRole('link');

test('every page opens, says where it is, and leads to the next', async ({ page, address }) => {
  await useAxe(page);
  await page.goto(`${address}manual/index.html`);
  for (const id of pages) {
    await page.waitForURL(`**/manual/${id}.html`);
    const here = page.getByRole('navigation', { name: 'Manual' }).locator('[aria-current=page]');
    assert.equal(await here.count(), 1);
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), await here.textContent());
    const unseen = () => page.evaluate(() => [...document.images].filter((one) => !one.naturalWidth).length);
    await eventually(async () => assert.equal(await unseen(), 0, 'every picture is there'));
    if (id !== 'embedding') await scan(page, id);
    const next = page.locator('.next a').last();
    if (id !== pages.at(-1)) await next.click();
  }
});

test('a search by keyboard leads to the section', async ({ page, address }) => {
  await page.goto(`${address}manual/index.html`);
  await search(page).fill('mpirun');
  await results(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // With its script, which searches.
  await page.waitForURL(/cards-and-clusters\.html#on-several-machines$/);
  await search(page).fill('zzzzzz');
  await page.getByText('Nothing in the manual about “zzzzzz”.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await search(page).inputValue(), '');
});

test('its examples are live', async ({ page, address }) => {
  await page.goto(`${address}manual/embedding.html`);
  await cells(page).first().waitFor();
  await page.getByRole('region', { name: 'Arcs' }).waitFor();
});

for (const [scheme, width] of [
  ['light', 320],
  ['dark', 768],
])
  given({ colorScheme: scheme }, () =>
    test(`nothing is too wide: ${scheme}, ${width} px`, async ({ page, address }) => {
      await page.setViewportSize({ width, height: 800 });
      await useAxe(page);
      for (const id of pages.filter((one) => one !== 'embedding')) {
        await page.goto(`${address}manual/${id}.html`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${id}: ${wide} px`);
        await scan(page, id);
      }
    }),
  );

test('what there is of it in German is German, and the rest leads to English', async ({ page, address }) => {
  await useAxe(page);
  await page.goto(`${address}manual/de/index.html`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  const contents = page.getByRole('navigation', { name: 'Handbuch' }).getByRole('link');
  assert.equal(await contents.count(), pages.length);
  const own = contents.and(page.locator(':not([lang=en])'));
  const addresses = await own.evaluateAll((all) => all.map((link) => link.href));
  assert.ok(addresses.length >= 8);
  for (const one of addresses) {
    await page.goto(one);
    const here = page.getByRole('navigation', { name: 'Handbuch' }).locator('[aria-current=page]');
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), await here.textContent());
    const unseen = () => page.evaluate(() => [...document.images].filter((one) => !one.naturalWidth).length);
    await eventually(async () => assert.equal(await unseen(), 0, 'every picture is there'));
    await page.setViewportSize({ width: 320, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${one}: ${wide} px`);
    await scan(page, one);
  }
  const box = page.getByRole('searchbox', { name: 'Das Handbuch durchsuchen' });
  await box.fill('Sicherungspunkt');
  await page.getByRole('list', { name: 'Gefunden' }).getByRole('link').first().click();
  await eventually(async () => assert.match(page.url(), /manual\/de\/\S+\.html#/));
  // To the same page in the other language and back; what is English alone; and home.
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await page.waitForURL(/manual\/[a-z-]+\.html$/);
  await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
  await contents.filter({ hasText: 'Recipes' }).click();
  await page.waitForURL('**/manual/recipes.html');
  await page.goto(`${address}manual/de/why.html`);
  await page.getByRole('banner').getByRole('link', { name: 'Heed' }).click();
  await page.waitForURL('**/de.html*');
  await page.getByRole('link', { name: 'Handbuch', exact: true }).click();
  await page.waitForURL('**/manual/de/index.html');
});

test('read once, it is there without a network, with its search', async ({ page, context, address }) => {
  await open(page, address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.goto(`${address}manual/index.html`);
  await eventually(async () =>
    assert.ok(
      await page.evaluate(async () =>
        Boolean(await caches.match(new URL('../sw-module-heed-manual.json', document.baseURI))),
      ),
    ),
  );
  await context.setOffline(true);
  await page.goto(`${address}manual/why.html`);
  await search(page).fill('patching');
  await results(page).first().waitFor();
  await page.goto(`${address}manual/`);
  await page.getByRole('heading', { level: 1, name: 'Heed' }).waitFor();
  await context.setOffline(false);
});
