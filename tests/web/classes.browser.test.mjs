// Many classes: the likeliest stands first, and the order keeps still while one types.
import assert from 'node:assert/strict';
import { eventually, test } from './browser/harness.mjs';
import { meters, open, readMeters, sentence, showsTokens } from './browser/heed.mjs';
import { smallGallery } from './browser/small-gallery.mjs';

let site;
test.beforeAll(async () => (site = await smallGallery(['emotions', 'requests'])));
test.afterAll(() => site?.end());
test.use({ address: ({}, use) => use(site.address) });

const kTerror = ['we', 'hear', 'about', 'the', 'terror'];
const isSorted = (values) => values.every((value, i) => i === 0 || value <= values[i - 1]);

async function openTerror(page, address) {
  await open(
    page,
    address,
    `#${new URLSearchParams({ model: 'emotions', text: 'We hear about the terror' })}`,
  );
  await showsTokens(page, kTerror);
}

test('seven meters, the likeliest first, together 1', async ({ page, address }) => {
  await openTerror(page, address);
  const said = await readMeters(page);
  const values = Object.values(said);
  assert.equal(values.length, 7);
  assert.ok(isSorted(values), JSON.stringify(said));
  assert.ok(Math.abs(values.reduce((a, b) => a + b) - 1) < 1e-5);
  assert.equal(Object.keys(said)[0], 'fear');
  await page.locator('.verdict').getByText('fear').waitFor();
});

test('another text sorts them at once, and what is read is what is seen', async ({ page, address }) => {
  await openTerror(page, address);
  await sentence(page).fill('Great week for the delight');
  await showsTokens(page, ['great', 'week', 'for', 'the', 'delight']);
  const said = await readMeters(page);
  assert.equal(Object.keys(said)[0], 'joy');
  assert.ok(isSorted(Object.values(said)));
  await eventually(async () => assert.equal(await page.evaluate(() => document.getAnimations().length), 0));
  const places = await meters(page).evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  assert.ok(
    places.every((top, i) => i === 0 || top > places[i - 1]),
    `${places}`,
  );
});

test('while one types the order stays, and is put right at the first pause', async ({ page, address }) => {
  await openTerror(page, address);
  const before = Object.keys(await readMeters(page));
  // Without a wait between: the pause comes half a second after the last of them.
  await sentence(page).evaluate((box) => {
    const seen = (globalThis.seenOrders = []);
    const labels = () =>
      [...document.querySelectorAll('[role=meter]')]
        .map((meter) => meter.getAttribute('aria-label'))
        .join(' ');
    const everything = { subtree: true, childList: true, attributes: true };
    new MutationObserver(() => seen.push(labels())).observe(document.body, everything);
    for (const letter of ' delight') {
      box.value += letter;
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
  await showsTokens(page, [...kTerror, 'delight']);
  await eventually(async () => assert.ok(isSorted(Object.values(await readMeters(page)))));
  const seen = await page.evaluate(() => globalThis.seenOrders);
  assert.equal(seen[0], before.join(' '));
  assert.ok(new Set(seen).size <= 2, 'put in order once');
});

test('two classes keep their places, whatever is likelier', async ({ page, address }) => {
  for (const text of ['The please once again', 'The meeting once again']) {
    await open(page, address, `#${new URLSearchParams({ model: 'requests', text })}`);
    await eventually(async () =>
      assert.deepEqual(Object.keys(await readMeters(page)), ['no_request', 'request']),
    );
  }
});
