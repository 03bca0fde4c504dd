// The network's picture beside the map: it follows the keys, lights up with the page, plays, is walked, and leaves as a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, cell, grid, linkTo, literal, open, openWith, readGrid, sentence } from './browser/heed.mjs';

const kText = 'Please send me the report.';
const kTokens = ['please', 'send', 'me', 'the', 'report', '.'];

const picture = (page) => page.getByRole('region', { name: 'Network', exact: true });
const node = (page, at) => picture(page).locator(`[data-node="${at}"]`);
const caption = (page) => picture(page).locator('.net-caption');
const stages = (page) => picture(page).getByRole('list', { name: 'Stages of the network' });
const words = (page) => picture(page).locator('.net-word').allInnerTexts();
const says = (page, pattern) =>
  eventually(async () => assert.match(await caption(page).innerText(), pattern));

async function openPicture({ page, address }, text = kText, tokens = kTokens) {
  await openWith(page, address, text, tokens);
  await node(page, '0.0').waitFor();
  await node(page, '0.0').scrollIntoViewIfNeeded();
}

test('it shows words, attention, sentence and answer with the numbers of the map', async ({ visit }) => {
  const { page } = visit;
  await openPicture(visit);
  assert.deepEqual(await words(page), kTokens);
  const { weights } = await eventually(() => readGrid(page));
  const row = weights[2];
  const most = row.indexOf(Math.max(...row));
  const name = await node(page, '1.2').getAttribute('aria-label');
  assert.match(name, new RegExp(`^me takes ${row[most].toFixed(3)} from ${literal(kTokens[most])}`));
  const said = await stages(page).getByRole('listitem').allInnerTexts();
  assert.equal(said.length, 5);
  assert.match(said[0], /6 tokens/);
  assert.match(said.at(-1), /request 0\.\d{3}\.$/);
});

test('a keystroke moves it in the frame that shows it in the map', async ({ visit }) => {
  const { page } = visit;
  await openPicture(visit);
  await sentence(page).press('End');
  await page.evaluate(() => {
    globalThis.frames = [];
    const picture = () => [...document.querySelectorAll('.net-word')].map((one) => one.textContent.trim());
    const map = () =>
      [...document.querySelectorAll('.attention [role="rowheader"]')].map((one) => one.textContent.trim());
    addEventListener('input', () =>
      requestAnimationFrame(() => globalThis.frames.push([picture().join(' '), map().join(' ')])),
    );
  });
  await sentence(page).pressSequentially(' now please');
  const frames = await page.evaluate(() => globalThis.frames);
  assert.equal(frames.length, 11);
  for (const [drawn, mapped] of frames) assert.equal(drawn, mapped);
  await eventually(async () => assert.equal((await words(page)).at(-1), 'please'));
});

test('pointing lights it and the map up, both ways; a click opens the part of the page', async ({
  visit,
}) => {
  const { page } = visit;
  await openPicture(visit);
  await node(page, '0.1').hover();
  await says(page, /^send adds [+−]\d\.\d\d to the score of request\./);
  const lit = (locator) =>
    eventually(async () => assert.match(await locator.getAttribute('class'), /is-linked/));
  await lit(grid(page).getByRole('rowheader', { name: 'send' }));
  await cell(page, 'me', 'report').hover();
  await says(page, /^me takes \d\.\d{3} from report/);
  await eventually(async () => assert.match(await node(page, '0.4').getAttribute('class'), /is-lit/));
  await node(page, '1.3').click();
  await page.mouse.move(2, 2);
  await lit(grid(page).getByRole('rowheader', { name: 'the' }));
  await node(page, '2.0').click();
  await page.getByText('This is one row, for').waitFor();
  await node(page, '3.0').click();
  await eventually(async () => assert.match(page.url(), /class=/));
});

test('it plays once through, and a press stops it', async ({ visit }) => {
  const { page } = visit;
  await openPicture(visit);
  const play = picture(page).getByRole('button', { name: 'Play' });
  await play.click();
  await says(page, /^The model reads 6 tokens\./);
  await says(page, /^Each token becomes a vector/);
  await picture(page).getByRole('button', { name: 'Stop' }).click();
  await says(page, /^Point at/);
});

given({ reducedMotion: 'reduce' }, () =>
  test('without motion each press is a stage', async ({ visit }) => {
    const { page } = visit;
    await openPicture(visit);
    await picture(page).getByRole('button', { name: 'Play' }).click();
    await says(page, /^The model reads/);
    const next = picture(page).getByRole('button', { name: 'Next stage' });
    for (const said of [/^Each token/, /^Attention|^Layer 0/, /^The sentence is made/, /^A last layer/]) {
      await next.click();
      await says(page, said);
    }
    await next.click();
    await picture(page).getByRole('button', { name: 'Play' }).waitFor();
  }),
);

test('arrow keys walk it, and Enter opens', async ({ visit }) => {
  const { page } = visit;
  await openPicture(visit);
  await node(page, '0.0').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.node), '1.1');
  await says(page, /^send takes/);
  await page.keyboard.press('Enter');
  assert.match(await grid(page).getByRole('rowheader', { name: 'send' }).getAttribute('class'), /is-linked/);
});

test('it leaves as an SVG with words, lines and the meaning of a width', async ({ visit }) => {
  const { page } = visit;
  await openPicture(visit);
  const wait = page.waitForEvent('download');
  await button(page, 'Download SVG of the network').click();
  const file = await wait;
  assert.equal(file.suggestedFilename(), 'heed-network.svg');
  const text = readFileSync(await file.path(), 'utf8');
  for (const word of kTokens) assert.ok(text.includes(`>${word}</text>`), word);
  assert.match(text, /<title>me takes \d\.\d{3} from /);
  assert.match(text, /A line is as wide as its attention weight/);
});

for (const width of [320, 360, 768, 1280, 1440, 1920])
  given({ viewport: { width, height: 900 } }, () =>
    test(`nothing moves when it comes, and all of it fits: ${width} px`, async ({ visit }) => {
      const { page, address } = visit;
      // Each frame from the first map on notes how high the picture's place is, and what is below it.
      await page.addInitScript(() => {
        globalThis.places = new Set();
        const look = () => {
          const box = (one) => document.querySelector(one)?.getBoundingClientRect();
          const [place, below] = [box('.network'), box('.reading')];
          const beside = innerWidth >= 1400;
          const far = place && Math.round(below.top - (beside ? box('.columns').top : place.top));
          if (document.querySelector('.map-cell')) globalThis.places.add(`${place?.height} ${far}`);
          requestAnimationFrame(look);
        };
        look();
      });
      await open(page, address, linkTo(kText));
      await node(page, '0.0').waitFor();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      const places = await page.evaluate(() => [...globalThis.places]);
      assert.deepEqual(places, places.slice(0, 1), 'nothing moves');
      const { width: wide, right } = await picture(page).evaluate((one) => {
        const box = one.getBoundingClientRect();
        const content = Math.max(
          ...[...one.querySelectorAll('*')].map((e) => e.getBoundingClientRect().right),
        );
        return { width: document.documentElement.scrollWidth, right: content };
      });
      assert.ok(wide <= width && right <= width, `${wide} ${right}`);
    }),
  );

for (const colorScheme of ['light', 'dark'])
  given({ colorScheme, viewport: { width: 360, height: 800 } }, () =>
    test(`axe finds nothing, ${colorScheme}`, async ({ visit }) => {
      const { page } = visit;
      await useAxe(page);
      await openPicture(visit);
      await scan(page);
    }),
  );
