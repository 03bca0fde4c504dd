// The section "Two sentences": weights between two texts under every mechanism, vectors from files, what leaves it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, test } from './browser/harness.mjs';
import { button, cells, focused, openAnalysed, status } from './browser/heed.mjs';
import {
  addressHolds,
  cellsOf,
  choice,
  dropFile,
  gridOf,
  link,
  number,
  openTwo,
  readCells,
  section,
  textbox,
} from './browser/lab.mjs';

const kTexts = { 'two.query': 'she gave him it', 'two.key': 'he saw her' };

// Three kinds of trouble, in lines 3, 5 and 6.
const kGlove = [
  'she 0.5 0.1 0.2',
  'he 0.1 0.5 0.2',
  'gave 0.3 x 0.1',
  'her 0.4 0.2 0.3',
  'saw 1 2',
  'him 0.1 0.4 0.3 0.9',
  'unasked 1 1 1',
  'it 0.2 0.2 0.2',
  '',
].join('\n');

test('a link opens it, and only then is it fetched', async ({ page, address, watch }) => {
  await openAnalysed(page, address);
  // Not the engine, which the first page takes too once its first map is there.
  const its = /word-vectors|TwoSentences/;
  // By the page itself: its service worker keeps everything for later.
  const own = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.deepEqual(
    own.filter((url) => its.test(url)),
    [],
  );
  await link(page, 'Two sentences').click();
  await section(page, 'Two sentences').waitFor();
  await cellsOf(page, 'Weights').first().waitFor();
  assert.equal(await cells(page).count(), 0, 'the first page’s grid is not exposed');
  assert.ok(watch.requests.some((url) => /TwoSentences/.test(url)));
  await link(page, 'Read').click();
  await cells(page).first().waitFor();
  assert.equal(await section(page, 'Two sentences').count(), 0);
});

test('rows are the first sentence, columns the second; what one types counts at once', async ({
  page,
  address,
}) => {
  await openTwo(page, address, kTexts);
  const weights = await readCells(page, 'Weights');
  assert.deepEqual([...new Set(weights.map(([row]) => row))], ['she', 'gave', 'him', 'it']);
  assert.deepEqual([...new Set(weights.map(([, column]) => column))], ['he', 'saw', 'her']);
  for (let row = 0; row < 4; row++) {
    const sum = weights.slice(3 * row, 3 * row + 3).reduce((all, [, , value]) => all + value, 0);
    assert.ok(Math.abs(sum - 1) < 0.002, `row ${row} sums to ${sum}`);
  }
  const best = weights.reduce((a, b) => (b[2] > a[2] ? b : a));
  const pairs = page.getByRole('list', { name: 'Strongest pairs' }).getByRole('button');
  const first = (await pairs.first().textContent()).replace(/\s+/g, ' ').trim();
  assert.equal(first, `${best[0]} → to ${best[1]} ${best[2].toFixed(3)}`.replace('→ to', '→to'));
  await textbox(page, 'Key text').fill('he saw her <img src=x onerror=alert(1)>');
  await eventually(async () => assert.equal(await cellsOf(page, 'Weights').count(), 24));
  assert.equal(await section(page, 'Two sentences').locator('img').count(), 0);
  await gridOf(page, 'Weights').getByRole('columnheader', { name: '<img' }).waitFor();
});

test('mechanism, mask and numbers, and a link that restores all of it', async ({
  page,
  address,
  context,
}) => {
  await openTwo(page, address, kTexts);
  await choice(page, 'Mechanism').selectOption('Trainable');
  await number(page, 'Width').fill('32');
  await number(page, 'Seed').fill('7');
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await eventually(async () => {
    const [one, two] = await readCells(page, 'Weights');
    assert.deepEqual([one[2], two[2]], [1, 0]);
  });
  await gridOf(page, 'Queries').waitFor();
  assert.equal(await gridOf(page, 'Queries').getAttribute('aria-colcount'), '33');
  await choice(page, 'Mechanism').selectOption('Multi-head');
  await number(page, 'Heads').fill('4');
  await choice(page, 'Head').selectOption('2');
  await addressHolds(page, /two\.heads=4/);
  await addressHolds(page, /two\.head=2(&|$)/);
  const later = await context.newPage();
  await later.goto(page.url());
  await cellsOf(later, 'Weights').first().waitFor();
  await eventually(async () =>
    assert.deepEqual(await readCells(later, 'Weights'), await readCells(page, 'Weights')),
  );
  assert.equal(await textbox(later, 'Query text').inputValue(), kTexts['two.query']);
  assert.equal(await choice(later, 'Mechanism').inputValue(), 'multi-head');
  assert.equal(await number(later, 'Seed').inputValue(), '7');
  assert.ok(await later.getByRole('checkbox', { name: 'Causal mask' }).isChecked());
});

test('a part of a link that makes no sense is named', async ({ page, address }) => {
  await openTwo(page, address, { ...kTexts, 'two.mechanism': 'magic' });
  await eventually(async () => assert.match(await status(page).textContent(), /two\.mechanism/));
  assert.equal(await choice(page, 'Mechanism').inputValue(), 'scaled-dot');
});

test('unequal lengths by position: why not, where it stands; the last map stays', async ({
  page,
  address,
}) => {
  await openTwo(page, address, kTexts);
  const before = await readCells(page, 'Weights');
  await choice(page, 'Mechanism').selectOption('Additive by position');
  const problem = page.getByRole('alert');
  await problem.waitFor();
  assert.match(
    await problem.textContent(),
    /^\[attend\] additive-positionwise .* 4 query tokens and 3 key tokens/,
  );
  assert.deepEqual(await readCells(page, 'Weights'), before);
  assert.equal(await section(page, 'Two sentences').locator('.lab-shown.is-stale').count(), 1);
  await textbox(page, 'Key text').fill('he saw her there');
  await problem.waitFor({ state: 'detached' });
  await eventually(async () => assert.equal((await readCells(page, 'Weights')).length, 4));
  // Nothing to attend to is said too, and heals.
  await textbox(page, 'Key text').fill(' ');
  await problem.waitFor();
  await textbox(page, 'Key text').fill('he saw her too');
  await problem.waitFor({ state: 'detached' });
});

test('by keyboard alone: cells are walked, kept and let go', async ({ page, address }) => {
  await openTwo(page, address, kTexts);
  await choice(page, 'Mechanism').focus();
  for (let i = 0; i < 20 && !/gridcell/.test(await focused(page)); i++) await page.keyboard.press('Tab');
  assert.match(await focused(page), /^gridcell "she to he, /);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await eventually(async () => assert.match(await focused(page), /^gridcell "gave to saw, /));
  await page.keyboard.press('Enter');
  const readout = section(page, 'Two sentences').locator('.readout');
  await eventually(async () => assert.match(await readout.innerText(), /^Row gave gives .* saw/));
  await page.keyboard.press('Escape');
  // A printed matrix is walked likewise.
  await cellsOf(page, 'Embeddings of the query').first().focus();
  await page.keyboard.press('End');
  await eventually(async () => assert.match(await focused(page), /^gridcell "she, dimension \d+, −?\d/));
});

test('a GloVe file that is dropped: rows that are asked for, missing words, lines that cannot be read', async ({
  page,
  address,
}) => {
  await openTwo(page, address, kTexts);
  await dropFile(page, 'Two sentences', 'small.txt', kGlove);
  await eventually(async () =>
    assert.match(await choice(page, 'Vectors').locator('option:checked').textContent(), /small\.txt/),
  );
  await page.getByText('size 3, 4 rows of the file are in use').waitFor();
  await eventually(async () =>
    assert.match(
      await status(page).textContent(),
      /There is no vector for “gave”, “him”, “saw”, so Heed uses zeros/,
    ),
  );
  assert.equal(await gridOf(page, 'Embeddings of the query').getAttribute('aria-colcount'), '4');
  await cellsOf(page, 'Embeddings of the query').and(page.getByLabel('she, dimension 1, 0.500')).waitFor();
  await page.getByText(/\d notes? on the file/).click();
  const notes = await page.getByRole('list', { name: 'Notes on the file' }).innerText();
  for (const line of [3, 5, 6]) assert.match(notes, new RegExp(`\\b${line}\\b`), notes);
  assert.equal(
    await gridOf(page, 'Weights').getByRole('rowheader', { name: 'gave' }).getAttribute('title'),
    'no vector for this word: Heed uses zeros instead',
  );
  // A word that is typed later is looked for in the same file.
  await textbox(page, 'Key text').fill('he unasked her');
  await page.getByText('size 3, 5 rows of the file are in use').waitFor();
  await eventually(async () =>
    assert.match(await status(page).textContent(), /“gave”, “him”, so Heed uses zeros/),
  );
});

test('a file without vectors is refused by name, and what was open stays', async ({ page, address }) => {
  await openTwo(page, address, kTexts);
  const before = await readCells(page, 'Weights');
  await page.getByLabel('GloVe file').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Dear Anna,\nsee you soon\n'),
  });
  await eventually(async () =>
    assert.match(await status(page).textContent(), /letter\.txt.*The previous vectors stay\./),
  );
  assert.deepEqual(await readCells(page, 'Weights'), before);
});

test('a long file says how far it is, and can be let go', async ({ page, address }) => {
  await openTwo(page, address, kTexts);
  const before = await choice(page, 'Vectors').inputValue();
  await page.evaluate(() => {
    const numbers = Array.from({ length: 300 }, (_, i) => (i / 300).toFixed(5)).join(' ');
    const lines = new Blob([Array.from({ length: 2000 }, (_, i) => `word${i} ${numbers}\n`).join('')]);
    const transfer = new DataTransfer();
    transfer.items.add(new File(Array(60).fill(lines), 'large.txt'));
    document
      .querySelector('section.lab')
      .dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  });
  await page.getByText(/^Reading large\.txt: .* of \d+\.\d MB, .* a second\.$/).waitFor();
  await button(page, 'Cancel').click();
  await eventually(async () =>
    assert.match(await status(page).textContent(), /large\.txt was not read to its end/),
  );
  assert.equal(await choice(page, 'Vectors').inputValue(), before);
  await textbox(page, 'Key text').fill('he saw');
  await eventually(async () => assert.equal((await readCells(page, 'Weights')).length, 8));
});

async function download(page, kind) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('what is on the screen leaves as SVG, PNG, CSV and JSON', async ({ page, address }) => {
  await openTwo(page, address, { ...kTexts, 'two.mechanism': 'dot' });
  const weights = await readCells(page, 'Weights');
  const svg = await download(page, 'SVG');
  assert.equal(svg.name, 'heed-two-sentences-dot.svg');
  assert.match(svg.bytes.toString(), /<title>she to he, \d\.\d{3}<\/title>/);
  const png = await download(page, 'PNG');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const csv = (await download(page, 'CSV')).bytes.toString().split('\r\n');
  assert.equal(csv[0], 'query \\ key,he,saw,her');
  assert.deepEqual(
    csv[1]
      .split(',')
      .slice(1)
      .map((text) => Number(Number(text).toFixed(3))),
    weights.slice(0, 3).map(([, , value]) => value),
  );
  const json = JSON.parse((await download(page, 'JSON')).bytes.toString());
  assert.deepEqual(
    [json.mechanism, json.query_tokens, json.key_tokens],
    ['dot', ['she', 'gave', 'him', 'it'], ['he', 'saw', 'her']],
  );
  assert.equal(json.weights[0].length, 4);
});

test('a text that is too long is cut where it is said, and nothing is cut silently', async ({
  page,
  address,
}) => {
  await openTwo(page, address, kTexts);
  const long = 'the king and the queen saw him '.repeat(100);
  await textbox(page, 'Query text').fill(long);
  await page
    .getByText(/^This field holds 400 characters: of 3,100, the 2,700 after “.+” are left out\.$/)
    .waitFor();
  assert.equal(await textbox(page, 'Query text').inputValue(), long.slice(0, 400));
  await textbox(page, 'Query text').fill('she saw him');
  await eventually(async () => assert.equal(await page.getByText(/This field holds/).count(), 0));
});

test('what is downloaded is named after the map on the screen, not after what could not be computed', async ({
  visit,
}) => {
  const { page, address } = visit;
  await openTwo(page, address, kTexts);
  await choice(page, 'Mechanism').selectOption('additive-positionwise');
  await page.getByRole('alert').waitFor();
  await page.getByText(/The page shows the last result that could be computed: Scaled dot-product/).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download SVG').click()]);
  assert.equal(file.suggestedFilename(), 'heed-two-sentences-scaled-dot.svg');
  const svg = await readFile(await file.path(), 'utf8');
  assert.match(svg, />Scaled dot-product</);
  assert.match(svg, /she gave him it → he saw her/);
});

test('a trained mechanism has the heads that it was trained with; another size or seed is drawn', async ({
  page,
  address,
}) => {
  await openTwo(page, address, { ...kTexts, 'two.mechanism': 'multi-head' });
  await page.getByRole('checkbox', { name: 'Trained' }).waitFor();
  assert.equal(await choice(page, 'Head').locator('option').count(), 2);
  await number(page, 'Heads').fill('4');
  await eventually(async () => assert.equal(await choice(page, 'Head').locator('option').count(), 4));
  assert.equal(await page.getByRole('checkbox', { name: 'Trained' }).isChecked(), false);
  await addressHolds(page, /two\.trained=no/);
  await choice(page, 'Head').selectOption({ value: '2' });
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await eventually(async () => {
    const csv = await download(page, 'CSV');
    assert.equal(csv.name, 'heed-two-sentences-multi-head-head-3.csv');
    assert.match(csv.bytes.toString(), /^"query \\ key \(head 3, causal mask, seed 0\)",/);
  });
});
