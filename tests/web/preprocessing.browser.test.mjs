// What is done to a text before the model reads it: step by step, and the words that are taken out visibly so.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, test } from './browser/harness.mjs';
import { button, modelBox, open, readGrid, showsTokens, tokenStrip, write } from './browser/heed.mjs';
import { smallGallery } from './browser/small-gallery.mjs';

let site;
test.beforeAll(async () => (site = await smallGallery(['lesson', 'requests'])));
test.afterAll(() => site?.end());
test.use({ address: ({}, use) => use(site.address) });

const kText = 'Great week for the NYSE!';
const kTokens = ['great', 'week', 'nyse'];
const kTitle = 'From your text to the model’s input';
const steps = (page) => page.getByRole('region', { name: kTitle }).getByRole('listitem');
const struck = (scope) => scope.locator('del').allInnerTexts();

async function openLesson({ page, address }, text = kText, tokens = kTokens) {
  await open(page, address, `#${new URLSearchParams({ model: 'lesson', text })}`);
  await showsTokens(page, tokens);
}

// What a screen reader hears: without what is hidden from it.
const heard = (locator) => locator.ariaSnapshot();

test('each step is named, explained, and shows what it changed', async ({ visit }) => {
  const { page } = visit;
  await openLesson(visit);
  await steps(page).last().waitFor();
  const names = await steps(page).getByRole('heading').allInnerTexts();
  assert.deepEqual(names, [
    'Lower case',
    'Stop words',
    'Parentheses',
    'Non alphanumerics',
    'The model reads',
  ]);
  assert.match(
    await heard(steps(page).nth(0)),
    /Capital letters become small ones[^]*great week for the nyse!/,
  );
  assert.deepEqual(await steps(page).nth(0).locator('ins').allInnerTexts(), ['great', 'nyse']);
  assert.match(await heard(steps(page).nth(1)), /are removed[^]*great week nyse!/);
  assert.match((await struck(steps(page).nth(1))).join(' '), /^for the\s*$/);
  await steps(page).nth(2).getByText('changes nothing here').waitFor();
  assert.match(await steps(page).last().innerText(), /The model reads\s+great week nyse$/);
});

test('words that were taken out stand struck in their places, and are said to be', async ({ visit }) => {
  const { page } = visit;
  await openLesson(visit);
  const strip = await heard(tokenStrip(page));
  assert.match(strip, /week[^]*for the ?, removed before the model reads[^]*nyse[^]*! ?, removed/);
  assert.deepEqual(
    await page
      .locator('.sentence-copy .is-out')
      .evaluateAll((all) => all.map((e) => [e.textContent, getComputedStyle(e).textDecorationLine])),
    [
      ['for the', 'line-through'],
      ['!', 'line-through'],
    ],
  );
  await eventually(async () => assert.deepEqual((await readGrid(page)).columns, kTokens));
  assert.deepEqual(await struck(page.locator('.strip')), ['for the', '!']);
});

test('the steps follow what is typed, and the analysis holds them', async ({ visit }) => {
  const { page } = visit;
  await openLesson(visit);
  await write(page, 'The cup (as ever) in the end', ['cup', 'end']);
  await eventually(async () =>
    assert.match((await struck(steps(page).nth(2))).join(''), /^\s*\(ever\)\s*$|^\s*\(as ever\)\s*$/),
  );
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download JSON').click()]);
  const analysis = JSON.parse(await readFile(await file.path(), 'utf8'));
  assert.deepEqual(
    analysis.preprocessing.map(({ step }) => step),
    ['lower_case', 'stop_words', 'parentheses', 'non_alphanumerics'],
  );
  for (const { text, start, end } of analysis.tokens)
    assert.equal(analysis.text.slice(start, end).toLowerCase(), text, 'tokens point into what was typed');
  const [svg] = await Promise.all([page.waitForEvent('download'), button(page, 'Download SVG').click()]);
  assert.match(await readFile(await svg.path(), 'utf8'), /text-decoration="line-through"[^>]*>The</);
});

test('a text of which nothing is left is said to be that', async ({ visit }) => {
  const { page } = visit;
  await openLesson(visit);
  await write(page, 'of the', []);
  await eventually(async () =>
    assert.deepEqual(await tokenStrip(page).locator('del').allTextContents(), [
      'of the, removed before the model reads',
    ]),
  );
  await page.getByText('No words are left to predict from').waitFor();
  await page.getByText('No word is left to attend to.').waitFor();
});

test('a model without preprocessing has no such section', async ({ visit }) => {
  const { page } = visit;
  await openLesson(visit);
  await steps(page).last().waitFor();
  await modelBox(page).selectOption('requests');
  await eventually(async () => assert.equal(await page.getByRole('region', { name: kTitle }).count(), 0));
  await eventually(async () => assert.deepEqual(await struck(tokenStrip(page)), []));
});
