// The section "About this model": the card of the model that is open, and how large its layers are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { chooseFiles, modelBox } from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const kModels = fileURLToPath(new URL('../../assets/models/', import.meta.url));
const region = (page) => page.getByRole('region', { name: 'About this model', exact: true });
const layers = (page) => region(page).getByRole('group', { name: 'Weights by layer' });
const card = (page) => region(page).getByRole('article', { name: 'Model card' });

// {name: shape} of a file of weights, from its header.
function shapesOf(model) {
  const bytes = readFileSync(`${kModels}${model}/model.safetensors`);
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString());
  return Object.fromEntries(
    Object.entries(header).flatMap(([name, { shape }]) => (shape ? [[name, shape]] : [])),
  );
}

async function openAbout(page, address, model = 'enron-request') {
  await page.goto(`${address}#${new URLSearchParams({ section: 'about', model })}`);
  await layers(page).waitFor();
}

// [weight, shape] as the table has them, under the names of their layers.
const readWeights = (page) =>
  layers(page)
    .locator('tbody')
    .evaluateAll((bodies) =>
      bodies.flatMap((body) => {
        const text = (element) => element.textContent.trim();
        const [layer, ...rows] = [...body.querySelectorAll('tr')];
        const name = text(layer.querySelector('button'));
        return rows.map((row) => [
          `${name}.${text(row.querySelector('th'))}`,
          text(row.querySelector('td'))
            .replace(/\s*[A-Z]+\d+$/, '')
            .split(' × ')
            .map(Number),
        ]);
      }),
    );

test('a link leads there, and its address back', async ({ page, address }) => {
  await page.goto(address);
  await page.getByRole('link', { name: 'About this model', exact: true }).click();
  await region(page).waitFor();
  await page.reload();
  await region(page).waitFor();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await eventually(async () => assert.equal(await region(page).count(), 0));
});

test('layers and weights are those of the file, with their shapes', async ({ page, address }) => {
  await openAbout(page, address);
  const stored = shapesOf('enron-request');
  const shown = await readWeights(page);
  assert.ok(shown.length >= 5);
  for (const [name, shape] of shown) assert.deepEqual(shape, stored[name], name);
  const numbers = shown.reduce((sum, [, shape]) => sum + shape.reduce((a, b) => a * b, 1), 0);
  assert.match(await region(page).innerText(), new RegExp(numbers.toLocaleString('en-US')));
});

test('a layer closes and opens, by keyboard too', async ({ page, address }) => {
  await openAbout(page, address);
  const button = layers(page).getByRole('button').first();
  const rows = () => layers(page).locator('tbody').first().locator('tr').count();
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  await button.press('Enter');
  assert.equal(await button.getAttribute('aria-expanded'), 'false');
  assert.equal(await rows(), 1);
  await button.press('Space');
  assert.ok((await rows()) > 1);
});

test('the card is that of the model, and changes with it', async ({ page, address }) => {
  await openAbout(page, address);
  await card(page).getByRole('heading', { name: 'enron-request', exact: true }).waitFor();
  await card(page).getByRole('rowheader', { name: 'licence of the data' }).waitFor();
  assert.doesNotMatch(await card(page).innerText(), /\*\*|library_name|\| ---/);
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await modelBox(page).selectOption('sst2-sentiment');
  await page.getByRole('link', { name: 'About this model', exact: true }).click();
  await card(page).getByRole('heading', { name: 'sst2-sentiment', exact: true }).waitFor();
  const stored = shapesOf('sst2-sentiment');
  await eventually(async () => {
    const shown = await readWeights(page);
    assert.ok(shown.length > 5);
    for (const [name, shape] of shown) assert.deepEqual(shape, stored[name], name);
  });
});

given({ serviceWorkers: 'block', noise: /Service Worker registration blocked|Failed to load resource/ }, () =>
  test('without a network the layers are still there, and the card says what to do', async ({
    page,
    address,
  }) => {
    await page.route(/README\.md$/, (route) => route.abort());
    await openAbout(page, address);
    await card(page).getByRole('alert').getByText('Check the connection').waitFor();
  }),
);

test('a card of others makes no markup, and asks nobody for anything', async ({ page, address }) => {
  const image = '<img src="https://example.org/a.png" onerror="alert(1)"> ![b](https://example.org/b.png)';
  await page.goto(`${address}#section=models`);
  await chooseFiles(page, { ...tinyFiles('distilbert_tiny'), 'README.md': `# Mine\n\n${image}\n` });
  await modelBox(page).waitFor();
  await page.getByRole('link', { name: 'About this model', exact: true }).click();
  await card(page).getByRole('heading', { name: 'Mine' }).waitFor();
  assert.equal(await card(page).locator('img').count(), 0);
  assert.match(await card(page).innerText(), /<img src/);
  await layers(page).waitFor();
});

for (const colorScheme of ['light', 'dark'])
  for (const width of [360, 768, 1440])
    given({ colorScheme, viewport: { width, height: 900 } }, () =>
      test(`nothing for axe-core to object to, and nothing too wide: ${colorScheme}, ${width} px`, async ({
        page,
        address,
      }) => {
        await useAxe(page);
        await openAbout(page, address);
        await card(page).getByRole('heading', { name: 'enron-request', exact: true }).waitFor();
        await scan(page, `about, ${colorScheme}, ${width} px`);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${wide} px in ${room}`);
      }),
    );
