// A model of others from the visitor's disk: opened by a chooser or a drop, it is shown as one that ships.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import {
  cell,
  cells,
  chooseFiles,
  contributions,
  modelBox,
  openAnalysed,
  readGrid,
  readMeters,
  showsTokens,
  status,
  tokens,
  write,
} from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const link = (page, name) => page.getByRole('link', { name, exact: true });
const kModule = /heed-(?:full|all).*\.wasm/;

async function openTiny(page, address, name = 'distilbert_tiny', config = {}) {
  await openAnalysed(page, address);
  await link(page, 'Models').click();
  await chooseFiles(page, tinyFiles(name, config));
  await modelBox(page).waitFor();
}

test('a model from the disk is shown as one that ships', async ({ page, address, watch }) => {
  await openTiny(page, address);
  assert.equal(await modelBox(page).inputValue(), 'disk:model');
  await write(page, 'The old man walks', ['[CLS]', 'the', 'old', 'man', 'walks', '[SEP]']);
  const sure = await readMeters(page);
  assert.deepEqual(Object.keys(sure), ['NEGATIVE', 'POSITIVE']);
  const { rows, weights } = await eventually(() => readGrid(page));
  assert.equal(rows.length, 6);
  for (const row of weights) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 0.01);
  await page.getByRole('combobox', { name: 'Layer' }).selectOption('0');
  await page.getByRole('combobox', { name: 'Head' }).selectOption('3');
  await eventually(async () => assert.notDeepEqual((await readGrid(page)).weights, weights));
  await page.getByRole('combobox', { name: 'Head' }).selectOption('mean');
  assert.equal(await page.getByRole('list', { name: 'Top pairs' }).getByRole('button').count(), 8);
  // Back to one that ships, and again.
  await modelBox(page).selectOption('enron-request');
  await write(page, 'Thank you', ['thank', 'you']);
  await modelBox(page).selectOption('disk:model');
  await showsTokens(page, ['[CLS]', 'thank', 'you', '[SEP]']);
  assert.ok(watch.requests.some((url) => kModule.test(url)));
});

test('its engine is fetched once the first prediction is there, and not before', async ({
  page,
  address,
  context,
}) => {
  const asked = [];
  let release;
  const held = new Promise((done) => (release = done));
  // The first prediction waits for the model: until then nothing asks for the whole engine.
  await context.route(/model\.safetensors$/, async (route) => {
    await held;
    await route.continue();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  await eventually(() => assert.ok(asked.some((url) => /heed-look.*\.wasm/.test(url))));
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
  assert.deepEqual(
    asked.filter((url) => kModule.test(url)),
    [],
  );
  release();
  await cells(page).first().waitFor();
  await contributions(page).first().waitFor();
  assert.equal(asked.filter((url) => kModule.test(url)).length, 1);
});

test('heads of a long text are computed when they are looked at', async ({ page, address }) => {
  // Positions for 512 tokens: the fixture's 16, over and over.
  const files = tinyFiles('distilbert_tiny');
  await openAnalysed(page, address);
  await link(page, 'Models').click();
  await chooseFiles(page, withPositions(files, 512));
  await modelBox(page).waitFor();
  await page.getByRole('textbox', { name: 'Sentence' }).fill('the river flows to the sea '.repeat(30));
  await eventually(async () => assert.match(await page.locator('.cost').innerText(), /182 tokens/));
  const grid = page.getByRole('grid', { name: 'Attention' });
  await eventually(async () => assert.equal(await grid.getAttribute('aria-rowcount'), '183'));
  const shown = () => cells(page).first().getAttribute('aria-label');
  await cell(page, 'the', 'river').first().waitFor();
  const first = await shown();
  await page.getByRole('combobox', { name: 'Head' }).selectOption('1');
  await eventually(async () => assert.notEqual(await shown(), first));
  await page.getByRole('combobox', { name: 'Head' }).selectOption('0');
  await eventually(async () => assert.equal(await shown(), first));
});

test('what is wrong with files is said, and the page goes on', async ({ page, address }) => {
  await openAnalysed(page, address);
  await link(page, 'Models').click();
  const files = tinyFiles('distilbert_tiny');
  const says = (pattern) =>
    eventually(async () => assert.match(await status(page).last().innerText(), pattern));
  await chooseFiles(page, { 'notes.txt': 'x' });
  await says(/the files have no config\.json/);
  const { 'model.safetensors': weights, ...others } = files;
  const refused = async (changes, pattern) => {
    await chooseFiles(page, { ...others, ...changes });
    await says(pattern);
    await link(page, 'Models').click();
  };
  await refused({ 'pytorch_model.bin': 'x' }, /Python pickle.*stays/);
  await refused({ 'model.safetensors': weights.slice(0, 5000) }, /model\.safetensors\].*stays/);
  const huge = weights.slice();
  new DataView(huge.buffer).setBigUint64(0, 2n ** 60n, true);
  await refused({ 'model.safetensors': huge }, /claims a header of 1152921504606846976 bytes.*stays/);
  await refused(
    { 'model.safetensors': weights, 'config.json': '{"model_type": "llama"}' },
    /it is a language model: open it in Next word/,
  );
  await refused(
    { 'model.safetensors': weights, 'config.json': '{"model_type": "clip"}' },
    /"clip": the supported ones/,
  );
  await link(page, 'Read').click();
  await write(page, 'Thank you', ['thank', 'you']);
});

test('a folder that is dropped anywhere opens', async ({ page, address }) => {
  await openAnalysed(page, address);
  const folder = mkdtempSync(join(tmpdir(), 'heed-drop-'));
  try {
    for (const [name, bytes] of Object.entries(tinyFiles('distilbert_tiny')))
      writeFileSync(join(folder, name), bytes);
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    await eventually(async () => assert.match(await modelBox(page).inputValue(), /^disk:heed-drop-/));
    await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a click masks a word, another puts a candidate in, and the link has both', async ({
  page,
  address,
}) => {
  await openAnalysed(page, address);
  await link(page, 'Fill the mask').click();
  const region = page.getByRole('region', { name: 'Fill the mask' });
  await region.getByText(/needs a masked language model/).waitFor();
  await region.getByRole('link', { name: 'Open a model' }).click();
  await chooseFiles(page, tinyFiles('bert_tiny'));
  await modelBox(page).waitFor();
  await page.getByRole('textbox', { name: 'Sentence' }).fill('the river flows to the sea');
  await page.getByText('No classes').waitFor();
  await link(page, 'Fill the mask').click();
  const words = region.getByRole('group', { name: 'Words' }).getByRole('button');
  await words.nth(1).click();
  assert.equal(await words.nth(1).getAttribute('aria-pressed'), 'true');
  const candidates = region.getByRole('list', { name: 'Candidates' }).getByRole('button');
  await eventually(async () => assert.equal(await candidates.count(), 10));
  const lines = (await candidates.allInnerTexts()).map((line) => line.split(/\s+/));
  const odds = lines.map((line) => Number(line.at(-1)));
  assert.deepEqual(
    odds,
    [...odds].sort((a, b) => b - a),
  );
  await eventually(() => assert.match(page.url(), /fill\.at=1/));
  // What the mask looks at: two layers over [CLS], the words and [SEP]; the heads of one; files.
  const looked = region.getByRole('grid', { name: 'Attention of the mask' });
  await eventually(async () => assert.equal(await looked.getByRole('gridcell').count(), 2 * 8));
  const shares = (
    await looked.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))
  )
    .slice(0, 8)
    .map((name) => Number(name.split(', ').at(-1)));
  assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 0.01, `${shares}`);
  await region.getByRole('combobox', { name: 'Rows' }).selectOption('heads of layer 1');
  await eventually(async () =>
    assert.match(await looked.getByRole('rowheader').first().innerText(), /head 0/),
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^heed-.*-mask\.csv$/);
  await candidates.first().click();
  await eventually(async () =>
    assert.equal(await region.getByRole('textbox').inputValue(), `the ${lines[0][0]} flows to the sea`),
  );
});

test('typed masks are masks: each can be looked at, and is filled by a click', async ({ page, address }) => {
  await openAnalysed(page, address, '#section=read');
  await link(page, 'Models').click();
  await chooseFiles(page, tinyFiles('bert_tiny'));
  await modelBox(page).waitFor();
  await link(page, 'Fill the mask').click();
  const region = page.getByRole('region', { name: 'Fill the mask' });
  await region.getByRole('textbox').fill('the [MASK] flows to ___');
  const masks = region
    .getByRole('group', { name: 'Words' })
    .getByRole('button', { name: 'mask', exact: true });
  await eventually(async () => assert.equal(await masks.count(), 2));
  assert.equal(await masks.first().getAttribute('aria-pressed'), 'true');
  await masks.nth(1).click();
  await eventually(() => assert.match(page.url(), /fill\.at=4/));
  const looked = region.getByRole('grid', { name: 'Attention of the mask' });
  await eventually(async () => assert.equal(await looked.getByRole('gridcell').count(), 2 * 7));
  await region.getByRole('list', { name: 'Candidates' }).getByRole('button').first().click();
  await eventually(async () =>
    assert.match(await region.getByRole('textbox').inputValue(), /^the \[MASK\] flows to \w+$/),
  );
  assert.equal(await masks.count(), 1);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1440],
])
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`axe-core finds nothing in Fill the mask: ${colorScheme}, ${width} px`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openAnalysed(page, address);
      await link(page, 'Fill the mask').click();
      await page.getByText(/needs a masked language model/).waitFor();
      await scan(page, 'without a model');
      await link(page, 'Models').click();
      await chooseFiles(page, tinyFiles('bert_tiny'));
      await modelBox(page).waitFor();
      await page.getByRole('textbox', { name: 'Sentence' }).fill('the river flows to the sea');
      await page.getByText('No classes').waitFor();
      await scan(page, 'a model without classes');
      await page.getByRole('link', { name: 'Mask a word' }).click();
      await page.getByRole('group', { name: 'Words' }).getByRole('button').nth(1).click();
      await page.getByRole('list', { name: 'Candidates' }).getByRole('button').nth(9).waitFor();
      await scan(page, 'candidates');
    }),
  );

// The fixture with a table of positions for so many tokens.
function withPositions(files, count) {
  const bytes = files['model.safetensors'];
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const name = 'distilbert.embeddings.position_embeddings.weight';
  const at = (offset) => 8 + length + offset;
  const [begin, end] = header[name].data_offsets;
  const parts = [];
  let size = 0;
  for (const [tensor, entry] of Object.entries(header)) {
    if (tensor === '__metadata__') continue;
    const own = bytes.subarray(at(entry.data_offsets[0]), at(entry.data_offsets[1]));
    const data =
      tensor === name ? Buffer.concat(Array(count / 16).fill(bytes.subarray(at(begin), at(end)))) : own;
    if (tensor === name) entry.shape = [count, entry.shape[1]];
    entry.data_offsets = [size, (size += data.length)];
    parts.push(data);
  }
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(8);
  prefix.writeBigUInt64LE(BigInt(text.length));
  return {
    ...files,
    'config.json': JSON.stringify({ ...JSON.parse(files['config.json']), max_position_embeddings: count }),
    'model.safetensors': Buffer.concat([prefix, text, ...parts]),
  };
}
