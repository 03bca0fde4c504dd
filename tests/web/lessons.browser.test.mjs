// Lessons beside the live page: walked by keyboard, kept, opened by links, printed; their numbers are the page's.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, meters, readMeters } from './browser/heed.mjs';
import { areInPlace, kLessons, kSteps, openAll, walk } from './browser/lessons.mjs';

const link = (page, name) => page.getByRole('link', { name, exact: true });
const region = (page) => page.getByRole('region', { name: 'Lessons' });
const lesson = (page) => page.getByRole('complementary');

for (const id of kLessons)
  given({ viewport: { width: 360, height: 740 } }, () =>
    test(`${id}, by keyboard, to its end`, async ({ page, address }) => {
      const found = await walk(page, address, id);
      assert.equal(found.length, kSteps);
      await region(page).waitFor();
      const [entry] = await page
        .locator('.lesson-entry')
        .filter({ hasText: `${kSteps} of ${kSteps} steps` })
        .all();
      assert.ok(entry, 'the list says that it is finished');
    }),
  );

test('it asks before it shows, and what it finds is what the page says', async ({ page, address }) => {
  await page.goto(address);
  await link(page, 'Lessons').click();
  await region(page).waitFor();
  await link(page, 'Start').first().click();
  await lesson(page).getByRole('heading', { name: 'A question for a network' }).waitFor();
  await meters(page).first().waitFor();
  const before = await readMeters(page);
  assert.ok(before.request > 0.9, 'not shown yet');
  await lesson(page).getByRole('button', { name: 'A request' }).click();
  await lesson(page).getByText('Wrong. The answer is “No request”.').waitFor();
  const after = await readMeters(page);
  assert.ok(after.request < 0.5);
  const said = await lesson(page).getByRole('status').innerText();
  assert.ok(said.includes(after.request.toFixed(3)) && said.includes(after.no_request.toFixed(3)), said);
  await page.reload();
  await lesson(page).getByRole('link', { name: '1, A question for a network, finished' }).waitFor();
  await button(page, 'Close').click();
  assert.equal(await lesson(page).count(), 0);
});

// German words are longer, so they are given the narrow and the crowded width.
for (const [width, height, language, file] of [
  [360, 740, 'German', 'de.html'],
  [1024, 768, 'English', ''],
  [1440, 900, 'German', 'de.html'],
])
  given({ viewport: { width, height } }, () =>
    test(`every step opens by its address: ${language}, ${width} px`, async ({ page, address }) => {
      await page.goto(`${address}${file}#section=lessons`);
      await page.locator('.lesson-entry').first().waitFor();
      assert.deepEqual(await openAll(page), []);
      await page.reload();
      await page.locator('.lesson-todo').waitFor();
      await page.goto(`${address}${file}#lesson.at=requests.5`);
      await page.locator('.lesson-choice').first().click();
      await page.locator('.lesson .is-next').waitFor();
      await areInPlace(page);
      await eventually(async () => {
        const map = await page.getByRole('grid', { name: 'Attention' }).boundingBox();
        const end = width < 1100 ? (await lesson(page).boundingBox()).y : height;
        assert.ok(map.y >= 0 && map.y + map.height <= end, `the map is at ${map.y}, ${map.height} high`);
      });
    }),
  );

test('loaded anew or gone back to, a step shows no answer beside its question', async ({ page, address }) => {
  const asks = async () => {
    await page.getByText('What will the network predict for We had lunch together.?').waitFor();
    const sentence = page.getByRole('textbox', { name: 'Sentence' });
    await eventually(async () => assert.equal(await sentence.inputValue(), 'Please send me the report.'));
  };
  await page.goto(`${address}#lesson.at=requests.1`);
  await asks();
  await lesson(page).getByRole('button', { name: 'A request' }).click();
  await lesson(page).getByText('Wrong.').waitFor();
  await page.reload();
  await asks();
  await lesson(page).getByRole('button', { name: 'A request' }).click();
  await lesson(page).getByRole('link', { name: 'Next' }).click();
  await lesson(page).getByRole('heading', { name: 'Words have votes' }).waitFor();
  await page.goBack();
  await asks();
});

test('a link opens any step; going back leads back; nonsense is named', async ({ page, address }) => {
  await page.goto(`${address}#lesson.at=two.7`);
  await lesson(page).getByRole('heading', { name: 'Additive scores' }).waitFor();
  await page.getByRole('grid', { name: 'Weights' }).getByRole('gridcell').first().waitFor();
  await lesson(page).getByRole('link', { name: 'Skip' }).click();
  await lesson(page).getByRole('heading', { name: 'The mask' }).waitFor();
  await page.goBack();
  await lesson(page).getByRole('heading', { name: 'Additive scores' }).waitFor();
  await page.goto(`${address}#lesson.at=two.77`);
  await page.getByRole('alert').filter({ hasText: 'There is no step “two.77”.' }).waitFor();
});

test('all steps on a sheet, with pictures of the live page, with answers and without', async ({
  page,
  address,
}) => {
  await page.goto(`${address}#section=lessons`);
  await link(page, 'Show all steps to print').first().click();
  const sheet = page.getByRole('region', { name: 'Is it a request?' });
  await sheet.getByRole('button', { name: 'Print' }).waitFor();
  assert.equal(await sheet.getByRole('article').count(), kSteps);
  assert.equal(await sheet.getByRole('img', { name: /^The page at step/ }).count(), kSteps);
  const right = () => sheet.locator('.sheet-choices .is-right').count();
  assert.equal(await right(), kSteps - 1, 'every question has one right answer');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('navigation', { name: 'Sections' }).isVisible(), false);
  assert.equal(await sheet.getByRole('button', { name: 'Print' }).count(), 0);
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('checkbox', { name: 'With answers' }).uncheck();
  assert.equal(await right(), 0);
  await button(page, 'Back to the lessons').click();
  await region(page).waitFor();
  assert.equal(await sheet.count(), 0);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 768],
  ['dark', 1366],
])
  given({ colorScheme, viewport: { width, height: 800 } }, () =>
    test(`nothing for axe-core to object to, nor too wide: ${colorScheme}, ${width} px`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await page.goto(`${address}#section=lessons`);
      await region(page).waitFor();
      await scan(page, 'the list');
      await page.goto(`${address}#lesson.at=requests.2`);
      await lesson(page).getByRole('heading', { name: 'Words have votes' }).waitFor();
      await lesson(page).getByRole('button', { name: 'please' }).click();
      await lesson(page).getByText('Right.').waitFor();
      await eventually(async () => assert.ok((await meters(page).count()) === 2));
      await scan(page, 'a step');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px`);
    }),
  );
