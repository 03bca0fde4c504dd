// A model whose labels and pieces somebody has made to break the page: it opens, and the page stays as wide as the screen.
import assert from 'node:assert/strict';
import { eventually, test } from './browser/harness.mjs';
import { button, chooseFiles, meters, openAnalysed, pairs, sentence } from './browser/heed.mjs';
import { kPieces, noise, readTensors, tinyFiles, writeTensors } from './encoders.mjs';

const kClasses = 10_000;
const kLetters = 100_000;
const kNames = [
  'a'.repeat(kLetters),
  'turned \u202earound',
  'bell\u0007\u001b[31m\u0000',
  `piled${'\u0301'.repeat(500)}`,
  'two\n\nlines',
  '<img src=x onerror=alert(1)>',
  '\u200f\u200b',
  'no_'.repeat(40),
];

function monster() {
  const labels = Array.from({ length: kClasses }, (_, i) => kNames[i] ?? `class ${i}`);
  const files = tinyFiles('distilbert_tiny', { id2label: { ...labels } });
  const weights = readTensors(files['model.safetensors']);
  weights['classifier.weight'] = noise([kClasses, 32], 1);
  // The monstrous ones are the likeliest.
  const bias = labels.map((_, i) => (i < kNames.length ? 9 - i / 10 : 0));
  weights['classifier.bias'] = noise([kClasses], 2);
  new Float32Array(weights['classifier.bias'].bytes.buffer).set(bias);
  const pieces = [...kPieces];
  pieces[pieces.indexOf('old')] = 'o'.repeat(90);
  return {
    ...files,
    'vocab.txt': `${pieces.join('\n')}\n`,
    'model.safetensors': writeTensors(weights),
  };
}

const widths = (page) =>
  page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);

test('monstrous labels and pieces are shown in a line, and more of many classes when asked for', async ({
  page,
  address,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, monster());
  await sentence(page).fill(`The ${'o'.repeat(90)} man ${'x'.repeat(3000)}`);
  await eventually(async () => assert.equal(await meters(page).count(), 50));
  const names = await meters(page).evaluateAll((all) => all.map((one) => one.ariaLabel));
  for (const name of names) {
    assert.ok(name.length <= 80, `${name.length} letters`);
    assert.doesNotMatch(name, /[\p{Cc}\u202e\u200b]/u);
  }
  await pairs(page).waitFor();
  const [needed, there] = await widths(page);
  assert.ok(needed <= there, `${needed} of ${there}`);
  await button(page, 'Show 200 more of 10,000 classes').click();
  await eventually(async () => assert.equal(await meters(page).count(), 250));
});
