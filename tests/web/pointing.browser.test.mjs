// Whatever is pointed at in one view lights up in all others: with the mouse, by touch and by keyboard alone.
import assert from 'node:assert/strict';
import { eventually, pageTest } from './browser/harness.mjs';
import {
  button,
  cell,
  cells,
  focused,
  grid,
  literal,
  openWith,
  pairs,
  readGrid,
  sentence,
  token,
  tokenButtons,
  tokenNames,
  write,
} from './browser/heed.mjs';

const kText = 'Please send me the report.';
const kTokens = ['please', 'send', 'me', 'the', 'report', '.'];
const kHint = 'Point at a word or a cell';
const kKept = 'kept; Escape lets go';

const openReport = ({ page, address }) => openWith(page, address, kText, kTokens);
const readout = (page) => page.locator('.readout');
const says = (page, pattern) =>
  eventually(async () => assert.match(await readout(page).innerText(), pattern));
const marked = (locator) =>
  locator.evaluateAll((all) => all.filter((e) => e.matches('.is-linked')).map((e) => e.textContent.trim()));
const headers = (page, role) => marked(grid(page).getByRole(role));
const focusedName = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label'));

// The token names while the row of `query` is shown: its weights, which are those of the map.
async function showsRowOf(page, query) {
  const { weights } = await readGrid(page);
  const expected = kTokens.map(
    (text, key) => `${text}, attention from ${query}, ${weights[kTokens.indexOf(query)][key].toFixed(3)}`,
  );
  await eventually(async () => assert.deepEqual(await said(page), expected));
}
// "please, attention from send 0.123", with what follows the word set apart.
const said = async (page) => (await tokenNames(page)).map((name) => name.replace(/ (\d\.\d{3})$/, ', $1'));

pageTest('pointing at a token shows what it attends to, and who attends to it', async (test) => {
  const { page } = test;
  await openReport(test);
  await token(page, 'send').hover();
  await says(page, /^Row send attends most to \S+: \d\.\d{3}\. Column send gets most from \S+: \d\.\d{3}\./);
  await showsRowOf(page, 'send');
  assert.deepEqual(await headers(page, 'rowheader'), ['send']);
  assert.deepEqual(await headers(page, 'columnheader'), ['send']);
  await sentence(page).hover();
  await says(page, new RegExp(kHint));
  assert.deepEqual(await headers(page, 'rowheader'), []);
});

pageTest(
  'pointing at a cell links sentence, headers and pairs, and says query, key and weight',
  async (test) => {
    const { page } = test;
    await openReport(test);
    const { weights } = await readGrid(page);
    const largest = Math.max(...weights.flat());
    const query = weights.findIndex((row) => row.includes(largest));
    const key = weights[query].indexOf(largest);
    await cell(page, kTokens[query], kTokens[key]).hover();
    await says(
      page,
      new RegExp(
        `^Row ${literal(kTokens[query])} gives ${largest.toFixed(3)} of its attention to ${literal(kTokens[key])}, its most`,
      ),
    );
    assert.deepEqual(await headers(page, 'rowheader'), [kTokens[query]]);
    assert.deepEqual(await headers(page, 'columnheader'), [kTokens[key]]);
    await showsRowOf(page, kTokens[query]);
    const linked = await marked(pairs(page).getByRole('button'));
    assert.equal(linked.length, 1);
    assert.match(linked[0], new RegExp(`^${literal(kTokens[query])}\\s*→`));
    assert.match(await page.locator('.tip').innerText(), new RegExp(`${largest.toFixed(3)}$`));
  },
);

pageTest('pointing at a pair, or reaching it by keyboard, links its cell', async (test) => {
  const { page } = test;
  await openReport(test);
  const second = pairs(page).getByRole('button').nth(1);
  const [query, key] = (await second.innerText()).match(/\S+/g).filter((word) => !/^(→|to)$/.test(word));
  await second.hover();
  await says(page, new RegExp(`^Row ${literal(query)} gives .* of its attention to ${literal(key)}`));
  await sentence(page).hover();
  await says(page, new RegExp(kHint));
  await second.focus();
  await says(page, new RegExp(`^Row ${literal(query)} gives`));
});

pageTest('row and column headers link too', async (test) => {
  const { page } = test;
  await openReport(test);
  await grid(page).getByRole('rowheader', { name: 'me' }).hover();
  await says(page, /^Row me attends most to/);
  await grid(page).getByRole('columnheader', { name: 'report' }).locator('.map-word').hover();
  await says(page, /^Column report gets most from/);
});

pageTest('a click pins, Escape unpins, and a second click too', async (test) => {
  const { page } = test;
  await openReport(test);
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

pageTest('a pin is let go when the words change', async (test) => {
  const { page } = test;
  await openReport(test);
  await cell(page, 'me', 'report').click();
  await write(page, 'Thank you', ['thank', 'you']);
  await says(page, new RegExp(kHint));
});

pageTest('arrow keys walk the map, and the map is one stop of the Tab key', async (test) => {
  const { page } = test;
  await openReport(test);
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
  assert.deepEqual(await stops(), ['please to please']);
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

pageTest('Enter pins the cell that has the focus', async (test) => {
  const { page } = test;
  await openReport(test);
  await cells(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await says(page, new RegExp(`^Row please gives .* to send.*${kKept}`));
  await page.keyboard.press('Escape');
  await says(page, new RegExp(kHint));
});

pageTest('arrow keys, Home and End walk the tokens, which are one stop too', async (test) => {
  const { page } = test;
  await openReport(test);
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

pageTest('everything can be done by keyboard alone', async (test) => {
  const { page } = test;
  await openReport(test);
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
    /^button "please, /,
    /^radio "Map"/,
    /^gridcell "please to please/,
    /^button "Download SVG"/,
    /^button "Download JSON"/,
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
    seen.some((name) => /How it came about/.test(name)),
    seen.join('\n'),
  );
});

pageTest('the three views are chosen by keyboard and show the same weights', async (test) => {
  const { page } = test;
  await openReport(test);
  await page.getByRole('radio', { name: 'Map', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: /^Arcs from each of 6 words/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  const { weights } = await readGrid(page);
  const shown = (await cells(page).allTextContents()).map(Number);
  assert.deepEqual(shown, weights.flat());
});

pageTest('How it came about opens by keyboard and explains the row that is pinned', async (test) => {
  const { page } = test;
  await openReport(test);
  const { weights } = await readGrid(page);
  await cell(page, 'send', 'me').click();
  await page.getByRole('heading', { name: 'How it came about' }).locator('..').focus();
  await page.keyboard.press('Enter');
  await page.getByText('One row of it, for send.').waitFor();
  const terms = page.getByRole('listitem').filter({ hasText: /times value of/ });
  const numbers = (await terms.allInnerTexts()).map((text) => Number(text.match(/\d\.\d{3}/)[0]));
  assert.deepEqual(
    numbers,
    [...weights[1]].sort((a, b) => b - a),
  );
  await page.getByText('the row sums to 1.000').waitFor();
});

pageTest(
  'a tap points, a second tap pins',
  { context: { hasTouch: true, viewport: { width: 390, height: 800 } } },
  async (test) => {
    const { page } = test;
    await openReport(test);
    await cell(page, 'send', 'me').tap();
    await says(page, /^Row send gives .* to me/);
    assert.doesNotMatch(await readout(page).innerText(), new RegExp(kKept));
    await cell(page, 'send', 'me').tap();
    await token(page, 'report').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Top pairs' }).tap();
    await says(page, new RegExp(`^Row send gives .* to me.*${kKept}`));
  },
);

for (const width of [320, 360, 768, 1440]) {
  pageTest(
    `nothing moves under the pointer: ${width} px`,
    { context: { viewport: { width, height: 800 } } },
    async (test) => {
      const { page } = test;
      const text = 'Please send me the straightforwardness report.';
      await openWith(page, test.address, text, [
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
          [tokenButtons(page).last(), cells(page).first()].map(async (part) => {
            const { x, y } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
            return [x, y + (await page.evaluate(() => scrollY))];
          }),
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
    },
  );
}
