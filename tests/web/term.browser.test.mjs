// A marked term opens two sentences of the glossary: by keyboard, pointer and tap. Nothing moves, and the word stays in sight.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';

const kStep = '#lesson.at=requests.6';
const term = (page, name) => page.getByRole('complementary').getByRole('button', { name, exact: true });
const note = (page) => page.getByRole('tooltip');
const closed = (page) => eventually(async () => assert.equal(await note(page).count(), 0));

// Beside the room for a scroll bar.
const widthOf = (page) => page.evaluate(() => document.body.clientWidth);
const isApart = (a, b) =>
  a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;

for (const colorScheme of ['light', 'dark'])
  given({ viewport: { width: 360, height: 740 }, colorScheme }, () =>
    test(`by keyboard, ${colorScheme}`, async ({ page, address, watch }) => {
      await useAxe(page);
      await page.goto(address + kStep);
      const query = term(page, 'query');
      await query.waitFor();
      await page.getByRole('grid', { name: 'Attention' }).getByRole('gridcell').first().waitFor();
      const fetched = () => watch.asked.filter((url) => /TermNote/.test(url)).length;
      assert.equal(fetched(), 0, 'the glossary comes when it is opened');

      await term(page, 'vector').focus();
      await page.keyboard.press('Tab');
      await note(page).waitFor();
      assert.ok(fetched() > 0);
      assert.match(
        await note(page).innerText(),
        /^Query\s+A query says what a token looks for\. Attention .+\.$/,
      );
      assert.equal(await query.getAttribute('aria-describedby'), await note(page).getAttribute('id'));
      assert.equal(await query.getAttribute('aria-expanded'), 'true');
      const [word, box] = [await query.boundingBox(), await note(page).boundingBox()];
      assert.ok(isApart(word, box), JSON.stringify([word, box]));
      assert.ok(box.x >= 0 && box.x + box.width <= (await widthOf(page)), JSON.stringify(box));
      assert.ok(box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box));
      await scan(page, 'a note is open');

      await page.keyboard.press('Escape');
      await closed(page);
      assert.deepEqual(await query.boundingBox(), word, 'nothing has moved');
      assert.ok(await query.evaluate((one) => one === document.activeElement));
      await page.keyboard.press('Enter');
      await note(page).waitFor();
      await page.keyboard.press('Space');
      await closed(page);
      await page.keyboard.press('Space');
      await note(page).waitFor();
      await page.keyboard.press('Tab');
      await page.getByText('A key says what a token offers to others.').waitFor();
      assert.equal(await note(page).count(), 1, 'one note at a time');
    }),
  );

test('by pointer: it stays while the pointer is on word or note, and a click pins it', async ({
  page,
  address,
}) => {
  await page.goto(`${address}de.html${kStep}`);
  await term(page, 'Query').hover();
  await note(page).getByText('Eine Query sagt, wonach ein Token sucht.').waitFor();
  await note(page).hover();
  await page.waitForTimeout(400);
  assert.equal(await note(page).count(), 1);
  await page.getByRole('heading', { level: 2 }).last().hover();
  await closed(page);
  await term(page, 'Key').click();
  await page.getByRole('heading', { level: 2 }).last().hover();
  await page.waitForTimeout(400);
  assert.equal(await note(page).count(), 1);
  await page.getByRole('heading', { level: 2 }).last().click();
  await closed(page);
});

given({ viewport: { width: 320, height: 640 }, hasTouch: true }, () =>
  test('by tap, and another tap elsewhere', async ({ page, address }) => {
    await page.goto(address + kStep);
    await term(page, 'vector').tap();
    const box = await note(page).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= (await widthOf(page)), JSON.stringify(box));
    await page.getByRole('complementary').getByRole('heading').tap();
    await closed(page);
  }),
);

test('labels of Why and Evidence are terms, too', async ({ page, address }) => {
  await page.goto(address);
  const why = page.getByRole('region', { name: 'Why' });
  await why.getByRole('button', { name: 'bias', exact: true }).click();
  await page.getByText('No word contributes to it.').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${address}#section=evidence`);
  await page.getByRole('button', { name: 'Kendall’s τ' }).first().click();
  await page.getByText('Kendall’s τ says how similar two rankings are.').waitFor();
});
