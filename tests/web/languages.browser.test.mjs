// The page in the languages that have no file of tests of their own: found from the English page, wide enough on a phone,
// and their own words in what the engine says, too.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { eventually, given, test } from './browser/harness.mjs';

const folder = new URL('../../web/languages/', import.meta.url);
const others = readdirSync(folder).filter((file) => file.endsWith('.json') && !/^(en|de)\./.test(file));

for (const file of others) {
  const { name, messages } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const id = file.replace('.json', '');
  const say = (message) => messages[message].text;

  given({ viewport: { width: 360, height: 800 } }, () =>
    test(`${name}: every section on a phone`, async ({ page, address }) => {
      await page.goto(`${address}#text=Please+send+it`);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name: say('read.prediction'), exact: true }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), id);
      assert.equal(
        await page.getByRole('textbox', { name: say('read.sentence') }).inputValue(),
        'Please send it',
      );
      await page.getByRole('grid').getByRole('gridcell').first().waitFor();
      const sections = page.getByRole('navigation', { name: say('read.sections') }).getByRole('link');
      for (const section of await sections.all()) {
        await section.click();
        await eventually(async () => assert.equal(await section.getAttribute('aria-current'), 'page'));
        await page.locator('main :is(h2, h3)').filter({ visible: true }).first().waitFor();
        await eventually(async () => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${await section.innerText()}: ${wide} px too wide`);
        });
      }
    }),
  );

  test(`${name}: what the engine says`, async ({ page, address }) => {
    await page.route('**/config.json', (route) =>
      route.fulfill({ body: '{"architecture": 3}', contentType: 'application/json' }),
    );
    await page.goto(`${address}${id}.html`);
    const status = page.getByRole('status').filter({ hasText: /config\.json\]/ });
    await status.waitFor();
    assert.equal(await status.locator('[lang=en]').count(), 0, await status.innerText());
  });
}
