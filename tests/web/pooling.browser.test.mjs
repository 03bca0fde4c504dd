// A model whose sentence takes one weighted sum over its words: a strip of bars instead of a map; and a model that
// weighs nothing, which is said in words.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  cell,
  cells,
  grid,
  kKept,
  modelBox,
  open,
  pairs,
  readGrid,
  says,
  sentence,
  settle,
  showsTokens,
  token,
  tokenNames,
  write,
} from './browser/heed.mjs';
import { smallGallery } from './browser/small-gallery.mjs';

let site;
test.beforeAll(async () => (site = await smallGallery(['topics', 'unweighed'])));
test.afterAll(() => site?.end());
test.use({ address: ({}, use) => use(site.address) });

const kText = 'Great week for the tennis cup!';
const kTokens = ['great', 'week', 'for', 'the', 'tennis', 'cup', '!'];
const linkTo = (model, text) => `#${new URLSearchParams({ model, text })}`;
const topWords = (page) => page.getByRole('list', { name: 'Top words' });

async function openStrip({ page, address }, more = '') {
  await open(page, address, linkTo('topics', kText) + more);
  await showsTokens(page, kTokens);
  await cells(page).first().waitFor();
}

// [word, weight] of the list, in its order.
async function readTopWords(page) {
  const lines = await topWords(page).getByRole('button').allInnerTexts();
  return lines.map((line) => line.trim().split(/\s+/)).map(([word, weight]) => [word, Number(weight)]);
}

async function download(page, kind) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return readFile(await file.path());
}

test('the strip is a grid of one row, the sentence, whose weights sum to 1', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { rows, columns, weights } = await readGrid(page);
  assert.deepEqual([rows, columns], [['sentence'], kTokens]);
  assert.ok(Math.abs(weights[0].reduce((a, b) => a + b) - 1) < 0.004);
  assert.equal(await grid(page).getAttribute('aria-rowcount'), '2');
  assert.equal(await grid(page).getAttribute('aria-colcount'), '8');
  assert.equal(await page.getByRole('grid').count(), 1);
  await page.getByText('The sentence attends (query). A bar is the share of its weighted sum').waitFor();
});

test('words stand in the order of the sentence, and a bar is as high as its weight', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { weights } = await readGrid(page);
  await settle(page);
  const bars = await cells(page).evaluateAll((all) =>
    all.map((element) => {
      const { left, top } = element.getBoundingClientRect();
      return { left, top, height: element.firstElementChild.getBoundingClientRect().height };
    }),
  );
  bars.slice(1).forEach(({ left, top }, i) => assert.ok(top > bars[i].top || left > bars[i].left));
  const largest = Math.max(...weights[0]);
  const tallest = Math.max(...bars.map(({ height }) => height));
  bars.forEach(({ height }, i) =>
    assert.ok(Math.abs(height / tallest - weights[0][i] / largest) < 0.03, kTokens[i]),
  );
});

test('Top words are the largest weights, and there are no pairs', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { weights } = await readGrid(page);
  const expected = kTokens
    .map((word, i) => [word, weights[0][i]])
    .sort((a, b) => b[1] - a[1])
    .map(([, weight]) => weight);
  const listed = await readTopWords(page);
  assert.deepEqual(
    listed.map(([, weight]) => weight),
    expected,
  );
  for (const [word, weight] of listed) assert.equal(weight, weights[0][kTokens.indexOf(word)], word);
  assert.equal(await pairs(page).count(), 0);
});

test('tokens say the weight they receive', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { weights } = await readGrid(page);
  assert.deepEqual(
    await tokenNames(page),
    kTokens.map((text, i) => `${text}, attention received ${weights[0][i].toFixed(3)}`),
  );
});

test('pointing at a bar, a word or a token says how much of the sum it gives', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const [[best], [second]] = await readTopWords(page);
  await cell(page, 'sentence', best).hover();
  await says(
    page,
    new RegExp(`^The sentence gives [01]\\.\\d{3} of its attention to ${best}, its largest share\\.`),
  );
  await grid(page).getByRole('columnheader', { name: second }).hover();
  await says(page, new RegExp(`^The sentence gives .* to ${second}; the largest share goes to ${best}, `));
  await token(page, best).hover();
  await says(page, new RegExp(`to ${best}, its largest share`));
  await topWords(page).getByRole('button').nth(1).click();
  await sentence(page).hover();
  await says(page, new RegExp(`to ${second};.*${kKept}`));
  await page.keyboard.press('Escape');
  await says(page, /^Point at a word\. Click to pin it/);
});

test('arrow keys walk the strip, which is one stop, and Enter pins', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const focusedName = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await cells(page).first().focus();
  for (const [key, word] of [
    ['ArrowRight', 'week'],
    ['End', '!'],
    ['ArrowRight', '!'],
    ['ArrowLeft', 'cup'],
    ['Home', 'great'],
    ['ArrowDown', 'great'],
  ]) {
    await page.keyboard.press(key);
    await eventually(async () =>
      assert.match(await focusedName(), new RegExp(`^sentence to ${word}, `), key),
    );
    assert.equal(await cells(page).evaluateAll((all) => all.filter((e) => e.tabIndex === 0).length), 1);
  }
  await page.keyboard.press('ArrowRight');
  await eventually(async () => assert.match(await focusedName(), /^sentence to week/));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await says(page, new RegExp(`to week.*${kKept}`));
});

given({ hasTouch: true, viewport: { width: 390, height: 800 } }, () =>
  test('a tap points, a second tap pins', async ({ visit }) => {
    const { page } = visit;
    await openStrip(visit);
    await cell(page, 'sentence', 'tennis').tap();
    await says(page, /to tennis[^]*\.\s*$/);
    await cell(page, 'sentence', 'tennis').tap();
    await page.getByRole('heading', { name: 'Top words' }).tap();
    await says(page, new RegExp(`to tennis.*${kKept}`));
  }),
);

test('numbers and arcs show the same weights', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { weights } = await readGrid(page);
  await page.getByText('Numbers', { exact: true }).click();
  await eventually(async () =>
    assert.deepEqual((await cells(page).allTextContents()).map(Number), weights[0]),
  );
  await page.getByText('Arcs', { exact: true }).click();
  await page.getByRole('img', { name: /^Arcs connect the sentence/ }).waitFor();
  await page.getByText('The sentence above attends').waitFor();
});

test('CSV, JSON, SVG and PNG hold the strip', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const { weights } = await readGrid(page);
  const csv = (await download(page, 'CSV')).toString().trimEnd().split('\r\n');
  assert.equal(csv.length, 2);
  assert.equal(csv[0], `query \\ key,${kTokens.join(',')}`);
  const [name, ...values] = csv[1].split(',');
  assert.equal(name, 'sentence');
  assert.deepEqual(
    values.map((value) => Number(Number(value).toFixed(3))),
    weights[0],
  );
  const analysis = JSON.parse(await download(page, 'JSON'));
  assert.deepEqual([analysis.attention[0].kind, analysis.attention[0].shape], ['pooling', [1, 1, 7]]);
  assert.deepEqual(analysis.top_pairs, []);
  const svg = (await download(page, 'SVG')).toString();
  for (const [i, word] of kTokens.entries())
    assert.ok(svg.includes(`<title>sentence to ${word}, ${weights[0][i].toFixed(3)}</title>`), word);
  assert.match(
    svg,
    />bar: the share of the sentence’s weighted sum \(query\) that comes from the word below \(key\)</,
  );
  const [, width, height] = svg.match(/width="(\d+)" height="(\d+)"/).map(Number);
  const png = await download(page, 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * width, 2 * height]);
});

test('How this is computed tells the numbers of the word that is chosen', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  const [[best, most], ...others] = await readTopWords(page);
  const [word, weight] = others[0];
  await page.getByText('How this is computed').click();
  const how = page.locator('.how-body');
  await how.getByText(`These numbers belong to ${best}.`).waitFor();
  await cell(page, 'sentence', word).first().click();
  const text = await how.innerText();
  const gap = Number(text.match(/scores (\d+\.\d\d) lower than/)[1]);
  assert.ok(Math.abs(Math.exp(gap) * (weight / most) - 1) < 0.02, `${gap}: ${most} to ${weight}`);
  assert.match(text, new RegExp(`${weight.toFixed(3)} to ${most.toFixed(3)}`));
  assert.match(text, /all weights sum to 1\.000/);
  const terms = await page
    .getByRole('listitem')
    .filter({ hasText: /times state of/ })
    .allInnerTexts();
  assert.equal(Number(terms[0].match(/\d\.\d{3}/)[0]), most);
});

test('one word, no word, and more words than are drawn', async ({ visit }) => {
  const { page } = visit;
  await openStrip(visit);
  await write(page, 'Tennis', ['tennis']);
  assert.deepEqual((await readGrid(page)).weights, [[1]]);
  await page.getByText('There is only one word to attend to: 1.000.').waitFor();
  await write(page, '', []);
  await page.getByText('Type a sentence, and its words appear here.').waitFor();
  assert.equal(await grid(page).count(), 0);
  const words = (count) => Array.from({ length: count }, (_, i) => (i % 2 ? 'week' : 'tennis'));
  await sentence(page).fill(words(64).join(' '));
  await eventually(async () => assert.equal(await cells(page).count(), 64));
  await sentence(page).fill(words(512).join(' '));
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-colcount'), '513'));
  assert.ok((await cells(page).count()) < 300, 'only what is in view is in the document');
  await cells(page).first().focus();
  await page.keyboard.press('End');
  const last = cells(page).and(page.locator(':focus'));
  await eventually(async () => assert.equal(await last.getAttribute('aria-colindex'), '513'));
  assert.ok(await last.isVisible());
});

test('a model without attention says so, and still predicts', async ({ page, address }) => {
  await open(page, address, linkTo('unweighed', kText));
  await showsTokens(page, kTokens);
  await page.getByText('This model has no attention, so there is no map to draw.').waitFor();
  assert.equal((await grid(page).count()) + (await page.getByRole('radio').count()), 0);
  assert.deepEqual(await tokenNames(page), kTokens);
  for (const kind of ['SVG', 'PNG', 'CSV']) assert.ok(await button(page, `Download ${kind}`).isDisabled());
  const analysis = JSON.parse(await download(page, 'JSON'));
  assert.deepEqual([analysis.attention, analysis.received], [[], []]);
  assert.equal(await page.getByRole('meter').count(), 4);
  await page.getByText('How this is computed').click();
  await page.getByText('This model counts all words alike').waitFor();
  await modelBox(page).selectOption('topics');
  await cells(page).first().waitFor();
  assert.equal(await sentence(page).inputValue(), kText);
});
