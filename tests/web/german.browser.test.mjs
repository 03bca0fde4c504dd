// The page in German: the same parts, the same state, its own words; and the lessons through it.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { kGerman, kLessons, kSteps, walk } from './browser/lessons.mjs';

const german = (address) => `${address}de.html`;
const grid = (page) => page.getByRole('grid', { name: 'Attention' });

test('the switch leads to the same text, model and view, and back', async ({ page, address }) => {
  await page.goto(`${address}#model=emotions&text=I+am+happy&view=numbers`);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Vorhersage' }).waitFor();
  await eventually(async () => assert.equal(await page.getByRole('meter').count(), 7));
  assert.equal(await page.getByRole('meter', { name: 'Freude' }).count(), 1);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  assert.equal(await page.title(), 'Heed: worauf ein neuronales Netz achtet');
  assert.equal(await page.getByRole('textbox', { name: 'Satz' }).inputValue(), 'I am happy');
  assert.ok(await page.getByRole('radio', { name: 'Zahlen' }).isChecked());
  await grid(page).getByRole('gridcell').first().waitFor();
  assert.match(
    await grid(page).getByRole('gridcell').nth(2).getAttribute('aria-label'),
    /^i zu happy, 0,\d{3}$/,
  );
  await page.getByRole('textbox', { name: 'Satz' }).fill('I am not happy');
  await eventually(async () => assert.equal(await grid(page).getByRole('gridcell').count(), 16));
  // What was typed last goes along, however soon one clicks.
  const link = page.getByRole('link', { name: 'English' });
  await page.evaluate(() => history.replaceState(null, '', '#model=emotions&text=I+am'));
  await link.click();
  await page.getByRole('heading', { name: 'Prediction' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Sentence' }).inputValue(), 'I am not happy');
});

for (const [section, words] of [
  ['two', 'Geben Sie zwei Sätze ein'],
  ['lab', 'Vergleichen Sie Attention-Mechanismen'],
  ['tokenizer', 'Sehen Sie hier, wie ein Tokenizer'],
  ['train', 'Trainieren Sie in dieser Seite'],
  ['evidence', 'Messen Sie hier, ob die Attention von'],
  ['models', 'Wählen Sie ein Modell, um es zu öffnen'],
  ['lessons', 'Wählen Sie eine Lektion'],
])
  given({ viewport: { width: 360, height: 800 } }, () =>
    test(`its section ${section}, light and dark, on a phone`, async ({ page, address }) => {
      await useAxe(page);
      await page.goto(`${german(address)}#section=${section}`);
      await page.getByText(words).first().waitFor();
      await eventually(async () => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
      });
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await scan(page, `${section}, ${colorScheme}`);
      }
    }),
  );

// The lessons that firefox.browser walks in English.
for (const id of kLessons.filter((_, i) => i % 2 === 0))
  given({ viewport: { width: 1024, height: 768 } }, () =>
    test(`${id} auf Deutsch, by keyboard, to its end`, async ({ page, address }) => {
      const found = await walk(page, german(address), id, kGerman);
      assert.equal(found.length, kSteps);
      await page.getByText(`${kSteps} von ${kSteps} Schritten`).waitFor();
    }),
  );

test('what the engine says is German, too', async ({ page, address }) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({ body: '{"architecture": 3}', contentType: 'application/json' }),
  );
  await page.goto(german(address));
  await page
    .getByRole('status')
    .filter({
      hasText:
        /ließ sich nicht öffnen: \[.*config\.json\] „architecture“ ist 3, erwartet wird eine Zeichenkette\./,
    })
    .waitFor();
  assert.equal(await page.locator('[role=status] [lang=en]').count(), 0);
});

test('read once, it is there without a network', async ({ page, context, address }) => {
  await page.goto(german(address));
  await grid(page).getByRole('gridcell').first().waitFor();
  await eventually(async () =>
    assert.ok(
      await page.evaluate(async () =>
        Boolean(await caches.match(new URL('sw-module-heed-de.json', document.baseURI))),
      ),
    ),
  );
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Vorhersage' }).waitFor();
  await grid(page).getByRole('gridcell').first().waitFor();
  await context.setOffline(false);
});
