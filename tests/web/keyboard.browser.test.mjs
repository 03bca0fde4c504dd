// The page without a mouse: one stop per part for the Tab key, arrow keys inside, and everything within reach.
import assert from 'node:assert/strict';
import { eventually, test } from './browser/harness.mjs';
import {
  cell,
  cells,
  contributions,
  focused,
  kHint,
  kKept,
  literal,
  openWith,
  readGrid,
  says,
  tokenButtons,
} from './browser/heed.mjs';

const kText = 'Please send me the report.';
const kTokens = ['please', 'send', 'me', 'the', 'report', '.'];

const openReport = ({ page, address }) => openWith(page, address, kText, kTokens);
const focusedName = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label'));

test('arrow keys walk the map, and the map is one stop of the Tab key', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  const stops = () =>
    cells(page).evaluateAll((all) =>
      all.filter((e) => e.tabIndex === 0).map((e) => e.ariaLabel.replace(/, .*/, '')),
    );
  const steps = [
    ['ArrowRight', 'please to send'],
    ['ArrowDown', 'send to send'],
    ['ArrowDown', 'me to send'],
    ['ArrowLeft', 'me to please'],
    ['ArrowLeft', 'me to please'],
    ['ArrowUp', 'send to please'],
    ['End', 'send to .'],
    ['Home', 'send to please'],
    ['Control+End', '. to .'],
    ['ArrowDown', '. to .'],
    ['ArrowRight', '. to .'],
    ['Control+Home', 'please to please'],
    ['PageDown', null],
    ['PageUp', 'please to please'],
    ['Control+ArrowRight', 'please to .'],
    ['Control+ArrowDown', '. to .'],
  ];
  await eventually(async () => assert.deepEqual(await stops(), ['please to please']));
  await cells(page).first().focus();
  for (const [key, expected] of steps) {
    await page.keyboard.press(key);
    const name = (await focusedName(page)).replace(/, .*/, '');
    if (expected) assert.equal(name, expected, `after ${key}`);
    assert.deepEqual(await stops(), [name], `one stop after ${key}`);
  }
  await says(page, /^Row \. gives \d\.\d{3} of its attention to \./);
  await page.keyboard.press('Tab');
  assert.ok(!(await focused(page)).startsWith('gridcell'), 'Tab leaves the map');
  await page.keyboard.press('Shift+Tab');
  assert.match(await focusedName(page), /^\. to \., /);
});

test('Enter pins the cell that has the focus', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await cells(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await says(page, new RegExp(`^Row please gives .* to send.*${kKept}`));
  await page.keyboard.press('Escape');
  await says(page, new RegExp(kHint));
});

test('arrow keys, Home and End walk the tokens, which are one stop too', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await tokenButtons(page).first().focus();
  const steps = [
    ['ArrowRight', 'send'],
    ['ArrowRight', 'me'],
    ['ArrowLeft', 'send'],
    ['End', '.'],
    ['ArrowRight', '.'],
    ['Home', 'please'],
  ];
  for (const [key, expected] of steps) {
    await page.keyboard.press(key);
    assert.match(
      await focusedName(page),
      new RegExp(`^${literal(expected)}, attention from`),
      `after ${key}`,
    );
  }
  const stops = await tokenButtons(page).evaluateAll((all) => all.map((e) => e.tabIndex));
  assert.deepEqual(stops, [0, -1, -1, -1, -1, -1]);
});

test('everything can be done by keyboard alone', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await contributions(page).first().waitFor();
  const seen = [];
  const press = async (key, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  await eventually(() => page.locator('body').click({ position: { x: 2, y: 2 } }));
  for (let i = 0; i < 60; i++) {
    await press('Tab');
    if (!(await page.locator(':focus').count())) break; // past the end of the page
    const name = await focused(page);
    if (name === seen[0]) break;
    const outlined = await page.evaluate(() => {
      const shows = (e) => {
        const { outlineStyle, boxShadow, borderBottomColor } = getComputedStyle(e);
        return outlineStyle !== 'none' || boxShadow !== 'none'
          ? `${outlineStyle} ${boxShadow} ${borderBottomColor}`
          : '';
      };
      const own = document.activeElement;
      return [own, own.parentElement, own.parentElement.parentElement].some(shows);
    });
    assert.ok(outlined, `the focus shows on ${name}`);
    seen.push(name);
  }
  const order = [
    /^button "Theme/,
    /^button "Copy link"/,
    /^combobox "Model"/,
    /^textbox "Sentence"/,
    /^button "Why request"/,
    /^button "please, .* for request"/,
    /^combobox "Method"/,
    /^radio "Map"/,
    /^gridcell "please to please/,
    /^button "Download SVG"/,
    /^button "Download JSON"/,
    /^button "please, attention/,
    /^button "\S+ (→ ?)?to /,
  ];
  let at = -1;
  for (const wanted of order) {
    const next = seen.findIndex((name, i) => i > at && wanted.test(name));
    assert.ok(next > at, `${wanted} comes after ${seen[at] ?? 'the start'} in\n  ${seen.join('\n  ')}`);
    at = next;
  }
  assert.equal(seen.filter((name) => name.startsWith('gridcell')).length, 1);
  assert.ok(
    seen.some((name) => /How this is computed/.test(name)),
    seen.join('\n'),
  );
});

test('the three views are chosen by keyboard and show the same weights', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  await page.getByRole('radio', { name: 'Map', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: /^Arcs connect each of the 6 words/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  const { weights } = await readGrid(page);
  const shown = (await cells(page).allTextContents()).map(Number);
  assert.deepEqual(shown, weights.flat());
});

test('How this is computed opens by keyboard and explains the row that is pinned', async ({ visit }) => {
  const { page } = visit;
  await openReport(visit);
  const { weights } = await eventually(() => readGrid(page));
  await cell(page, 'send', 'me').click();
  await page.mouse.move(2, 2); // or it would point at what is scrolled under it
  await page.getByRole('heading', { name: 'How this is computed' }).locator('..').focus();
  await page.keyboard.press('Enter');
  await page.getByText('This is one row, for send.').waitFor();
  const terms = page.getByRole('listitem').filter({ hasText: /times value of/ });
  const numbers = (await terms.allInnerTexts()).map((text) => Number(text.match(/\d\.\d{3}/)[0]));
  assert.deepEqual(
    numbers,
    [...weights[1]].sort((a, b) => b - a),
  );
  await page.getByText('the row sums to 1.000').waitFor();
});
