// What the page says of a sentence: prediction, tokens, map and pairs, at every keystroke.
import assert from 'node:assert/strict';
import { eventually, test } from './browser/harness.mjs';
import {
  cells,
  grid,
  meters,
  modelBox,
  open,
  openAnalysed,
  openWith,
  pairs,
  readGrid,
  readMeters,
  readPairs,
  sentence,
  showsTokens,
  status,
  tokenNames,
  tokens,
  tokenStrip,
  write,
} from './browser/heed.mjs';

const kText = 'Please send me the report today.';
const kTokens = ['please', 'send', 'me', 'the', 'report', 'today', '.'];

const near = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected} ± ${tolerance}`);
const sum = (list) => list.reduce((a, b) => a + b, 0);

test('the first visit shows a sentence that is already analysed', async ({ page, address }) => {
  await openAnalysed(page, address);
  assert.match(await sentence(page).inputValue(), /\w+ \w+/);
  assert.equal(await meters(page).count(), 2);
  assert.ok((await tokens(page)).length > 2);
  assert.ok((await readPairs(page)).length > 2);
  await eventually(async () => assert.equal(await status(page).textContent(), ''));
  assert.match(await page.title(), /Heed/);
});

test('the prediction is one meter per class, and they sum to 1', async ({ page, address }) => {
  await openWith(page, address, kText, kTokens);
  const said = await readMeters(page);
  assert.deepEqual(Object.keys(said), ['no_request', 'request']);
  near(sum(Object.values(said)), 1, 2e-6, 'sum of the meters');
  const bounds = await meters(page).evaluateAll((all) => all.map((m) => [m.ariaValueMin, m.ariaValueMax]));
  assert.deepEqual(bounds, [
    ['0', '1'],
    ['0', '1'],
  ]);
});

test('a text of unknown words is a guess, and the prediction says so', async ({ page, address }) => {
  await openWith(page, address, 'שלום עולם', ['שלום', 'עולם']);
  await page.getByText(/The model knows no word of this text\. The prediction is a guess/).waitFor();
  await write(page, 'send qqqq wwww', ['send', 'qqqq', 'wwww']);
  await page.getByText(/The model does not know 2 of these 3 tokens \(67 %\)/).waitFor();
  await write(page, 'send it', ['send', 'it']);
  await eventually(async () =>
    assert.equal(await page.getByText(/The model (knows no|does not know)/).count(), 0),
  );
});

test('a plain request is one, a plain statement is none', async ({ page, address }) => {
  await openWith(page, address, kText, kTokens);
  assert.ok((await readMeters(page)).request > 0.5);
  await write(page, 'We had a good time.', ['we', 'had', 'a', 'good', 'time', '.']);
  assert.ok((await readMeters(page)).request < 0.5);
});

test('every cell is named query to key with its weight, and every row sums to 1', async ({
  page,
  address,
}) => {
  await openWith(page, address, kText, kTokens);
  const { rows, columns, weights } = await eventually(() => readGrid(page));
  assert.deepEqual(rows, kTokens);
  assert.deepEqual(columns, kTokens);
  weights.forEach((row, i) => near(sum(row), 1, 0.0005 * row.length + 1e-9, `row "${rows[i]}"`));
  assert.equal(await grid(page).getAttribute('aria-rowcount'), '8');
  assert.equal(await grid(page).getAttribute('aria-colcount'), '8');
  const weight = weights[0][4].toFixed(3);
  await page.getByRole('gridcell', { name: `please to report, ${weight}`, exact: true }).waitFor();
});

test('Top pairs are the largest cells, largest first', async ({ page, address }) => {
  await openWith(page, address, kText, kTokens);
  const { weights } = await eventually(() => readGrid(page));
  const largest = weights
    .flat()
    .sort((a, b) => b - a)
    .slice(0, 8);
  const listed = await readPairs(page);
  assert.deepEqual(
    listed.map(({ weight }) => weight),
    largest,
  );
  for (const { query, key, weight } of listed) {
    assert.equal(weights[kTokens.indexOf(query)][kTokens.indexOf(key)], weight, `${query} to ${key}`);
  }
});

test('Tokens say what attention each receives: the sum of its column', async ({ page, address }) => {
  await openWith(page, address, kText, kTokens);
  const { weights } = await eventually(() => readGrid(page));
  const names = await tokenNames(page);
  kTokens.forEach((text, key) => {
    const [, received] = names[key].match(/attention received (\d+\.\d{3})$/) ?? assert.fail(names[key]);
    near(Number(received), sum(weights.map((row) => row[key])), 0.005, `received by "${text}"`);
  });
});

test('the analysis follows at every keystroke', async ({ page, address }) => {
  await openWith(page, address, '', []);
  const predictions = [];
  const expected = [
    ['c'],
    ['ca'],
    ['can'],
    ['can'],
    ['can', 'y'],
    ['can', 'yo'],
    ['can', 'you'],
    ['can', 'you', '?'],
  ];
  for (const [i, key] of [...'can you?'].entries()) {
    await sentence(page).press(key === ' ' ? 'Space' : key);
    await showsTokens(page, expected[i]);
    predictions.push((await readMeters(page)).request);
  }
  assert.ok(new Set(predictions).size >= 4, `the prediction moves: ${predictions}`);
  await sentence(page).press('Backspace');
  await showsTokens(page, ['can', 'you']);
});

test('fast typing never leaves a stale result behind', async ({ page, address }) => {
  await openWith(page, address, 'Thank you.', ['thank', 'you', '.']);
  const alone = await readMeters(page);
  await sentence(page).evaluate((box) => {
    for (let i = 0; i < 60; i++) {
      box.value = i === 59 ? 'Thank you.' : 'please send me this email '.repeat(1 + (i % 20));
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
  await showsTokens(page, ['thank', 'you', '.']);
  await sentence(page).fill('');
  await sentence(page).pressSequentially('could you look at this draft today?');
  await showsTokens(page, ['could', 'you', 'look', 'at', 'this', 'draft', 'today', '?']);
  await write(page, 'Thank you.', ['thank', 'you', '.']);
  assert.deepEqual(await readMeters(page), alone);
  const { rows } = await eventually(() => readGrid(page));
  assert.deepEqual(rows, ['thank', 'you', '.']);
});

test('the same text gives the same numbers on every visit', async ({ page, address, context }) => {
  await openWith(page, address, kText, kTokens);
  const other = await context.newPage();
  await openWith(other, address, kText, kTokens);
  assert.deepEqual(await readMeters(other), await readMeters(page));
  assert.deepEqual(await eventually(() => readGrid(other)), await eventually(() => readGrid(page)));
});

test('an example is one click away', async ({ page, address }) => {
  await openAnalysed(page, address);
  const examples = page.getByRole('list', { name: 'Try' }).getByRole('button');
  assert.ok((await examples.count()) >= 3);
  const text = (await examples.nth(2).textContent()).trim();
  await examples.nth(2).click();
  assert.equal(await sentence(page).inputValue(), text);
  assert.equal(await examples.nth(2).getAttribute('aria-pressed'), 'true');
  await eventually(async () => assert.equal((await tokens(page))[0], text.split(' ')[0].toLowerCase()));
});

test('the model gallery names the model and what it is', async ({ page, address }) => {
  await openAnalysed(page, address);
  const options = await modelBox(page).getByRole('option').allTextContents();
  assert.ok(options.length >= 1);
  for (const name of options) {
    await modelBox(page).selectOption({ label: name });
    await cells(page).first().waitFor();
  }
  await page
    .getByText(/\d+ (kB|MB)/)
    .first()
    .waitFor();
  await eventually(async () => assert.equal(await status(page).textContent(), ''));
});

test('the page exposes what the contract names, and nothing that could be taken for it', async ({
  page,
  address,
}) => {
  await open(page, address);
  await cells(page).first().waitFor();
  const named = (role, name) => page.getByRole(role, { name });
  assert.equal(await named('textbox', /sentence|attention/i).count(), 1);
  assert.equal(await page.getByRole('grid').count(), 1);
  assert.equal(await page.getByRole('gridcell').count(), await cells(page).count());
  assert.equal(await page.getByRole('status').count(), 1);
  for (const locator of [tokenStrip(page), pairs(page), modelBox(page)])
    assert.equal(await locator.count(), 1);
  for (const name of ['Copy link', 'Download SVG', 'Download PNG', 'Download CSV', 'Download JSON']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 1, name);
  }
});

test('the direction is said in words', async ({ page, address }) => {
  await openAnalysed(page, address);
  await page
    .getByText('A row is the word that attends (query); a column is the word attended to (key).')
    .waitFor();
});
