// The section Train as a person uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { sentence } from './browser/heed.mjs';

const region = (page) => page.getByRole('region', { name: 'Train', exact: true });
const button = (page, name) => region(page).getByRole('button', { name, exact: true });
const part = (page, name) => region(page).getByRole('region', { name, exact: true });
const runs = (page) => part(page, 'Runs').locator('tbody tr');
const slider = (page) => region(page).getByRole('slider', { name: 'Moment' });

async function open(page, address, more = {}) {
  await page.goto(`${address}#${new URLSearchParams({ section: 'train', ...more })}`);
  await button(page, 'Train').waitFor();
}

// To the last epoch of a run with few of them.
async function trained(page, address, more = {}) {
  await open(page, address, { 'train.set': 'training.epochs=4', ...more });
  await region(page).getByText('Fast', { exact: true }).click();
  await button(page, 'Train').click();
  await region(page)
    .getByText(/Done: epoch 4 of 4/)
    .waitFor();
}

// How many runs are in the browser's database.
const keptRuns = (page) =>
  page.evaluate(
    () =>
      new Promise((done, failed) => {
        const opening = indexedDB.open('heed-train');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const base = opening.result;
          const counting = base.transaction('runs').objectStore('runs').count();
          counting.onerror = () => failed(counting.error);
          counting.onsuccess = () => {
            base.close();
            done(counting.result);
          };
        };
      }),
  );

async function paste(page, words) {
  await region(page).getByText('File or lines', { exact: true }).click();
  const lines = region(page).getByLabel('Lines with a class and a text');
  await lines.fill(words);
  await lines.blur();
}

test('one click trains the example, and attention is drawn as it forms', async ({ page, address }) => {
  await open(page, address);
  await button(page, 'Train').click();
  await part(page, 'Attention as it forms').getByRole('grid', { name: 'Attention' }).waitFor();
  await button(page, 'Pause').click();
  await button(page, 'Continue').waitFor();
  assert.ok(
    (await region(page).getByRole('list', { name: 'Size of each gradient' }).getByRole('listitem').count()) >
      10,
  );
  const before = await region(page)
    .getByText(/epoch \d+ of 30, step/i)
    .textContent();
  await button(page, 'Run one step').click();
  await eventually(async () =>
    assert.notEqual(
      await region(page)
        .getByText(/epoch \d+ of 30, step/i)
        .textContent(),
      before,
    ),
  );
});

test('by keyboard: an epoch at a time', async ({ page, address }) => {
  await open(page, address);
  await button(page, 'Run one epoch').focus();
  await page.keyboard.press('Enter');
  await region(page)
    .getByText(/texts\s+held out/)
    .waitFor();
  await region(page)
    .getByText(/Epoch 1 of 30, step 24 of\s+24/)
    .waitFor();
});

test('a key that trains, pauses or makes a step stays under the finger', async ({ page, address }) => {
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
  await open(page, address);
  await button(page, 'Run one step').focus();
  for (const step of [1, 2]) {
    await page.keyboard.press('Enter');
    await region(page)
      .getByText(new RegExp(`Epoch 1 of 30, step ${step} of\\s+24`))
      .waitFor();
    await eventually(async () => assert.equal(await button(page, 'Run one step').isEnabled(), true));
    assert.equal(await focused(), 'Run one step');
  }
  await button(page, 'Continue').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Pause').waitFor();
  assert.equal(await focused(), 'Pause');
  await page.keyboard.press('Enter');
  await button(page, 'Continue').waitFor();
  assert.equal(await focused(), 'Continue');
});

test('the film leads back, and two moments stand side by side', async ({ page, address }) => {
  await open(page, address);
  for (const _ of [1, 2, 3]) {
    await button(page, 'Run one step').click();
    await eventually(async () => assert.equal(await button(page, 'Run one step').isEnabled(), true));
  }
  await slider(page).focus();
  await page.keyboard.press('Home');
  assert.equal(await slider(page).getAttribute('aria-valuetext'), 'step 1, epoch 1');
  await button(page, 'Pin for comparison').click();
  await page.keyboard.press('Tab');
  await button(page, 'Latest').click();
  for (const name of ['Attention, step 1, epoch 1', 'Attention, step 3, epoch 1'])
    await region(page).getByRole('grid', { name, exact: true }).waitFor();
});

test('runs are compared, and what is set is in the link', async ({ page, address }) => {
  await trained(page, address, { 'train.kind': 'votes' });
  await region(page).getByLabel('Architecture').selectOption({ label: 'Recurrent network with attention' });
  await region(page).getByLabel('hidden size', { exact: true }).fill('8');
  await eventually(() => assert.match(page.url(), /train\.kind=recurrent.*model\.hidden%3D8/));
  await button(page, 'Train').click();
  await runs(page).nth(1).waitFor();
  await region(page)
    .getByText(/Done: epoch 4 of 4/)
    .waitFor();
  assert.match(
    await runs(page).nth(1).textContent(),
    /Recurrent network with attention 2.*hidden size 8, epochs 4/,
  );
});

test('a run outlives the page, and one that was cut goes on', async ({ page, address }) => {
  await open(page, address);
  await button(page, 'Run one epoch').click();
  await region(page)
    .getByText(/Epoch 1 of 30, step 24 of\s+24/)
    .waitFor();
  // It is once the epoch is kept.
  await eventually(async () => assert.equal(await button(page, 'Run one step').isEnabled(), true));
  await region(page)
    .getByText(/they\s+use/)
    .waitFor();
  await page.reload();
  await button(page, 'Continue').waitFor();
  await button(page, 'Run one step').click();
  await region(page)
    .getByText(/Epoch 2 of 30, step 1 of\s+24/)
    .waitFor();
  await region(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await eventually(async () => assert.equal(await part(page, 'Runs').count(), 0));
  // It is gone from the screen before it is from the browser's database.
  await eventually(async () => assert.equal(await keptRuns(page), 0));
  await page.reload();
  await button(page, 'Train').waitFor();
  assert.equal(await part(page, 'Runs').count(), 0);
});

test('what was trained stands in the other sections, and leaves as a ZIP', async ({ page, address }) => {
  await trained(page, address);
  const cell = part(page, 'Results').getByRole('button', {
    name: /texts of class question, predicted as question/,
  });
  const count = Number(await cell.textContent());
  await cell.click();
  const texts = part(page, 'Results').getByRole('list', { name: 'Texts of this cell' }).getByRole('listitem');
  assert.equal(await texts.count(), Math.min(count, 30));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download as ZIP').click(),
  ]);
  const { unzipSync, strFromU8 } = await import('fflate');
  const files = unzipSync(readFileSync(await download.path()));
  const folder = download.suggestedFilename().replace('.zip', '');
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors', 'README.md'])
    assert.ok(files[`${folder}/${name}`].length > 100, name);
  assert.equal(JSON.parse(strFromU8(files[`${folder}.json`])).training.epochs, 4);
  assert.equal(strFromU8(files['texts.tsv']).trim().split('\n').length, 481);
  const [film] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save the animation (ZIP)').click(),
  ]);
  const frames = Object.entries(unzipSync(readFileSync(await film.path())));
  assert.ok(frames.length > 1);
  assert.match(strFromU8(frames.at(-1)[1]), /^<svg[\s\S]*step 96, epoch 4/);
  await button(page, 'Open in Read').click();
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await eventually(async () =>
    assert.equal(await page.getByRole('combobox', { name: 'Model' }).inputValue(), `disk:${folder}`),
  );
  await page.getByRole('region', { name: 'Prediction' }).getByText('complaint').first().waitFor();
});

test('a small file of a spreadsheet trains, says how little that shows, and opens on its own texts', async ({
  page,
  address,
}) => {
  await open(page, address, { 'train.set': 'training.epochs=1' });
  const rows = ['gut;sch\xf6n gr\xf6\xdfer', 'schlecht;zu laut', 'gut;sehr hell', 'schlecht;kalt und leer'];
  const buffer = Buffer.from(`Klasse;Satz\r\n${rows.join('\r\n')}\r\n`, 'latin1');
  await region(page).getByText('File or lines', { exact: true }).click();
  await region(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'daten.csv', mimeType: 'text/csv', buffer });
  await region(page)
    .getByText(/daten\.csv: 4 texts; gut 2, schlecht 2/)
    .waitFor();
  await button(page, 'Train').click();
  await region(page)
    .getByText(/right on \d of \d texts? held out.*There are few held-out texts/)
    .waitFor();
  await button(page, 'Open in Read').click();
  await eventually(async () => assert.equal(await sentence(page).inputValue(), 'schön größer'));
  // It is there after the page was left, by its link and under Models.
  await eventually(() => assert.match(page.url(), /model=disk%3Atrained-attention-1/));
  await page.reload();
  await page.getByRole('meter', { name: 'schlecht' }).waitFor();
  assert.equal(await sentence(page).inputValue(), 'schön größer');
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await page.getByRole('button', { name: 'Open trained-attention-1' }).click();
  await page.getByRole('meter', { name: 'schlecht' }).waitFor();
});

test('by hand begins without a complaint, and reads while one types', async ({ page, address }) => {
  await open(page, address);
  await region(page).getByText('By hand', { exact: true }).click();
  await region(page)
    .getByText(/Write sentences of two or more classes/)
    .waitFor();
  assert.equal(await part(page, 'Texts').getByRole('status').count(), 0);
  assert.equal(await button(page, 'Train').isDisabled(), true);
  await region(page).getByText('File or lines', { exact: true }).click();
  const lines = region(page).getByLabel('Lines with a class and a text');
  await lines.pressSequentially('a\tone');
  await part(page, 'Texts').getByRole('status').waitFor();
  await lines.pressSequentially('\nb\ttwo\na\tthree\nb\tfour');
  await region(page)
    .getByText(/your pasted text: 4 texts/)
    .waitFor();
});

test('pasted lines and sentences by hand are learned from', async ({ page, address }) => {
  await open(page, address);
  await paste(
    page,
    Array.from({ length: 20 }, (_, i) => `${i % 2 ? 'yes' : 'no'}\tword ${i % 2 ? 'good' : 'bad'} ${i}`).join(
      '\n',
    ),
  );
  await region(page)
    .getByText(/your pasted text: 20 texts/)
    .waitFor();
  await button(page, 'Run one epoch').click();
  await part(page, 'Runs').getByText('your pasted text').waitFor();
  await region(page).getByText('By hand', { exact: true }).click();
  await region(page).getByLabel('Sentences of yes, one per line').fill('warm\nbright\nlovely');
  await region(page).getByLabel('Sentences of no, one per line').fill('cold\ndark\nawful');
  await region(page)
    .getByText(/your sentences: 6 texts/)
    .waitFor();
});

test('hostile lines get one message each, and the page lives', async ({ page, address }) => {
  await open(page, address);
  const hostile = [
    ['only words', /has one column/],
    ['a\tone\na\ttwo', /has only one class, a/],
    ['a\tone\nb\ttwo\nc\tthree', /has 3 texts of 3 classes/],
  ];
  for (const [words, message] of hostile) {
    await paste(page, words);
    await region(page).getByText(message).waitFor();
  }
  const classes = Array.from({ length: 10_000 }, (_, i) => `c${i}\twords ${i}`).join('\n');
  const files = [
    ['picture.png', Buffer.from([0x89, 0x50, 0, 0, 1, 2]), /\[picture\.png\] is no text/],
    ['many.tsv', Buffer.from(classes), /\[many\.tsv\] has 10,000 classes/],
  ];
  for (const [name, buffer, message] of files) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      region(page).getByText('Choose a file', { exact: true }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/plain', buffer });
    await region(page).getByText(message).waitFor();
  }
  await region(page).getByText('Example', { exact: true }).click();
  await button(page, 'Run one step').click();
  await part(page, 'Runs').waitFor();
});

for (const scheme of ['light', 'dark'])
  given({ colorScheme: scheme }, () =>
    test(`axe finds nothing, ${scheme}`, async ({ page, address }) => {
      await useAxe(page);
      await trained(page, address);
      await scan(page, 'Train');
    }),
  );

given({ viewport: { width: 360, height: 800 } }, () =>
  test('at 360 px nothing is wider than the page', async ({ page, address }) => {
    await trained(page, address, { 'train.kind': 'recurrent' });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }),
);

test('a toy task is learned, and its curve shows that attention finds what the rule needs', async ({
  page,
  address,
}) => {
  await open(page, address, { 'train.source': 'toy', 'train.toy': 'first', 'train.kind': 'transformer' });
  await region(page).getByText('toy task first').waitFor();
  assert.ok((await part(page, 'Texts').locator('u').count()) > 0);
  await region(page).getByRole('combobox', { name: 'Task' }).selectOption('copy');
  await region(page).getByText('toy task copy').waitFor();
  await region(page).getByText('Fast', { exact: true }).click();
  await button(page, 'Train').click();
  // An epoch at a time, since ten of them take a busy machine longer than one wait may.
  for (const left of ['[2-9]|10', '[4-9]|10', '[6-9]|10', '[89]|10', '10'])
    await region(page)
      .getByText(new RegExp(`epoch (${left}) of 10`, 'i'))
      .first()
      .waitFor();
  await region(page)
    .getByText(/Done: epoch 10 of 10/)
    .waitFor();
  const share = await region(page)
    .getByText(/^\s*Attention on the words that the rule needs:/)
    .textContent();
  assert.ok(Number(share.match(/0\.\d+/)[0]) > 0.6, share);
  assert.match(await runs(page).first().textContent(), /1\.000/);
});

test('an encoder of ours is fine-tuned, and leads to the other sections', async ({ page, address }) => {
  await open(page, address, { 'train.set': 'training.epochs=1' });
  await region(page).getByLabel('Architecture').selectOption({ label: 'Fine-tune an encoder' });
  const encoder = region(page).getByRole('combobox', { name: /^Encoder/ });
  assert.match(await encoder.locator('option').first().textContent(), /MB/);
  await encoder.selectOption('ours:heed-small-emotions');
  await eventually(() =>
    assert.match(page.url(), /train\.kind=encoder.*train\.base=ours%3Aheed-small-emotions/),
  );
  await region(page).getByText('Fast', { exact: true }).click();
  await button(page, 'Train').click();
  await part(page, 'Attention as it forms').getByRole('grid', { name: 'Attention' }).waitFor();
  await region(page).getByRole('region', { name: 'Contribution of each word' }).waitFor();
  await region(page)
    .getByText(/Done: epoch 1 of 1/)
    .waitFor();
  await region(page)
    .getByText(/--from heed-small-emotions --data texts\.tsv/)
    .waitFor();
  // It is once the run is kept.
  await eventually(async () => assert.equal(await button(page, 'Run one step').isEnabled(), true));
  await button(page, 'Open in Read').click();
  await page.getByRole('heading', { name: 'Attention', exact: true }).waitFor();
  await page.reload();
  await page.goto(`${address}#section=train`);
  await runs(page)
    .first()
    .getByText(/Fine-tune an encoder 1/)
    .waitFor();
});

test('a run goes on from an encoder that is no longer open only when it is opened again', async ({
  page,
  address,
}) => {
  await open(page, address, { 'train.kind': 'encoder', 'train.base': 'disk:mine' });
  await region(page)
    .getByText(/encoder is not open\. Open it in Models/)
    .waitFor();
  await button(page, 'Train').click();
  await region(page)
    .getByText(/goes on from mine, which is not open: open it under Models/)
    .waitFor();
  await region(page).getByLabel('Architecture').selectOption({ label: 'Word votes' });
  await button(page, 'Run one step').click();
  await region(page)
    .getByText(/Epoch 1 of 30, step 1 of/)
    .waitFor();
});

test('at any moment stands what each word adds, and it is the score', async ({ page, address }) => {
  await open(page, address);
  await button(page, 'Run one step').click();
  const said = await region(page)
    .getByText(/The contributions of the words to the score/)
    .textContent();
  const [words, bias, sum] = [...said.matchAll(/[+−]?\d+\.\d+/g)].map(([number]) =>
    Number(number.replace('−', '-')),
  );
  assert.ok(Math.abs(words + bias - sum) < 0.02, said);
});
