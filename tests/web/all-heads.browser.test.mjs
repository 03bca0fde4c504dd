// All heads of a model at once, as a grid of small maps: named, walked by keyboard, linked with Layer and Head.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, cells, focused, grid, linkTo, open, readGrid, showsTokens, write } from './browser/heed.mjs';
import { useSmallModel } from './browser/small-model.mjs';

const kSize = { layers: 3, heads: 4, classes: ['no_request', 'request'] };
const kTokens = ['please', 'send', 'me', 'the', 'report'];

const list = (page) => page.getByRole('listbox', { name: 'All heads' });
const option = (page, layer, head) =>
  list(page).getByRole('option', { name: `layer ${layer}, head ${head}`, exact: true });
const told = (page, pattern) =>
  eventually(async () => assert.match(await page.locator('#heads-told').innerText(), pattern));
const box = (page, name) => page.getByRole('combobox', { name }).locator('option:checked').textContent();

async function openHeads({ page, address }, size = kSize, more = '&view=heads') {
  await useSmallModel(page, size);
  await open(page, address, linkTo('Please send me the report') + more);
  await showsTokens(page, kTokens);
  await told(page, /strongest/);
}

const download = async (page, kind) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

test('every head of every layer is an option with a name; the open one is selected', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit, kSize, '&view=heads&layer=1&head=2');
  const names = await list(page)
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  const expected = [0, 1, 2].flatMap((layer) => [0, 1, 2, 3].map((head) => `layer ${layer}, head ${head}`));
  assert.deepEqual(names, expected);
  assert.equal(await option(page, 1, 2).getAttribute('aria-selected'), 'true');
  assert.equal(await list(page).locator('[aria-selected=true]').count(), 1);
  assert.equal(await page.getByRole('gridcell').count(), 0, 'cells are those of the map alone');
  await page.getByRole('combobox', { name: 'Head' }).selectOption('average');
  await eventually(async () =>
    assert.equal(await list(page).locator('[aria-selected=true]').count(), 4, 'the average is the whole row'),
  );
});

test('a click opens a map large, in the boxes and the address too', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit);
  await option(page, 0, 3).click();
  await grid(page).waitFor();
  assert.deepEqual([await box(page, 'Layer'), await box(page, 'Head')], ['0', '3']);
  await eventually(() => assert.match(page.url(), /layer=0&head=3(?!.*view)/));
  await page.getByText('All heads', { exact: true }).click();
  assert.equal(await option(page, 0, 3).getAttribute('aria-selected'), 'true');
});

test('arrow keys walk, Enter opens, and the focus goes on in the map', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit, kSize, '&view=heads&layer=0&head=0');
  await option(page, 0, 0).focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.equal(await focused(page), 'option "layer 2, head 1"');
  await page.keyboard.press('End');
  assert.equal(await focused(page), 'option "layer 2, head 3"');
  await told(page, /^Layer 2, head 3: strongest/);
  await page.keyboard.press('Enter');
  await eventually(async () => assert.match(await focused(page), /^gridcell "please to please/));
  assert.deepEqual([await box(page, 'Layer'), await box(page, 'Head')], ['2', '3']);
});

test('what is said of a small map is what the large one shows, in the table too', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit);
  await option(page, 1, 1).hover();
  await told(page, /^Layer 1, head 1: strongest (\S+) → (\S+), (\d\.\d{3}); entropy \d\.\d\d nats/);
  const said = (await page.locator('#heads-told').innerText()).match(/strongest (\S+) → (\S+), (\S+);/);
  const { name, text } = await download(page, 'CSV');
  assert.match(name, /attention-all-heads\.csv$/);
  const lines = text.trim().split('\r\n');
  assert.equal(lines.length, 1 + 12);
  assert.equal(lines[0], 'layer,head,entropy in nats,strongest query,strongest key,weight');
  const [layer, head, entropy, query, key] = lines[1 + 5].split(',');
  assert.deepEqual([layer, head, query, key], ['1', '1', ...said.slice(1, 3)]);
  assert.ok(Number(entropy) >= 0 && Number(entropy) <= Math.log(5) + 1e-6);
  await option(page, 1, 1).click();
  await grid(page).waitFor();
  const { rows, columns, weights } = await eventually(() => readGrid(page));
  const weight = weights[rows.indexOf(query)][columns.indexOf(key)];
  assert.deepEqual([weight, weight], [Number(said[3]), Math.max(...weights.flat())]);
});

test('the drawing holds the small maps and their numbers', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit);
  const { text } = await download(page, 'SVG');
  assert.match(text, /<image [^>]*href="data:image\/png/);
  assert.match(text, /row: layer · column: head/);
});

test('the small maps follow the text, and stay while it changes', async ({ visit }) => {
  const { page } = visit;
  await openHeads(visit);
  await option(page, 0, 0).hover();
  await write(page, 'Thank you', ['thank', 'you']);
  await told(page, /strongest (thank|you) → (thank|you)/);
});

test('one map is not a grid of maps', async ({ page, address }) => {
  await open(page, address, `${linkTo('Please send me the report')}&view=heads`);
  await cells(page).first().waitFor();
  assert.equal(await page.getByText('All heads', { exact: true }).count(), 0);
});

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 360],
]) {
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`12 layers of 12 heads fit and are accessible: ${colorScheme}, ${width} px`, async ({ visit }) => {
      const { page } = visit;
      await useAxe(page);
      await openHeads(visit, { ...kSize, layers: 12, heads: 12, width: 24 });
      const sizes = await page.evaluate(() => {
        const stage = document.querySelector('.heads');
        const { width, height } = document.querySelector('.heads-option').getBoundingClientRect();
        return { overflow: stage.scrollWidth - stage.clientWidth, width, height };
      });
      assert.ok(sizes.overflow <= 0, `all 12 in view: ${sizes.overflow} px beyond`);
      assert.ok(sizes.width >= 22 && sizes.height >= 22);
      await option(page, 2, 4).hover();
      await scan(page, 'one head of 144');
    }),
  );
}
