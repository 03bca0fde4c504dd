// What if: each view and each file says what the changes have made of the answer, and names them.
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
import { useSmallModel } from './browser/small-model.mjs';
import { headedFiles, tinyFiles } from './encoders.mjs';

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

// "send, +3.42 for request"
const reasonsOf = (page) =>
  contributions(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const shownNumber = (reason) => Number(/, ([+−]\d+\.\d+)/.exec(reason)[1].replace('−', '-'));

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
  const reasons = await reasonsOf(page);
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
    // Words and bias sum to the scores of the changed run.
    const scores = item.contributions.map(({ terms, bias }) => terms.reduce((all, one) => all + one, bias));
    const powers = scores.map((score) => Math.exp(score));
    near(
      powers[item.contributions.findIndex((one) => one.class === 'request')] / (powers[0] + powers[1]),
      said,
    );
    await eventually(async () => assert.notDeepEqual(await reasonsOf(page), reasons));
    const { terms } = item.contributions.find((one) => one.class === item.prediction);
    await eventually(async () => {
      const shown = await reasonsOf(page);
      terms.forEach((term, i) =>
        assert.ok(Math.abs(shownNumber(shown[i]) - term) < 0.011, `${shown[i]} ${term}`),
      );
    });
    for (const text of [table[0].join(), picture.replaceAll('&gt;', '>'), item.note])
      for (const edit of list) assert.ok(text.includes(`(${edit})`), `${edit} is not in ${text.slice(-200)}`);
    const [first] = analysis.top_pairs;
    if (first)
      await eventually(async () =>
        near(Number((await pairs(page).innerText()).match(/\d\.\d{3}/)[0]), first.weight),
      );
    assert.equal(await without(page).count(), 0);
  }
});

test('a removed word is gone from the map, from Why, from files and from paper', async ({
  page,
  address,
}) => {
  await page.goto(address + linkTo(kText));
  await contributions(page).first().waitFor();
  await change(page, 'token.1.remove');
  const left = ['please', 'me', 'the', 'report', '.'];
  await eventually(async () => assert.deepEqual((await readGrid(page)).columns, left));
  const { analysis, table, item } = await filesSay(page, ['token.1.remove']);
  assert.deepEqual(
    analysis.tokens.map(({ text }) => text),
    left,
  );
  await eventually(async () => assert.equal(await contributions(page).count(), 5));
  assert.equal(item.contributions[0].terms.length, 5);
  assert.equal(await without(page).count(), 0);
  for (const text of [table[0].join(), item.note])
    assert.match(text, /with the changes send removed \(token\.1\.remove\)/);
  // A word that is left is found where it was typed.
  await page.getByRole('columnheader', { name: 'me' }).locator('.map-word').click();
  await page
    .getByRole('group', { name: 'Changes' })
    .getByRole('button', { name: 'Hide', exact: true })
    .click();
  await eventually(async () => assert.deepEqual(await made(page), ['send removed', 'me hidden']));
  await button(page, 'Undo').click();
  await eventually(async () => assert.deepEqual(await made(page), ['send removed']));
  const said = (await request(page)).toFixed(3);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article', { name: 'Worksheet' });
  await sheet.getByText('Changes: send removed.').waitFor();
  await sheet.getByText(`→ ${said}`).waitFor();
});

test('the map of a long text follows as well, head by head', async ({ page, address }) => {
  await useSmallModel(page, { layers: 2, heads: 4, classes: ['no_request', 'request'] });
  const words = ['please', 'send', 'me', 'the', 'report'];
  const long = Array.from({ length: 512 }, (_, i) => words[i % 5]).join(' ');
  await page.goto(address + linkTo(long) + '&layer=0&head=1&edits=0.*.even');
  await eventually(async () => assert.equal((await made(page)).length, 1));
  await eventually(async () => {
    const [, first] = (await save(page, 'CSV')).text.trim().split('\r\n');
    const weights = first.split(',').slice(1).map(Number);
    assert.equal(weights.length, 512);
    for (const weight of weights) assert.ok(Math.abs(weight - 1 / 512) < 1e-5, `${weight}`);
  });
  assert.equal(await without(page).count(), 0);
});

test('a link says so where its changes are of a model without classes', async ({ page, address }) => {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, headedFiles('BertForTokenClassification'));
  await page.getByRole('grid', { name: 'Attention' }).waitFor();
  await page.evaluate(() => (location.hash = `${location.hash.replace(/&edits=[^&]*/, '')}&edits=0.0.off`));
  await page
    .getByRole('status')
    .getByText(/This link has parts that the page cannot read \(edits\)/)
    .waitFor();
  await eventually(async () => assert.doesNotMatch(await page.evaluate(() => location.hash), /edits/));
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
