// What if: each view and each file says what the changes have made of the answer, and names them; or says that it is
// without them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, test } from './browser/harness.mjs';
import {
  button,
  chooseFiles,
  contributions,
  linkTo,
  openAnalysed,
  pairs,
  readGrid,
  readMeters,
  sentence,
} from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const kText = 'Please send me the report.';
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-3, `${a} is not ${b}`);
const turn = (page) => page.getByRole('switch', { name: 'What if' });
const made = (page) =>
  page.getByRole('list', { name: 'Changes so far' }).getByRole('listitem').allInnerTexts();
const without = (page) => page.getByText('without the changes', { exact: true });

async function save(page, kind) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

// The probability of a request after the changes, as its meter says it.
const request = async (page) =>
  Number(
    (await page.getByRole('meter', { name: 'request', exact: true }).getAttribute('aria-valuetext')).match(
      /\d\.\d{3}/g,
    )[1],
  );

async function change(page, edits) {
  await page.evaluate((hash) => (location.hash = hash), `${linkTo(kText)}&edits=${edits}`);
  await eventually(async () => assert.equal((await made(page)).length, edits.split('+').length));
  await eventually(async () => assert.ok((await request(page)) >= 0));
}

// The weights of the files against those of the map on the screen, and the answer against that of the meters.
async function filesSay(page, edits) {
  const { weights } = await readGrid(page);
  const table = (await save(page, 'CSV')).text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  for (const [q, row] of weights.entries())
    row.forEach((weight, k) => near(Number(table[q + 1][k + 1]), weight));
  const analysis = JSON.parse((await save(page, 'JSON')).text);
  assert.deepEqual(analysis.edits, edits);
  for (const [q, row] of weights.entries())
    row.forEach((weight, k) => near(analysis.attention[0].weights[0][q][k], weight));
  const picture = (await save(page, 'SVG')).text;
  const titles = [...picture.matchAll(/<title>[^<]* to [^<]*, (\d\.\d{3})<\/title>/g)].map(([, weight]) =>
    Number(weight),
  );
  assert.deepEqual(titles, weights.flat());
  const form = (await save(page, 'HTML')).text;
  const [item] = JSON.parse(/<script[^>]*application\/json[^>]*>([\s\S]*?)<\/script>/.exec(form)[1]).items;
  return { table, analysis, picture, item };
}

test('files, tokens and pairs are those of the changed run, and name the changes', async ({
  page,
  address,
}) => {
  await page.goto(address + linkTo(kText));
  await contributions(page).first().waitFor();
  const before = (await readMeters(page)).request;
  for (const edits of [
    '0.0.1.2=0.8',
    '0.0.3=1,0,0,0,0,0',
    '0.0.even',
    '0.0.off',
    '0.0.1.only=0+token.4.hide',
    'token.1=read',
  ]) {
    await change(page, edits);
    const list = edits.split('+');
    const { table, analysis, picture, item } = await filesSay(page, list);
    const said = await request(page);
    const of = (classes) => classes.find(({ label }) => label === 'request').probability;
    near(of(analysis.classes), said);
    near(of(item.classes), said);
    near(of(analysis.unedited.classes), before);
    assert.deepEqual(item.contributions, [], 'those are of the sentence without the changes');
    for (const text of [table[0].join(), picture.replaceAll('&gt;', '>'), item.note])
      for (const edit of list) assert.ok(text.includes(`(${edit})`), `${edit} is not in ${text.slice(-200)}`);
    const [first] = analysis.top_pairs;
    if (first)
      await eventually(async () =>
        near(Number((await pairs(page).innerText()).match(/\d\.\d{3}/)[0]), first.weight),
      );
    // Why, and how far the map explains it; nothing else.
    await eventually(async () => assert.equal(await without(page).count(), 2, edits));
  }
});

test('a removed word leaves the map as it is, and page, files and paper say so', async ({
  page,
  address,
}) => {
  await page.goto(address + linkTo(kText));
  await contributions(page).first().waitFor();
  const before = (await readGrid(page)).weights;
  await change(page, 'token.1.remove');
  await eventually(async () =>
    assert.equal(await without(page).count(), 5, 'map, tokens, pairs, Why, evidence'),
  );
  assert.deepEqual((await readGrid(page)).weights, before);
  const { analysis, table, item } = await filesSay(page, ['token.1.remove']);
  assert.deepEqual(analysis.edited.tokens, ['please', 'me', 'the', 'report', '.']);
  for (const text of [table[0].join(), item.note])
    assert.match(text, /without the changes send removed \(token\.1\.remove\)/);
  // A row or a column of this map is another one for the model.
  await page.getByRole('columnheader', { name: 'me' }).locator('.map-word').click();
  await page.getByText(/while the map shows all tokens of the model/).waitFor();
  const said = (await request(page)).toFixed(3);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article', { name: 'Worksheet' });
  await sheet.getByText('Changes: send removed.').waitFor();
  await sheet.getByText(`→ ${said}`).waitFor();
  await sheet.getByText('This section shows the sentence without the changes.').waitFor();
});

test('of a model of several layers too, whatever of it is shown', async ({ page, address }) => {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, tinyFiles('distilbert_tiny'));
  await sentence(page).fill('The old man walks');
  await page.getByRole('columnheader', { name: 'walks' }).waitFor();
  await turn(page).check();
  const csv = async () =>
    (await save(page, 'CSV')).text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '0' });
  await button(page, 'Make all weights equal').click();
  await eventually(async () => assert.equal((await made(page)).length, 1));
  // The layer above, heads averaged, without special tokens.
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '1' });
  await page.getByRole('combobox', { name: 'Head' }).selectOption('mean');
  await page.getByRole('checkbox', { name: 'Hide special tokens' }).check();
  await eventually(async () => assert.equal((await readGrid(page)).rows.length, 4));
  const { weights } = await readGrid(page);
  const table = await csv();
  for (const [q, row] of weights.entries())
    row.forEach((weight, k) => near(Number(table[q + 1][k + 1]), weight));
  assert.match(table[0][0], /special tokens hidden/);
  assert.match(table.join(), /with the changes .*\(0\.0\.even\)/);
  await page.getByRole('radio', { name: 'All heads' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Hide special tokens' }).uncheck();
  await page.getByRole('option', { name: 'layer 1, head 1' }).waitFor();
  // The map of six tokens is even.
  await eventually(async () => {
    const [head, first] = await csv();
    assert.match(head.join(), /entropy in nats \(with the changes/);
    near(Number(first[2]), Math.log(6));
  });
});
