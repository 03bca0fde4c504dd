// The encoder that ships with the page: a click away, in each section that needs it, and kept.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, contributions, grid, modelBox, open, openAnalysed, sentence } from './browser/heed.mjs';

const encoders = JSON.parse(
  readFileSync(new URL('../../assets/models/encoders.json', import.meta.url), 'utf8'),
);

const words = (page) => page.getByRole('group', { name: 'Words' }).getByRole('button');
const candidates = (page) => page.getByRole('list', { name: 'Candidates' }).getByRole('button');
const weights = (watch, id) =>
  watch.asked.filter((url) => url.includes(`models/${id}/model.safetensors`)).length;

async function openOurs(page) {
  await button(page, 'Open heed-small').click();
  await words(page).first().waitFor();
}

test('nothing of it is fetched before it is asked for', async ({ page, address, watch }) => {
  await useAxe(page);
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Fill the mask' }).click();
  await button(page, 'Open heed-small').waitFor();
  assert.deepEqual(
    watch.requests.filter((url) => url.includes('models/heed-small')),
    [],
  );
  await scan(page, 'no model that fills masks');
});

test('Fill the mask works with it after one click', async ({ page, address, watch }) => {
  await useAxe(page);
  await open(page, address, '#section=fill&text=The+river+flows+to+the+sea.');
  // From here on each request is seen twice: the page's, and the one that is made for it.
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await openOurs(page);
  await words(page).filter({ hasText: 'sea' }).click();
  await candidates(page).first().waitFor();
  assert.equal(await candidates(page).count(), 10);
  // A language model says a word, whatever it has learned: most of the probability is not on one of 8,000 at random.
  const first = Number((await candidates(page).first().textContent()).match(/[01]\.\d+/)[0]);
  assert.ok(first > 0.02, `${first}`);
  assert.equal(weights(watch, 'heed-small'), 1);
  await scan(page, 'candidates');
});

test('all of its heads are there, and a link restores it with its section', async ({
  page,
  address,
  context,
}) => {
  await open(page, address, '#section=models');
  await button(page, 'Open heed-small').click();
  await eventually(async () => assert.equal(await modelBox(page).inputValue(), 'ours:heed-small'));
  await sentence(page).fill('She opened the door and walked into the room.');
  await grid(page).waitFor();
  await page.getByRole('radio', { name: 'All heads' }).check({ force: true });
  await eventually(async () =>
    assert.equal(await page.getByRole('listbox', { name: 'All heads' }).getByRole('option').count(), 16),
  );
  await eventually(() => assert.match(page.url(), /model=ours.*text=She/));
  const other = await context.newPage();
  await open(other, page.url().replace(/#.*/, ''), `${new URL(page.url()).hash}&section=fill`);
  await words(other).first().waitFor();
  assert.equal(await words(other).first().textContent(), 'She');
});

given({ noise: /404/ }, () =>
  test('one that cannot be fetched is said to be so, and what was open stays', async ({ page, address }) => {
    await page.route('**/models/heed-small/model.safetensors', (route) => route.fulfill({ status: 404 }));
    await open(page, address, '#section=fill');
    await button(page, 'Open heed-small').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'heed-small did not open: [model.safetensors] the server answered 404' })
      .waitFor();
    await button(page, 'Open heed-small').waitFor();
    assert.equal(await button(page, 'Open heed-small').isDisabled(), false);
  }),
);

test('one that was fine-tuned answers, says why, and has its measured figures', async ({
  page,
  address,
  watch,
}) => {
  await useAxe(page);
  await open(page, address, '#section=models');
  const entry = page.getByRole('listitem').filter({ has: button(page, 'Open heed-small-sentiment') });
  const { held, even } = encoders.find(({ id }) => id === 'heed-small-sentiment');
  const cost = (100 * (even.accuracy - even.even)).toFixed(1);
  assert.ok(cost > 5);
  const share = ((100 * held.right) / held.n).toFixed(1);
  const words = `right on ${share} % of ${held.n} held-out ${held.texts}; on ${even.n} of them,`;
  const shown = (await entry.textContent()).replaceAll(/\s+/g, ' ');
  assert.ok(shown.includes(`${words} with equal attention it loses ${cost} points`), shown);
  await button(page, 'Open heed-small-sentiment').click();
  await eventually(async () => assert.equal(await modelBox(page).inputValue(), 'ours:heed-small-sentiment'));
  await sentence(page).fill('A dull, lifeless and endless film.');
  const prediction = page.getByRole('region', { name: 'Prediction' });
  await eventually(async () => assert.match(await prediction.textContent(), /negative\s*0\.[5-9]/));
  await eventually(async () =>
    assert.match(await contributions(page).allTextContents().then(String), /dull/),
  );
  const why = page.getByRole('region', { name: 'Why' });
  await eventually(async () => assert.match(await why.innerText(), /Pointing to negative: dull \+/));
  await scan(page, 'a fine-tuned encoder of ours');
  await page.getByRole('navigation').getByRole('link', { name: 'Evidence' }).click();
  await page.getByRole('heading', { name: 'On held-out data' }).waitFor();
  assert.equal(weights(watch, 'heed-small-sentiment'), 1);
});
