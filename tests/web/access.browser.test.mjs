// For every eye, hand and screen: axe-core in light and dark, narrow and wide; reduced motion; the choice of theme.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import {
  cell,
  cells,
  contributions,
  grid,
  linkTo,
  openAnalysed,
  openWith,
  sentence,
  showsTokens,
  token,
  write,
} from './browser/heed.mjs';

const kText = 'Please send me the zibbet report, today.';
const kTokens = ['please', 'send', 'me', 'the', 'zibbet', 'report', ',', 'today', '.'];

const open = (page, address, more = '') => openAnalysed(page, address, linkTo(kText) + more);

const widthFits = (page) => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);

for (const colorScheme of ['light', 'dark']) {
  for (const width of [360, 1440]) {
    const name = `${colorScheme}, ${width} px`;
    given({ colorScheme, viewport: { width, height: 900 } }, () =>
      test(`axe-core finds nothing to object to: ${name}`, async ({ page, address }) => {
        await useAxe(page);
        await open(page, address);
        await scan(page, `the map, ${name}`);
        await page.getByText('How this is computed').click();
        await cell(page, 'me', 'report').click();
        await scan(page, `a pinned cell and its explanation, ${name}`);
        await page.getByText('Numbers', { exact: true }).click();
        await page.getByText('per row', { exact: true }).click();
        await eventually(async () => assert.match(await cells(page).first().textContent(), /\d/));
        await scan(page, `numbers per row, ${name}`);
        await page.getByText('Arcs', { exact: true }).click();
        await page.getByRole('img', { name: /^Arcs connect/ }).waitFor();
        await scan(page, `arcs, ${name}`);
      }),
    );
  }
}

given({ viewport: { width: 360, height: 640 } }, () =>
  test('axe-core finds nothing on an empty page, nor on one with a long text', async ({ page, address }) => {
    await useAxe(page);
    await open(page, address);
    await write(page, '', []);
    await scan(page, 'empty text');
    await sentence(page).fill('please send me this '.repeat(17));
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '69'));
    await scan(page, 'long text');
  }),
);

for (const width of [320, 360, 768, 1440]) {
  given({ viewport: { width, height: 740 } }, () =>
    test(`the page never scrolls sideways: ${width} px`, async ({ page, address }) => {
      const fits = async (state) => {
        const [wide, room] = await widthFits(page);
        assert.ok(wide <= room, `${state}: ${wide} px in ${room}`);
      };
      await open(page, address);
      await fits('first');
      await token(page, 'zibbet').click();
      await page.getByText('How this is computed').click();
      await fits('opened');
      for (const view of ['Numbers', 'Arcs']) {
        await page.getByText(view, { exact: true }).click();
        await fits(view);
      }
      await page.getByText('Map', { exact: true }).click();
      await sentence(page).fill('please send me this report '.repeat(20));
      await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '101'));
      await fits('long text');
    }),
  );
}

given({ viewport: { width: 1440, height: 900 } }, () =>
  test('sentence, prediction and the head of the map are in sight at 1440 × 900', async ({
    page,
    address,
  }) => {
    await open(page, address);
    for (const part of [sentence(page), page.getByRole('meter').last(), cells(page).first()]) {
      const { y, height } = await part.boundingBox();
      assert.ok(y >= 0 && y + height <= 900, `${y} to ${y + height}`);
    }
  }),
);

// Seconds of every transition and animation that some element could make.
const durations = (page) =>
  page.evaluate(() => {
    const seconds = (list) =>
      list.split(',').map((word) => parseFloat(word) * (/ms$/.test(word.trim()) ? 0.001 : 1));
    const of = (element) => {
      const style = getComputedStyle(element);
      return [...seconds(style.transitionDuration), ...seconds(style.animationDuration)];
    };
    return Math.max(...[...document.querySelectorAll('*')].flatMap(of));
  });

// The colour of the map's first cell: red, green and blue in one string.
const firstColour = (page) =>
  page.evaluate(() => {
    const scratch = new OffscreenCanvas(1, 1).getContext('2d');
    scratch.drawImage(document.querySelector('.map-colours canvas'), 0, 0);
    return scratch.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
  });

// The first cell's colours before a change of scale, 60 ms and 140 ms after it. What words add comes after the first map, with
// a line about it above the scales: a click meanwhile may fall beside them.
async function coloursOfAChange(page) {
  await contributions(page).first().waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000); // else it goes on by itself, on a busy machine further than it is looked at
  const before = await firstColour(page);
  await page.getByRole('radio', { name: 'absolute' }).check({ force: true });
  await page.clock.runFor(60);
  const meanwhile = await firstColour(page);
  await page.clock.runFor(80);
  return { before, meanwhile, after: await firstColour(page) };
}

test('cells change over 120 ms', async ({ page, address }) => {
  await open(page, address);
  const { before, meanwhile, after } = await coloursOfAChange(page);
  assert.equal(new Set([before, meanwhile, after]).size, 3, `${before}, ${meanwhile}, ${after}`);
});

given({ contextOptions: { reducedMotion: 'reduce' } }, () =>
  test('with reduced motion nothing moves', async ({ page, address }) => {
    await open(page, address);
    assert.ok((await durations(page)) <= 0.001);
    const { before, meanwhile, after } = await coloursOfAChange(page);
    assert.notEqual(before, after);
    assert.equal(meanwhile, after);
    await sentence(page).fill('Thank you');
    await showsTokens(page, ['thank', 'you']);
    assert.equal(
      await page.evaluate(
        () => document.getAnimations().filter((a) => a.effect.getTiming().duration > 1).length,
      ),
      0,
    );
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
      'auto',
    );
  }),
);

const paper = (page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const colour = [document.body, document.documentElement]
      .map((e) => getComputedStyle(e).backgroundColor)
      .find((c) => !/, 0\)|transparent/.test(c));
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
  });
const isDark = (page, dark) => eventually(async () => assert.equal((await paper(page)) < 128, dark));

given({ colorScheme: 'dark' }, () =>
  test('the system decides between light and dark, and may change its mind', async ({ page, address }) => {
    await open(page, address);
    await isDark(page, true);
    const night = await firstColour(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await isDark(page, false);
    await eventually(async () => assert.notEqual(await firstColour(page), night));
  }),
);

given({ colorScheme: 'light' }, () =>
  test('a switch overrides the system, and is remembered', async ({ page, address }) => {
    await open(page, address);
    const theme = page.getByRole('button', { name: /^Theme/ });
    await isDark(page, false);
    await theme.click();
    await theme.click();
    assert.equal(await theme.getAttribute('aria-label'), 'Theme: dark');
    await isDark(page, true);
    await page.reload();
    await isDark(page, true);
    await theme.click();
    assert.equal(await theme.getAttribute('aria-label'), 'Theme: system');
    await isDark(page, false);
  }),
);

given({ contextOptions: { forcedColors: 'active' } }, () =>
  test('in forced colours the values are still there to read', async ({ page, address }) => {
    await openWith(page, address, kText, kTokens);
    await page.getByText('Numbers', { exact: true }).click();
    await eventually(async () => assert.match(await cells(page).first().textContent(), /\d/));
  }),
);
