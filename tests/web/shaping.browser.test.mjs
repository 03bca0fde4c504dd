// Special tokens hidden, and pieces merged into words: in the map, the tokens, the pairs, the files and the address.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shared } from '../native/program.mjs';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, openAnalysed, readGrid, showsTokens, tokenNames, write } from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const kPieces = ['[CLS]', 'the', 'river', '…s', 'flows', '[SEP]'];
const hide = (page) => page.getByRole('checkbox', { name: 'Hide special tokens' });
const merge = (page) => page.getByRole('checkbox', { name: 'Join pieces' });

async function openPieces({ page, address }) {
  const files = tinyFiles('distilbert_tiny');
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  const given = { ...files, 'vocab.txt': files['vocab.txt'].replace('w47', '##s') };
  await page.getByLabel('Choose files').setInputFiles(
    Object.entries(given).map(([name, bytes]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })),
  );
  await write(page, 'The rivers flows', kPieces);
}

// Once it is that of these tokens.
const gridOf = (page, tokens) =>
  eventually(async () => {
    const found = await readGrid(page);
    assert.deepEqual(found.columns, tokens);
    return found;
  });
const sums = ({ weights }) => weights.map((row) => row.reduce((a, b) => a + b));
const near = (a, b, within = 0.004) => assert.ok(Math.abs(a - b) <= within, `${a} is ${b}`);
const received = async (page) =>
  (await tokenNames(page)).map((name) => Number(name.match(/(\d\.\d{3})$/)[1]));

async function download(page, kind) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

// All weight lies on [SEP]: with special tokens hidden there is nothing to scale up.
test('rows with nothing left are zeros, on the page and in every file', async ({ visit }) => {
  const { page } = visit;
  const sink = join(shared, 'data/cases/A01/sink');
  test.skip(!existsSync(sink), `${sink} is not there`);
  await openAnalysed(page, visit.address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  const files = ['config.json', 'model.safetensors', 'tokenizer_config.json', 'vocab.txt'];
  await page.getByLabel('Choose files').setInputFiles(files.map((name) => join(sink, name)));
  const words = ['the', 'film', 'was', 'not', 'very', 'good', '.'];
  await write(page, 'The film was not very good.', ['[CLS]', ...words, '[SEP]']);
  await hide(page).check();
  const { weights } = await gridOf(page, words);
  assert.ok(weights.flat().every((weight) => weight === 0));
  for (const kind of ['CSV', 'SVG', 'JSON'])
    assert.doesNotMatch((await download(page, kind)).text, /NaN|Infinity/, kind);
  assert.doesNotMatch(await page.locator('main').innerText(), /NaN|Infinity/);
});

test('hidden, special tokens take no weight, and rows sum to 1 again', async ({ visit }) => {
  const { page } = visit;
  await openPieces(visit);
  const before = await gridOf(page, kPieces);
  await hide(page).check();
  await showsTokens(page, kPieces.slice(1, -1));
  const after = await gridOf(page, kPieces.slice(1, -1));
  for (const sum of sums(after)) near(sum, 1);
  const left = before.weights[1].slice(1, -1).reduce((a, b) => a + b);
  near(after.weights[0][1], before.weights[1][2] / left, 0.01);
  await eventually(async () =>
    near(
      (await received(page)).reduce((a, b) => a + b),
      4,
      0.01,
    ),
  );
  await hide(page).uncheck();
  await showsTokens(page, kPieces);
  await eventually(async () => assert.deepEqual(await readGrid(page), before));
});

test('merged, a word receives what its pieces do, and attends as they do on average', async ({ visit }) => {
  const { page } = visit;
  await openPieces(visit);
  const before = await gridOf(page, kPieces);
  await merge(page).check();
  const merged = ['[CLS]', 'the', 'rivers', 'flows', '[SEP]'];
  await showsTokens(page, merged);
  const after = await gridOf(page, merged);
  for (const sum of sums(after)) near(sum, 1);
  near(after.weights[1][2], before.weights[1][2] + before.weights[1][3]);
  near(after.weights[2][1], (before.weights[2][1] + before.weights[3][1]) / 2);
});

test('both at once hold in pairs, address and files, which say so', async ({ visit }) => {
  const { page } = visit;
  await openPieces(visit);
  await hide(page).check();
  await merge(page).check();
  await showsTokens(page, ['the', 'rivers', 'flows']);
  await eventually(async () => {
    const pairs = await page.getByRole('list', { name: 'Top pairs' }).getByRole('button').allTextContents();
    assert.ok(pairs.length && pairs.every((line) => !/\[|#/.test(line)), pairs.join());
  });
  await eventually(() => assert.match(page.url(), /special=hidden&pieces=words/));
  const csv = await download(page, 'CSV');
  assert.match(csv.name, /-no-special-words\.csv$/);
  assert.match(
    csv.text,
    /^"query \\ key \(special tokens hidden, rows renormalised; pieces joined into words/,
  );
  assert.equal(csv.text.trim().split('\r\n').length, 4);
  const { shown, attention } = JSON.parse((await download(page, 'JSON')).text);
  assert.equal(attention[0].weights[0].length, 6, "the model's own maps are there as well");
  assert.deepEqual(
    [shown.special, shown.pieces, shown.keys],
    ['hidden', 'words', ['the', 'rivers', 'flows']],
  );
  for (const row of shown.weights)
    near(
      row.reduce((a, b) => a + b),
      1,
      1e-5,
    );
  assert.match((await download(page, 'SVG')).text, /As shown: special tokens hidden/);
  const [item] = JSON.parse(
    /id="data">([\s\S]*?)<\/script>/.exec((await download(page, 'HTML')).text)[1],
  ).items;
  assert.deepEqual(
    item.tokens.map(({ text }) => text),
    ['the', 'rivers', 'flows'],
  );
  assert.match(item.note, /^special tokens hidden/);
  assert.equal(Buffer.from(item.maps[0].weights, 'base64').length, 2 * item.maps[0].heads * 9);
  for (const { terms, bias, sum } of item.contributions)
    near(
      terms.reduce((a, b) => a + b, bias),
      sum,
      1e-3,
    );
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1440],
]) {
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`the switches explain themselves and are accessible: ${colorScheme}, ${width} px`, async ({
      visit,
    }) => {
      const { page } = visit;
      await useAxe(page);
      await openPieces(visit);
      await button(page, 'Explain joining pieces').click();
      await page.getByRole('note').waitFor();
      await scan(page, 'merging explained');
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(inner <= outer, 'nothing reaches beyond the page');
    }),
  );
}
