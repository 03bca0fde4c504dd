// What is printed: of the first section a worksheet that can be read in grey, of the others what they show.
import assert from 'node:assert/strict';
import { eventually, test } from './browser/harness.mjs';
import { linkTo, openWith, readGrid, readMeters } from './browser/heed.mjs';
import { cellsOf, openTwo } from './browser/lab.mjs';

const kText = 'Please send <b>me</b> the report';

// Once what prints is there, which is fetched when the page is at rest.
async function printed(page) {
  await eventually(async () => {
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('.worksheet svg').first().isVisible());
  });
  return page.locator('.worksheet');
}

test('the first section prints a worksheet: sentence, prediction, words, numbers, and no controls', async ({
  visit,
}) => {
  const { page, address } = visit;
  await page.goto(address + linkTo(kText));
  await page.getByRole('gridcell').first().waitFor();
  const { weights, rows } = await readGrid(page);
  const meters = await readMeters(page);
  const sheet = await printed(page);
  const read = async () => (await sheet.innerText()).replaceAll(/\s+/g, ' ');
  // Reasons come after the prediction, on a busy machine after the print began.
  await eventually(async () =>
    assert.match(await read(), /Contribution of each word to request.* please \+\d\.\d\d/),
  );
  const text = await read();
  assert.ok(text.includes(kText), text);
  for (const [label, probability] of Object.entries(meters))
    assert.ok(text.includes(`${label.replace('_', ' ')} ${probability.toFixed(3)}`), `${label} in ${text}`);
  // Every weight of the map, as its cell writes it, in ink that can be told from it without colour.
  const numbers = await sheet
    .locator('svg text')
    .evaluateAll((all) =>
      all
        .filter(({ textContent }) => /^(\.\d{3}|[01])$/.test(textContent))
        .map(({ textContent }) => Number(textContent)),
    );
  assert.equal(numbers.length, rows.length ** 2);
  numbers.forEach((number, i) =>
    assert.ok(Math.abs(number - weights[Math.floor(i / rows.length)][i % rows.length]) < 0.0011),
  );
  // The network's picture stands below it, with the same words.
  const words = await sheet.locator('svg').nth(1).locator('text').allTextContents();
  assert.ok(
    rows.every((word) => words.includes(word)),
    words.join(' '),
  );
  const shown = await page.evaluate(
    () =>
      [...document.querySelectorAll('button, input, select, textarea, nav, a')].filter((one) =>
        one.checkVisibility(),
      ).length,
  );
  assert.equal(shown, 0, 'no control is printed');
  assert.equal(await sheet.locator('b').count(), 0, 'what was typed is never markup');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.ok(/\/Type \/Page\b/.test(pdf) && pdf.length > 10_000);
  // Back on the screen, nothing is left of it.
  await page.emulateMedia({ media: 'screen' });
  await eventually(async () => assert.equal(await page.locator('.worksheet').count(), 0));
  await page.getByRole('textbox', { name: 'Sentence' }).waitFor();
});

test('without a text there is nothing to print but the page', async ({ page, address }) => {
  await openWith(page, address, 'Thanks', ['thanks']);
  await printed(page);
  await page.emulateMedia({ media: 'screen' });
  await eventually(async () => assert.equal(await page.locator('.worksheet').count(), 0));
  await page.getByRole('textbox', { name: 'Sentence' }).fill('');
  await eventually(async () => assert.equal(await page.getByRole('gridcell').count(), 0));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.worksheet').count(), 0);
});

test('other sections print their maps without their controls', async ({ page, address }) => {
  await openTwo(page, address);
  await eventually(async () => {
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation').count(), 0);
  });
  assert.ok((await cellsOf(page, 'Weights').count()) > 50);
  assert.equal(await page.locator('.worksheet').count(), 0);
  const map = await page.locator('.two-main .map-grid').boundingBox();
  assert.ok(map.height > 200 && map.width > 200);
});
