// Models of others with 8-bit weights: made so while they are opened, from a disk, from the Hub, and from a link.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  chooseFiles,
  focused,
  modelBox,
  openAnalysed,
  readMeters,
  tokens,
  write,
} from './browser/heed.mjs';
import { ask, download, hubOf, kId, opened, openModels, quiet } from './browser/hub.mjs';
import { floats, floatsOf, readTensors, tinyFiles, writeTensors } from './encoders.mjs';

const toModels = (page) => page.getByRole('link', { name: 'Models', exact: true }).click();
const toRead = (page) => page.getByRole('link', { name: 'Read', exact: true }).click();
const box = (page) => page.getByRole('checkbox', { name: '8-bit weights' });
const section = (page) => page.getByRole('region', { name: 'Other models' });
const says = (page, pattern) =>
  eventually(async () => assert.match(await section(page).innerText(), pattern));
const kilobytes = async (page) => Number(/(\d+) kB of memory/.exec(await section(page).innerText())[1]);
const kText = 'The old man walks';
const kTokens = ['[CLS]', 'the', 'old', 'man', 'walks', '[SEP]'];

// The probability of the first class. Two texts: of the same one the model before may still be shown.
async function analyse(page) {
  await write(page, 'the river', ['[CLS]', 'the', 'river', '[SEP]']);
  await write(page, kText, kTokens);
  return (await readMeters(page)).NEGATIVE;
}

async function choose(page, files = tinyFiles('distilbert_tiny')) {
  await chooseFiles(page, files);
  await modelBox(page).waitFor();
}

test('a model is opened with 8-bit weights, again with 32, and says which', async ({ page, address }) => {
  await openAnalysed(page, address);
  await toModels(page);
  assert.equal(await box(page).isChecked(), false);
  assert.doesNotMatch(await section(page).innerText(), /of memory/);
  await choose(page);
  const wide = await analyse(page);
  assert.doesNotMatch(await page.getByText('Classifies sentences: ').innerText(), /8-bit/);
  await toModels(page);
  await says(page, /model is open with 32-bit weights: \d+ kB of memory/);
  const before = await kilobytes(page);
  // From the keyboard: Space ticks, the next stop opens it again.
  await box(page).focus();
  await page.keyboard.press('Space');
  assert.equal(await box(page).isChecked(), true);
  await eventually(() => assert.match(page.url(), /[&#]open\.bits=8/));
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'button "Open it with 8-bit weights"');
  await page.keyboard.press('Enter');
  await says(page, /model is open with 8-bit weights/);
  assert.ok((await kilobytes(page)) < before / 2.5, `${await kilobytes(page)} kB of ${before}`);
  assert.equal(await button(page, 'Open it with 8-bit weights').count(), 0);
  await toRead(page);
  await page.getByText('Classifies sentences: DistilBertForSequenceClassification (8-bit weights)').waitFor();
  const small = await analyse(page);
  assert.notEqual(small, wide);
  assert.ok(Math.abs(small - wide) < 0.02, `${small} for ${wide}`);
  // The same files once more, without it.
  await toModels(page);
  await box(page).uncheck();
  await choose(page);
  assert.equal(await analyse(page), wide);
  assert.doesNotMatch(page.url(), /open\.bits/);
});

// As `heed quantize` stores them.
function quantised(files) {
  const tensors = Object.entries(readTensors(files['model.safetensors'])).flatMap(([name, tensor]) => {
    const [rows, columns] = tensor.shape;
    if (tensor.shape.length !== 2 || rows < 16 || rows * columns < 1024) return [[name, tensor]];
    const values = floatsOf(tensor);
    const scales = Array.from(
      { length: rows },
      (_, r) => Math.max(...values.slice(r * columns, (r + 1) * columns).map(Math.abs)) / 127,
    );
    const bytes = new Uint8Array(
      Int8Array.from(values, (x, i) => Math.round(x / scales[Math.floor(i / columns)])).buffer,
    );
    return [
      [name, { dtype: 'I8', shape: tensor.shape, bytes }],
      [`${name}.scale`, floats([rows], scales)],
    ];
  });
  return { ...files, 'model.safetensors': writeTensors(Object.fromEntries(tensors)) };
}

test('a folder that holds 8-bit weights says so, whatever is ticked', async ({ page, address }) => {
  await openAnalysed(page, address);
  await toModels(page);
  await choose(page, quantised(tinyFiles('distilbert_tiny')));
  await analyse(page);
  await page.getByText(/\(8-bit weights\)/).waitFor();
  await toModels(page);
  await says(page, /is open with 8-bit weights/);
  await box(page).check();
  assert.equal(await section(page).getByRole('button').count(), 0);
});

test('one of the Hub is made so while it comes, kept whole, and its link opens it so', async ({
  page,
  address,
  watch,
}) => {
  const hub = hubOf({ files: tinyFiles('distilbert_tiny') });
  await openModels(page, address, hub);
  await box(page).check();
  await ask(page);
  await download(page);
  await opened(page);
  const small = await analyse(page);
  await eventually(() => assert.match(page.url(), /hub%3Asomeone%2Ftiny.*open\.bits=8/));
  await page.reload();
  await opened(page);
  await page.getByText(/\(8-bit weights\)/).waitFor();
  assert.equal(await analyse(page), small);
  // What is kept is as it came: it opens without, too.
  await toModels(page);
  assert.equal(await box(page).isChecked(), true);
  await box(page).uncheck();
  await button(page, `Open ${kId}`).click();
  await modelBox(page).waitFor();
  assert.notEqual(await analyse(page), small);
  quiet(watch);
});

test('a choice that changes while a model comes counts when it is opened', async ({
  page,
  address,
  watch,
}) => {
  let release;
  const held = new Promise((done) => (release = done));
  await openModels(page, address, hubOf({ files: tinyFiles('distilbert_tiny'), held }));
  await ask(page);
  await download(page);
  await page.getByRole('progressbar').waitFor();
  await box(page).check();
  release();
  await opened(page);
  await page.getByText(/\(8-bit weights\)/).waitFor();
  quiet(watch);
});

const names = (page) => modelBox(page).getByRole('option').allInnerTexts();

test('a model that is deleted while it is shown goes on, and leaves with the next', async ({
  page,
  address,
  watch,
}) => {
  await openModels(page, address, hubOf({ files: tinyFiles('distilbert_tiny') }));
  await ask(page);
  await download(page);
  await opened(page);
  await toModels(page);
  await button(page, `Delete ${kId}`).click();
  await says(page, /someone\/tiny \(deleted\) is open/);
  await toRead(page);
  await write(page, 'the river', ['[CLS]', 'the', 'river', '[SEP]']);
  assert.ok((await names(page)).includes(`${kId} (deleted)`));
  await modelBox(page).selectOption('enron-request');
  await eventually(async () => assert.deepEqual(await tokens(page), ['the', 'river']));
  assert.deepEqual(
    (await names(page)).filter((name) => name.startsWith(kId)),
    [],
  );
  quiet(watch);
});

test('one that is deleted while another is shown leaves at once', async ({ page, address, watch }) => {
  await openModels(page, address, hubOf({ files: tinyFiles('distilbert_tiny') }));
  await ask(page);
  await download(page);
  await opened(page);
  await modelBox(page).selectOption('enron-request');
  await toModels(page);
  await button(page, `Delete ${kId}`).click();
  await eventually(async () => assert.equal(await button(page, `Delete ${kId}`).count(), 0));
  await toRead(page);
  assert.deepEqual(
    (await names(page)).filter((name) => name.startsWith(kId)),
    [],
  );
  quiet(watch);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1440],
])
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`axe-core finds nothing in the choice and what it says: ${colorScheme}, ${width} px`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openAnalysed(page, address);
      await toModels(page);
      await choose(page);
      await analyse(page);
      await toModels(page);
      await box(page).check();
      await button(page, 'Open it with 8-bit weights').waitFor();
      await scan(page, 'another choice than the open model');
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${wide} px in ${room}`);
    }),
  );
