// The section Models, and every kind of model for every eye and screen: axe-core in light and dark, narrow and wide.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { cells, modelBox, open, readMeters, sentence, tokens } from './browser/heed.mjs';
import { kExamples, smallGallery } from './browser/small-gallery.mjs';

const kIds = ['topics', 'emotions', 'unweighed', 'lesson'];
let site;
test.beforeAll(async () => (site = await smallGallery(kIds)));
test.afterAll(() => site?.end());
test.use({ address: ({}, use) => use(site.address) });

const modelsLink = (page) => page.getByRole('link', { name: 'Models', exact: true });
const region = (page) => page.getByRole('region', { name: 'Models', exact: true });

async function openModel(page, address, id) {
  await open(page, address, `#${new URLSearchParams({ model: id, text: kExamples[id][0] })}`);
  await eventually(async () => assert.ok((await tokens(page)).length > 1));
}

test('a link opens the cards: one for each model, with what it is', async ({ page, address, watch }) => {
  await openModel(page, address, 'topics');
  await modelsLink(page).click();
  await region(page).waitFor();
  const cards = region(page).locator('.card');
  assert.equal(await cards.count(), kIds.length);
  const said = await cards.nth(1).innerText();
  for (const part of [
    /Small emotions/,
    /of 7\?/,
    /right on 75\.0 % of 100 held-out sentences/,
    /kB/,
    /How emotions attends/,
  ])
    assert.match(said, part);
  await cards.first().getByText('open now').waitFor();
  assert.equal(await sentence(page).count(), 0);
  assert.equal(watch.requests.filter((url) => /models\/(emotions|unweighed|lesson)\//.test(url)).length, 0);
});

test('an example on a card opens its model with it; back leads back', async ({ page, address }) => {
  await openModel(page, address, 'topics');
  await modelsLink(page).click();
  await region(page).getByRole('link', { name: kExamples.emotions[1] }).click();
  await eventually(async () => assert.equal(await sentence(page).inputValue(), kExamples.emotions[1]));
  assert.equal(await modelBox(page).inputValue(), 'emotions');
  await eventually(async () => assert.equal(Object.keys(await readMeters(page)).length, 7));
  await page.goBack();
  await region(page).waitFor();
  await page.reload();
  await region(page).waitFor();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await sentence(page).waitFor();
  await eventually(async () => assert.ok((await tokens(page)).length > 1));
  assert.equal(await region(page).count(), 0);
});

test('a long text survives a look at the models', async ({ page, address }) => {
  await openModel(page, address, 'emotions');
  const text = 'the terror and the delight '.repeat(60);
  await sentence(page).fill(text);
  await modelsLink(page).click();
  await region(page).waitFor();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  assert.equal(await sentence(page).inputValue(), text);
});

const fits = async (page, state) => {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${state}: ${wide} px in ${room}`);
};

// Contrast does not depend on the width, nor widths on colours.
for (const [colorScheme, width] of [
  ['light', 320],
  ['light', 768],
  ['dark', 1440],
]) {
  const name = `${colorScheme}, ${width} px`;
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`nothing for axe-core to object to, and nothing too wide: ${name}`, async ({ page, address }) => {
      await useAxe(page);
      for (const id of kIds) {
        await openModel(page, address, id);
        await page.reload();
        await eventually(async () => assert.ok((await tokens(page)).length > 1));
        await page.getByText('How this is computed').click();
        if (id !== 'unweighed') {
          await page.getByText('Numbers', { exact: true }).click();
          await cells(page).nth(2).click();
        }
        await scan(page, `${id}, ${name}`);
        await fits(page, `${id}, ${name}`);
      }
      await modelsLink(page).click();
      await region(page).waitFor();
      await scan(page, `the cards, ${name}`);
      await fits(page, `the cards, ${name}`);
    }),
  );
}
