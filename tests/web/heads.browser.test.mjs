// A model of several layers, heads and classes: each map can be chosen, is named, linked and exported.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, test } from './browser/harness.mjs';
import {
  button,
  cells,
  grid,
  linkTo,
  open,
  readGrid,
  readMeters,
  readPairs,
  showsTokens,
} from './browser/heed.mjs';
import { useSmallModel } from './browser/small-model.mjs';

const kSize = { layers: 2, heads: 2, classes: ['question', 'request', 'statement'] };
const kTokens = ['please', 'send', 'me', 'the', 'report'];
const layerBox = (page) => page.getByRole('combobox', { name: 'Layer' });
const headBox = (page) => page.getByRole('combobox', { name: 'Head' });

async function openSmall({ page, address }, more = '', size = kSize) {
  await useSmallModel(page, size);
  await open(page, address, linkTo('Please send me the report') + more);
  await showsTokens(page, kTokens);
}

const weightsOf = async (page) => (await readGrid(page)).weights;
const differ = (a, b) => a.flat().some((value, i) => value !== b.flat()[i]);

async function downloadJson(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download JSON').click()]);
  return JSON.parse(await readFile(await file.path(), 'utf8'));
}

test('one meter per class, also when there are three', async ({ visit }) => {
  await openSmall(visit);
  const said = await readMeters(visit.page);
  assert.deepEqual(Object.keys(said).sort(), kSize.classes);
  const values = Object.values(said);
  assert.deepEqual(
    values,
    [...values].sort((a, b) => b - a),
    'the likeliest first',
  );
  assert.ok(Math.abs(Object.values(said).reduce((a, b) => a + b) - 1) < 3e-6);
});

test('Layer and Head choose the map; the last layer and the first head come first', async ({ visit }) => {
  const { page } = visit;
  await openSmall(visit);
  const { attention } = await downloadJson(page);
  assert.deepEqual(
    attention.map(({ layer, shape }) => [layer, shape]),
    [
      [0, [2, 5, 5]],
      [1, [2, 5, 5]],
    ],
  );
  const shows = (layer, head) =>
    eventually(async () => {
      const expected = attention[layer].weights[head].map((row) =>
        row.map((value) => Number(value.toFixed(3))),
      );
      assert.deepEqual(await weightsOf(page), expected, `layer ${layer}, head ${head}`);
    });
  await shows(1, 0);
  await headBox(page).selectOption('1');
  await shows(1, 1);
  await layerBox(page).selectOption('0');
  await shows(0, 1);
  await eventually(() => assert.match(page.url(), /layer=0&head=1/));
});

test('the mean of the heads is a map of its own, whose rows sum to 1', async ({ visit }) => {
  const { page } = visit;
  await openSmall(visit);
  const first = await eventually(() => weightsOf(page));
  await headBox(page).selectOption('mean');
  await eventually(async () => assert.ok(differ(await weightsOf(page), first)));
  for (const row of await weightsOf(page)) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 0.003);
});

test('Top pairs say which head they come from, and lead to its map', async ({ visit }) => {
  const { page } = visit;
  await openSmall(visit);
  const { top_pairs: strongest } = await downloadJson(page);
  const lines = await page.getByRole('list', { name: 'Top pairs' }).getByRole('button').allTextContents();
  lines.forEach((line, i) => assert.match(line, new RegExp(`head ${strongest[i].head}`)));
  await layerBox(page).selectOption('0');
  const other = strongest.findIndex(({ head }) => head === 1);
  await page.getByRole('list', { name: 'Top pairs' }).getByRole('button').nth(other).click();
  await eventually(async () =>
    assert.equal(await headBox(page).locator('option:checked').textContent(), '1'),
  );
  const { query, key, weight } = strongest[other];
  await eventually(async () => assert.equal((await weightsOf(page))[query][key], Number(weight.toFixed(3))));
});

test('a link may name layer and head', async ({ visit }) => {
  const { page } = visit;
  await openSmall(visit, '&layer=0&head=1');
  assert.equal(await layerBox(page).locator('option:checked').textContent(), '0');
  assert.equal(await headBox(page).locator('option:checked').textContent(), '1');
});

test('with one layer and one head there is nothing to choose', async ({ visit }) => {
  const { page } = visit;
  await openSmall(visit, '', { ...kSize, layers: 1, heads: 1 });
  assert.equal((await layerBox(page).count()) + (await headBox(page).count()), 0);
  assert.ok((await readPairs(page)).length === 8);
});

// 2 layers of 8 heads over 300 tokens: more weights than cross from the worker at once.
const kMany = { ...kSize, layers: 2, heads: 8 };
const kLong = 'please send me the report '.repeat(60).trim();

test('of many big maps each is computed when it is looked at', async ({ visit }) => {
  const { page, address } = visit;
  await useSmallModel(page, kMany);
  await open(page, address, linkTo(kLong));
  // The first ten rows and columns are read: one weight in 300 is much like another, and how many are in view may change.
  const name = async () => {
    const names = await cells(page).evaluateAll((all) =>
      all
        .filter((cell) => cell.ariaColIndex <= 11 && cell.parentElement.ariaRowIndex <= 11)
        .map((cell) => cell.ariaLabel),
    );
    assert.equal(names.length, 100);
    return names.join();
  };
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '301'));
  const seen = [await eventually(name)];
  for (const head of ['4', 'average', '0']) {
    await headBox(page).selectOption(head);
    if (head !== '0') await eventually(async () => assert.ok(!seen.includes(await name())));
    else await eventually(async () => assert.equal(await name(), seen[0]));
    seen.push(await eventually(name));
  }
  await layerBox(page).selectOption('0');
  await eventually(async () => assert.ok(!seen.includes(await name())));
  await eventually(() => assert.match(page.url(), /layer=0&head=0/));
});
