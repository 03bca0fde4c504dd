// Whatever is pointed at in one view lights up in all others, and stays there when it is clicked.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  cell,
  cells,
  grid,
  kHint,
  kKept,
  literal,
  openWith,
  pairs,
  readGrid,
  readout,
  says,
  sentence,
  token,
  tokenButtons,
  tokenNames,
  write,
} from './browser/heed.mjs';

const kText = 'Please send me the report.';
const kTokens = ['please', 'send', 'me', 'the', 'report', '.'];

const openReport = ({ page, address }) => openWith(page, address, kText, kTokens);
const marked = (locator) =>
  locator.evaluateAll((all) => all.filter((e) => e.matches('.is-linked')).map((e) => e.textContent.trim()));
const headers = (page, role) => marked(grid(page).getByRole(role));

// The token names while the row of `query` is shown: its weights, which are those of the map.
async function showsRowOf(page, query) {
  const { weights } = await eventually(() => readGrid(page));
  const expected = kTokens.map(
    (text, key) => `${text}, attention from ${query}, ${weights[kTokens.indexOf(query)][key].toFixed(3)}`,
  );
  await eventually(async () => assert.deepEqual(await said(page), expected));
}
// "please, attention from send 0.123", with what follows the word set apart.
const said = async (page) => (await tokenNames(page)).map((name) => name.replace(/ (\d\.\d{3})$/, ', $1'));

test('pointing at a token shows what it attends to, and who attends to it', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await token(page, 'send').hover();
  await says(
    page,
    /^Row send attends most to \S+: \d\.\d{3}\. Column send gets most attention from \S+: \d\.\d{3}\./,
  );
  await showsRowOf(page, 'send');
  assert.deepEqual(await headers(page, 'rowheader'), ['send']);
  assert.deepEqual(await headers(page, 'columnheader'), ['send']);
  await sentence(page).hover();
  await says(page, new RegExp(kHint));
  assert.deepEqual(await headers(page, 'rowheader'), []);
});

test('pointing at a cell links sentence, headers and pairs, and says query, key and weight', async ({
  visit,
}) => {
  const { page } = visit;
  await openReport(visit);
  const { weights } = await eventually(() => readGrid(page));
  const largest = Math.max(...weights.flat());
  const query = weights.findIndex((row) => row.includes(largest));
  const key = weights[query].indexOf(largest);
  await cell(page, kTokens[query], kTokens[key]).hover();
  await says(
    page,
    new RegExp(
      `^Row ${literal(kTokens[query])} gives ${largest.toFixed(3)} of its attention to ${literal(kTokens[key])}, its largest share`,
    ),
  );
  assert.deepEqual(await headers(page, 'rowheader'), [kTokens[query]]);
  assert.deepEqual(await headers(page, 'columnheader'), [kTokens[key]]);
  await showsRowOf(page, kTokens[query]);
  const linked = await marked(pairs(page).getByRole('button'));
  assert.equal(linked.length, 1);
  assert.match(linked[0], new RegExp(`^${literal(kTokens[query])}\\s*→`));
  assert.match(await page.locator('.tip').innerText(), new RegExp(`${largest.toFixed(3)}$`));
});

test('pointing at a pair, or reaching it by keyboard, links its cell', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  const second = pairs(page).getByRole('button').nth(1);
  const [query, key] = (await second.innerText()).match(/\S+/g).filter((word) => !/^(→|to)$/.test(word));
  await second.hover();
  await says(page, new RegExp(`^Row ${literal(query)} gives .* of its attention to ${literal(key)}`));
  // To the margin, where nothing is scrolled under it.
  await page.mouse.move(2, 2);
  await says(page, new RegExp(kHint));
  await second.focus();
  await says(page, new RegExp(`^Row ${literal(query)} gives`));
});

test('row and column headers link too', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await grid(page).getByRole('rowheader', { name: 'me' }).hover();
  await says(page, /^Row me attends most to/);
  await grid(page).getByRole('columnheader', { name: 'report' }).locator('.map-word').hover();
  await says(page, /^Column report gets most attention from/);
});

test('a click pins, Escape unpins, and a second click too', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await cell(page, 'me', 'report').click();
  await button(page, 'Copy link').hover();
  await page.keyboard.press('Shift+Tab');
  await says(page, new RegExp(`^Row me gives .* to report.*${kKept}`));
  await page.keyboard.press('Escape');
  await says(page, new RegExp(kHint));
  await token(page, 'send').click();
  await sentence(page).click();
  await says(page, new RegExp(`^Row send attends most to.*${kKept}`));
  await token(page, 'send').click();
  await sentence(page).click();
  await says(page, new RegExp(kHint));
});

test('a pin is let go when the words change', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await cell(page, 'me', 'report').click();
  await write(page, 'Thank you', ['thank', 'you']);
  await says(page, new RegExp(kHint));
});

given({ hasTouch: true, viewport: { width: 390, height: 800 } }, () =>
  test('a tap points, a second tap pins', async ({ visit }) => {
    const { page } = visit;
    await openReport(visit);
    await cell(page, 'send', 'me').tap();
    await says(page, /^Row send gives .* to me/);
    assert.doesNotMatch(await readout(page).innerText(), new RegExp(kKept));
    await cell(page, 'send', 'me').tap();
    await token(page, 'report').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Top pairs' }).tap();
    await says(page, new RegExp(`^Row send gives .* to me.*${kKept}`));
  }),
);

for (const width of [320, 360, 768, 950, 1440]) {
  given({ viewport: { width, height: 800 } }, () =>
    test(`nothing moves under the pointer: ${width} px`, async ({ visit }) => {
      const { page } = visit;
      const text = 'Please send me the straightforwardness report.';
      await openWith(page, visit.address, text, [
        'please',
        'send',
        'me',
        'the',
        'straightforwardness',
        'report',
        '.',
      ]);
      const places = () =>
        Promise.all(
          [tokenButtons(page).last(), cells(page).first()].map((part) =>
            // In one go: the page may scroll a little further between two questions.
            part.evaluate((element) => {
              const { x, y } = element.getBoundingClientRect();
              return [x, y + scrollY];
            }),
          ),
        );
      const before = await places();
      for (const word of ['send', 'straightforwardness']) {
        await token(page, word).hover();
        await says(page, new RegExp(`^Row ${word}`));
        assert.deepEqual(await places(), before, word);
      }
      await cell(page, 'send', 'me').hover();
      await says(page, /^Row send gives/);
      assert.deepEqual(await places(), before, 'a cell');
    }),
  );
}
