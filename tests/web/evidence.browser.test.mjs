// Whether the map explains the answer: a line under it, and the section Evidence.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { openWith, write } from './browser/heed.mjs';

const kModels = fileURLToPath(new URL('../../assets/models/', import.meta.url));
const figuresOf = (id) => JSON.parse(readFileSync(`${kModels}${id}/faithfulness.json`, 'utf8'));
const region = (page) => page.getByRole('region', { name: 'Evidence', exact: true });
const part = (page, name) => region(page).getByRole('region', { name, exact: true });
const strips = (page) => region(page).getByRole('region', { name: 'All methods' });
const line = (page) =>
  page.getByText(/The word ranking of this map .* with leaving words out and .* with gradients/).first();

const kText = 'Could you send me the report?';
const kTokens = ['could', 'you', 'send', 'me', 'the', 'report', '?'];

async function openEvidence(page, address, model = 'enron-request', text = kText) {
  await page.goto(`${address}#${new URLSearchParams({ section: 'evidence', model, text })}`);
  await strips(page).locator('tbody th').first().waitFor();
}

const rowNames = (page) => strips(page).locator('tbody th').allTextContents();
const valuesOf = async (page, method) => {
  const row = strips(page)
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader', { name: method, exact: true }) });
  return (await row.getByRole('cell').allTextContents()).map((text) => Number(text.replace('−', '-')));
};

test('one line under the map says how far it explains, and leads to the evidence', async ({
  page,
  address,
}) => {
  await openWith(page, address, kText, kTokens);
  await line(page).waitFor();
  assert.match(await line(page).textContent(), /\(τ −?[01]\.\d{3}\)/);
  const before = await line(page).textContent();
  await write(page, 'Thanks for the lovely dinner.', ['thanks', 'for', 'the', 'lovely', 'dinner', '.']);
  await eventually(async () => assert.notEqual(await line(page).textContent(), before));
  await line(page).getByRole('link', { name: 'Evidence' }).click();
  await strips(page).waitFor();
  await page.reload();
  await strips(page).waitFor();
});

test('every method stands beside the others, over the words of the sentence', async ({ page, address }) => {
  await openEvidence(page, address);
  assert.deepEqual(
    (await strips(page).locator('thead th').allTextContents()).map((text) => text.trim()),
    kTokens,
  );
  // They come one after the other.
  await eventually(async () => {
    const names = await rowNames(page);
    for (const name of [
      'Contribution',
      'Integrated gradients',
      'Leave one out',
      'Attention',
      'Rollout',
      'Norm',
    ])
      assert.ok(names.includes(name), name);
  });
  const attention = await valuesOf(page, 'Attention');
  assert.equal(attention.length, kTokens.length);
  assert.ok(Math.abs(attention.reduce((a, b) => a + b) - kTokens.length) < 0.05); // a row of weights for each word
});

test('experiments are run on the sentence, and again when asked', async ({ page, address }) => {
  await openEvidence(page, address, 'emotions', 'I miss my old dog, but what a surprise to see him.');
  await region(page)
    .getByText(/The weights were shuffled/)
    .waitFor();
  // They come one after the other where they take long.
  const text = await eventually(async () => {
    const text = await part(page, 'On your sentence').innerText();
    for (const words of [
      /is predicted as \w+/,
      /Jensen–Shannon/,
      /100 times/,
      /the answer is (still|now) \w+/,
    ])
      assert.match(text, words);
    return text;
  });
  const moved = Number(text.match(/changes the answer by only (0\.\d{3}); the limit/)[1]);
  assert.ok(moved <= 0.05);
  const shuffled = () =>
    region(page)
      .getByText(/The weights were shuffled/)
      .textContent();
  const before = await shuffled();
  await region(page).getByRole('button', { name: 'Shuffle again' }).click();
  await eventually(async () => assert.notEqual(await shuffled(), before));
});

test('the figures are those of the model that is open', async ({ page, address }) => {
  for (const model of ['enron-request', 'sst2-sentiment']) {
    await openEvidence(page, address, model);
    const figures = figuresOf(model),
      data = part(page, 'On held-out data');
    await data.getByText(`${figures.n} held-out texts`).waitFor();
    const text = await data.innerText();
    assert.ok(text.includes(`τ is ${figures.tau.gradient.mean.toFixed(3)} on average`), text);
    for (const [name, value] of [
      ['trained attention', figures.accuracy],
      ['equal weights', figures.even.accuracy],
    ])
      assert.match(
        await data.getByRole('listitem').filter({ hasText: name }).textContent(),
        new RegExp(value.toFixed(3)),
      );
  }
});

test('heads are sorted by a click, and lead to their map', async ({ page, address }) => {
  await openEvidence(page, address);
  const heads = region(page).getByRole('table', { name: 'Heads' });
  const column = heads.getByRole('columnheader', { name: 'Evenness' });
  await column.getByRole('button').press('Enter');
  assert.equal(await column.getAttribute('aria-sort'), 'descending');
  await column.getByRole('button').press('Enter');
  assert.equal(await column.getAttribute('aria-sort'), 'ascending');
  await heads.getByRole('link', { name: 'The map of head 0.0' }).click();
  await page.getByRole('grid', { name: 'Attention' }).waitFor();
  assert.match(page.url(), /layer=0/);
});

test('a text without words has none', async ({ page, address }) => {
  await page.goto(
    `${address}#${new URLSearchParams({ section: 'evidence', model: 'enron-request', text: '' })}`,
  );
  await region(page).getByText('There are no words yet.').waitFor();
});

for (const scheme of ['light', 'dark'])
  given({ colorScheme: scheme }, () =>
    test(`axe finds nothing, ${scheme}`, async ({ page, address }) => {
      await useAxe(page);
      await openEvidence(page, address);
      await scan(page, 'Evidence');
    }),
  );

given({ viewport: { width: 360, height: 800 } }, () =>
  test('at 360 px nothing is wider than the page', async ({ page, address }) => {
    await openEvidence(page, address);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }),
);

test('what has been published stands beside what was trained again', async ({ page, address }) => {
  const file = new URL('../../assets/figures/attention.json', import.meta.url);
  const { sst, ag, imdb } = JSON.parse(readFileSync(file, 'utf8'));
  await openEvidence(page, address);
  const rows = part(page, 'Published results, repeated here').locator('tbody tr');
  const shown = await rows.allTextContents();
  const kinds = ['tanh', 'dot', 'token'];
  const expected = [sst, ag, imdb].flatMap((set) => kinds.map((kind) => set[kind].tau));
  assert.equal(shown.length, expected.length);
  expected.forEach((taus, i) => {
    for (const { mean, published } of Object.values(taus))
      assert.ok(
        shown[i].includes(mean.toFixed(3)) && shown[i].includes(`(${published.toFixed(3)})`),
        shown[i],
      );
  });
});

const beside = (page) => part(page, 'Compared with another sentence');
const otherBox = (page) => beside(page).getByRole('textbox', { name: 'The other sentence', exact: true });
const strip = (page, name) => beside(page).getByRole('region', { name, exact: true });
const kFirst = 'A warm and funny film.',
  kOther = 'A cold and funny film.';

test('another sentence is laid over it, and a link restores both', async ({ page, address }) => {
  await useAxe(page);
  await openEvidence(page, address, 'sst2-sentiment', kFirst);
  await beside(page).getByRole('button', { name: 'Copy the sentence here' }).click();
  const other = otherBox(page);
  assert.equal(await other.inputValue(), kFirst);
  await other.fill(kOther);
  const patched = strip(page, 'States of the other sentence in the first');
  await eventually(async () =>
    assert.deepEqual(
      (await patched.locator('thead th').allTextContents()).map((text) => text.trim()),
      ['a', 'warm → cold', 'and', 'funny', 'film', '.'],
    ),
  );
  await beside(page)
    .getByText(/The largest effect is warm → cold in layer 0/)
    .waitFor();
  const rows = await strip(page, 'Contribution of each word in both sentences')
    .locator('tbody tr')
    .allTextContents();
  assert.equal(rows.length, 3);
  assert.equal(await strip(page, 'Difference of the maps').locator('tbody tr').count(), 1);
  await eventually(() => assert.match(page.url(), /evidence\.beside=A\+cold/));
  await page.reload();
  await patched.waitFor();
  assert.equal(await other.inputValue(), kOther);
  await scan(page, 'two sentences over each other');
  await other.fill('Cold.');
  await beside(page).getByText('These have 6 and 2').waitFor();
});

test('a model without states between words and votes says so', async ({ page, address }) => {
  await openEvidence(page, address);
  await otherBox(page).fill('Could you send me the answer?');
  await beside(page)
    .getByText(/The page could not exchange states: .*this model has no layers/)
    .waitFor();
  assert.equal(await strip(page, 'Difference of the maps').locator('tbody tr').count(), kTokens.length);
});

test('experiments with a larger model come one by one, can be stopped and gone on with', async ({
  page,
  address,
}) => {
  await page.goto(
    `${address}#${new URLSearchParams({ section: 'evidence', model: 'ours:heed-small-emotions', text: 'So sad!' })}`,
  );
  const own = part(page, 'On your sentence');
  await own.getByRole('button', { name: 'Stop' }).click();
  const [, done] = (await own.getByText(/Stopped:/).textContent()).match(
    /(\d+) of 21\s+steps\s+are\s+measured/,
  );
  assert.ok(Number(done) < 21);
  await own.getByRole('button', { name: 'Continue' }).click();
  await own.getByRole('button', { name: 'Shuffle again' }).waitFor();
  await own.getByRole('progressbar').waitFor({ state: 'hidden' });
  assert.ok((await rowNames(page)).includes('Integrated gradients'));
});
