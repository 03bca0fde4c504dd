// What a model of others says that is no classes, in the place of the prediction: labels of tokens, answers to a
// question, a vector of the sentence.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { chooseFiles, modelBox, openAnalysed, sentence, tokens } from './browser/heed.mjs';
import { headedFiles } from './encoders.mjs';

const kText = 'The old man walks to the river';

async function openHeaded(page, address, architecture) {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, headedFiles(architecture));
  await modelBox(page).waitFor();
  await sentence(page).fill(kText);
  await eventually(async () => assert.equal((await tokens(page)).length, 9));
}
const names = (locator) =>
  locator.evaluateAll((all) => all.map((element) => element.getAttribute('aria-label')));

test('each word has its label, and what is pointed at lights up everywhere', async ({ page, address }) => {
  await openHeaded(page, address, 'BertForTokenClassification');
  const labels = page.getByRole('list', { name: 'Token labels' }).getByRole('button');
  await eventually(async () => assert.equal(await labels.count(), 7));
  const said = await names(labels);
  said.forEach((name, i) => {
    assert.match(name, /^\w+, (O|B-PLACE|B-BEING), 0\.\d{3}$/);
    assert.ok(name.startsWith(kText.toLowerCase().split(' ')[i]));
  });
  await labels.nth(2).hover();
  await page
    .getByText(/^colour: where/)
    .getByText('man')
    .waitFor();
  await page.getByRole('group', { name: 'Tokens' }).getByRole('button').nth(7).hover();
  await eventually(async () => assert.match(await labels.last().getAttribute('class'), /is-linked/));
});

test('a question is answered in the text, and a link carries it', async ({ page, address }) => {
  await openHeaded(page, address, 'BertForQuestionAnswering');
  await page.getByText('Type a question to see the answers.').waitFor();
  await page.getByRole('textbox', { name: 'Question' }).fill('the old');
  const answers = page.getByRole('list', { name: 'Answers' }).getByRole('button');
  await answers.first().waitFor();
  const said = await names(answers);
  const scores = said.map((name) => Number(name.match(/, ([01]\.\d{3})$/)[1]));
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  );
  const mark = page.locator('.answer-text mark');
  assert.equal(await mark.innerText(), said[0].replace(/, [\d.]+$/, ''));
  assert.equal(await page.locator('.answer-text').innerText(), kText);
  await answers.nth(1).hover();
  await eventually(async () => assert.equal(await mark.innerText(), said[1].replace(/, [\d.]+$/, '')));
  // Both are looked at, each by the other.
  await eventually(async () =>
    assert.deepEqual((await tokens(page)).slice(0, 4), ['[CLS]', 'the', 'old', '[SEP]']),
  );
  await eventually(() => assert.match(page.url(), /ask\.question=the\+old/));
});

test('sentences are compared by their vectors, which leave as files', async ({ page, address }) => {
  await openHeaded(page, address, 'BertModel');
  const similarity = (i) => page.getByRole('group', { name: `Similarity ${i}` });
  const comparison = (i) => page.getByRole('textbox', { name: `Comparison ${i}` });
  await comparison(1).fill(kText);
  await comparison(2).fill('a cold bank of green');
  await eventually(async () => assert.equal(await similarity(1).innerText(), '1.000'));
  await eventually(async () => assert.match(await similarity(2).innerText(), /^−?0\.\d{3}$/));
  const mean = await similarity(2).innerText();
  await page.getByRole('radio', { name: 'first token' }).check();
  await eventually(async () => assert.notEqual(await similarity(2).innerText(), mean));
  assert.equal(await similarity(1).innerText(), '1.000');
  const download = async (name) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  const { pooling, sentences } = JSON.parse(await download('Download vectors as JSON'));
  assert.equal(pooling, 'cls');
  assert.deepEqual(
    sentences.map(({ text, vector }) => [text, vector.length]),
    [kText, kText, 'a cold bank of green'].map((text) => [text, 32]),
  );
  assert.equal((await download('Download vectors as CSV')).split('\r\n').length, 5);
  await eventually(() => assert.match(page.url(), /vector\.of=cls/));
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 360],
  ['light', 768],
  ['dark', 1440],
])
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`labels, answers and vectors fit, and axe-core finds nothing: ${colorScheme}, ${width} px`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openHeaded(page, address, 'BertForTokenClassification');
      await page.getByRole('list', { name: 'Token labels' }).waitFor();
      await scan(page, 'labels');
      for (const [architecture, field] of [
        ['BertForQuestionAnswering', 'Question'],
        ['BertModel', 'Comparison 1'],
      ]) {
        await page.getByRole('link', { name: 'Models', exact: true }).click();
        await chooseFiles(page, headedFiles(architecture));
        await page.getByRole('textbox', { name: field }).fill('the old man');
        await page.locator('.fill-bar').first().waitFor();
        await scan(page, architecture);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${architecture}: ${wide} px in ${room}`);
      }
    }),
  );
