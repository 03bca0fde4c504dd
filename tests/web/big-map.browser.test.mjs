// A map of 512 tokens: a virtual grid that scrolls and answers the pointer without missing frames, headers that stay,
// and a way to any token.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import { cells, grid, linkTo, open, says } from './browser/heed.mjs';
import { useSmallModel } from './browser/small-model.mjs';

const kWords = ['please', 'send', 'me', 'the', 'report', 'on', 'the', 'new', 'contract', 'before', 'noon'];
// 512 tokens, of which one is there only once.
const kText = Array.from({ length: 512 }, (_, i) => (i === 400 ? 'friday' : kWords[i % 11])).join(' ');
const find = (page) => page.getByRole('searchbox', { name: 'Go to token' });

async function openBig({ page, address }, more = '') {
  await useSmallModel(page, { layers: 2, heads: 4, classes: ['no_request', 'request'] });
  await open(page, address, linkTo(kText) + more);
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '513'));
  await cells(page).first().waitFor();
}

// Milliseconds from frame to frame while `act` does something in each of 90 frames.
const frames = (page, act) =>
  page.evaluate(async (body) => {
    const step = new Function('frame', body);
    const times = [];
    let before = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 90; frame++) {
      step(frame);
      const now = await new Promise(requestAnimationFrame);
      times.push(now - before);
      before = now;
    }
    return times.sort((a, b) => a - b);
  }, act);

// Sixty frames a second on an idle machine; the bound is one that a busy machine keeps too, and a map that is drawn anew
// as a whole does not.
function fluent(times, what) {
  const median = times[45];
  console.log(`# ${what}: ${[9, 45, 80].map((i) => times[i].toFixed(1)).join(', ')} ms (10, 50, 90 %)`);
  assert.ok(median <= 150, `${what}: ${median.toFixed(1)} ms from frame to frame`);
}

const policyBypassed = { bypassCSP: true, viewport: { width: 1440, height: 900 } };

given(policyBypassed, () =>
  test('scrolling and hovering a map of 512 tokens keep up with the screen', async ({ visit }) => {
    const { page } = visit;
    await openBig(visit);
    const scroll = await frames(
      page,
      `const map = document.querySelector('.map-grid'); map.scrollTo(40 * frame, 37 * frame);`,
    );
    fluent(scroll, 'scrolling');
    // Cells come when scrolling rests.
    await eventually(async () => {
      const count = await cells(page).count();
      assert.ok(count > 100 && count < 5000, `${count} cells are in the document`);
    });
    const hover = await frames(
      page,
      `const all = document.querySelectorAll('.map-cell');
     all[(frame * 37) % all.length].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));`,
    );
    fluent(hover, 'hovering');
    await says(page, /^Row \S+ gives 0\.\d{3} of its attention to/);
  }),
);

test('the words around the map stay in sight wherever one scrolls', async ({ visit }) => {
  const { page } = visit;
  await openBig(visit);
  await grid(page).evaluate((map) => map.scrollTo(3000, 5000));
  await eventually(async () => assert.ok((await cells(page).last().getAttribute('aria-colindex')) > 180));
  const seen = await page.evaluate(() => {
    const map = document.querySelector('.map-grid').getBoundingClientRect();
    const inside = ({ top, left }) => top >= map.top - 1 && left >= map.left - 1;
    const of = (role) =>
      [...document.querySelectorAll(`.map-grid [role=${role}]`)].filter((one) =>
        inside(one.getBoundingClientRect()),
      ).length;
    return { rows: of('rowheader'), columns: of('columnheader') };
  });
  assert.ok(seen.rows > 10 && seen.columns > 10, JSON.stringify(seen));
});

test('a token is found by its text or number, and brought into view', async ({ visit }) => {
  const { page } = visit;
  await openBig(visit);
  await find(page).fill('friday');
  const row = grid(page).getByRole('rowheader', { name: 'friday' });
  await eventually(async () => assert.ok(await row.isVisible()));
  await says(page, /^Row friday attends most to/);
  assert.equal(await page.locator('#found').innerText(), '401 of 512');
  const inView = await row.evaluate((header) => {
    const map = header.closest('.map-grid').getBoundingClientRect();
    const { top, bottom } = header.getBoundingClientRect();
    return top > map.top && bottom < map.bottom;
  });
  assert.ok(inView);
  await find(page).fill('noon');
  await eventually(async () => assert.equal(await page.locator('#found').innerText(), '11 of 512'));
  await find(page).press('Enter');
  await eventually(async () => assert.equal(await page.locator('#found').innerText(), '22 of 512'));
  await find(page).press('Shift+Enter');
  await find(page).press('Shift+Enter');
  await eventually(async () => assert.equal(await page.locator('#found').innerText(), '506 of 512'));
  await find(page).fill('zebra');
  await eventually(async () => assert.equal(await page.locator('#found').innerText(), 'not in the text'));
});

test('a map that is seen whole needs no way through it', async ({ page, address }) => {
  await open(page, address, linkTo('Please send me the report'));
  await cells(page).first().waitFor();
  assert.equal(await find(page).count(), 0);
});
