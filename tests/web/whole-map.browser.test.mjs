// A map that is shown whole, however small its cells: on phones at once, elsewhere where it is asked for.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import { cells, contributions, grid, linkTo, says } from './browser/heed.mjs';

const kWords = ['please', 'send', 'me', 'the', 'report', 'on', 'our', 'new', 'contract', 'before', 'noon'];
const text = (count) => Array.from({ length: count }, (_, i) => kWords[i % kWords.length]).join(' ');
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const whole = (page) => page.getByRole('checkbox', { name: 'Whole map' });

async function openText({ page, address }, count, more = '') {
  await page.goto(address + linkTo(text(count)) + more);
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), `${count + 1}`));
  await cells(page).first().waitFor();
}

// Nothing of it has to be scrolled to.
const seen = (page) =>
  grid(page).evaluate((map) => {
    const colours = map.querySelector('.map-colours').getBoundingClientRect();
    const box = map.getBoundingClientRect();
    return {
      all:
        colours.right <= box.right + 1 &&
        colours.bottom <= box.bottom + 1 &&
        map.scrollWidth <= map.clientWidth + 1,
      blank: Math.round(map.closest('.stage').getBoundingClientRect().bottom - colours.bottom),
      side: colours.width,
    };
  });

for (const count of [5, 34, 80])
  given(kPhone, () =>
    test(`a phone shows all of ${count} tokens`, async ({ visit }) => {
      const { page } = visit;
      await openText(visit, count);
      const { all, side, blank } = await seen(page);
      assert.ok(all && side > 150, `${side}`);
      assert.ok(blank < 80, `${blank} pixels under the map are blank`);
    }),
  );

test('34 tokens are seen whole on a wide screen, 80 where it is asked for, and the link says so', async ({
  visit,
}) => {
  const { page } = visit;
  await openText(visit, 34);
  assert.ok((await seen(page)).all && (await whole(page).isChecked()));
  await openText(visit, 80);
  assert.equal((await seen(page)).all, false);
  await whole(page).check();
  await eventually(async () => assert.ok((await seen(page)).all));
  await eventually(() => assert.match(page.url(), /whole=yes/));
  await page.reload();
  await eventually(async () => assert.ok((await seen(page)).all));
  await whole(page).uncheck();
  await eventually(async () => assert.equal((await seen(page)).all, false));
});

test('what is pointed at of a picture is enlarged and said, and the keyboard walks it', async ({ visit }) => {
  const { page } = visit;
  await openText(visit, 80, '&whole=yes');
  // With all that stands above it.
  await whole(page).waitFor();
  await contributions(page).first().waitFor();
  const box = await page.locator('.map-colours').boundingBox();
  const cell = box.width / 80;
  await page.mouse.move(box.x + 40.5 * cell, box.y + 20.5 * cell);
  await says(
    page,
    new RegExp(`^Row ${kWords[20 % 11]} gives 0\\.\\d{3} of its attention to ${kWords[40 % 11]}`),
  );
  const band = await page.locator('.map-band.is-cell').boundingBox();
  assert.ok(band.width >= 24 && band.width > 2 * cell, `${band.width}`);
  await page.mouse.click(box.x + 40.5 * cell, box.y + 20.5 * cell);
  await eventually(() => assert.match(page.url(), /pin=20\.40/));
  assert.ok((await cells(page).count()) < 2000, 'the others are one picture');
  await page.keyboard.press('ArrowRight');
  await eventually(async () =>
    assert.match(
      await page.evaluate(() => document.activeElement.ariaLabel),
      new RegExp(` to ${kWords[41 % 11]}, `),
    ),
  );
  await page.keyboard.press('Control+End');
  await eventually(async () =>
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-colindex')), '81'),
  );
});

test('a shorter text leaves no blank under its map', async ({ visit }) => {
  const { page } = visit;
  await openText(visit, 3);
  const { blank } = await seen(page);
  assert.ok(blank < 80, `${blank} pixels`);
});
