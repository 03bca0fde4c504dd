// The sheet that the map stands on: as large as the room it has, or as what it holds.
import assert from 'node:assert/strict';
import { given, test } from './browser/harness.mjs';
import { linkTo, showsTokens } from './browser/heed.mjs';

// Its sizes after each letter, and how far its last word is from the sheet's right edge.
const sheets = (page, letters) =>
  page.evaluate(async (text) => {
    const box = document.querySelector('textarea');
    const sheet = document.querySelector('.map-sheet');
    const seen = [];
    for (const letter of text) {
      box.value += letter;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const words = [...document.querySelectorAll('.map-column .map-word')];
      while (words.at(-1).textContent !== box.value.split(' ').at(-1))
        await new Promise(requestAnimationFrame);
      const { width, height, right } = sheet.getBoundingClientRect();
      const last = Math.max(...words.map((word) => word.getBoundingClientRect().right));
      seen.push({ size: `${width} x ${height}`, room: right - last });
    }
    return seen;
  }, letters);

test('a letter leaves the sheet of a map that fits as large as it is', async ({ page, address }) => {
  await page.goto(address + linkTo('Please send me the contract'));
  await showsTokens(page, ['please', 'send', 'me', 'the', 'contract']);
  const seen = await sheets(page, 'ualistically');
  // The stage grows by steps with what it holds, and never shrinks while one types.
  const heights = seen.map(({ size }) => parseFloat(size.split(' x ')[1]));
  assert.ok(new Set(seen.map(({ size }) => size)).size <= 3, JSON.stringify(seen));
  assert.ok(
    heights.every((height, i) => height >= (heights[i - 1] ?? 0)),
    `${heights}`,
  );
});

given({ viewport: { width: 360, height: 700 } }, () =>
  test('a map that scrolls ends behind its last word', async ({ page, address }) => {
    const words = 'please send me the signed contract before noon and let me know'.split(' ');
    await page.goto(address + linkTo(words.join(' ')));
    await showsTokens(page, words);
    const seen = await sheets(page, 'ledgeable');
    for (const { room } of seen) assert.ok(room >= 0, `the last word stands out by ${-room} px`);
    assert.ok(new Set(seen.map(({ size }) => size)).size <= 4);
  }),
);
