// The manual and the README can be read once: short sentences with a subject and a verb, and plain words.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measure, syllables } from './prose.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const pages = JSON.parse(read('web/manual/contents.json')) as { id: string; file: string }[];

const bounds = { median: 16, longest: 35, ease: 60 };

const files = [...pages.map(({ file }) => file), 'README.md', 'web/embed/package/README.md'];

for (const file of files)
  test(`${file} can be read once`, () => {
    const { sentences, median, longest, ease, hidden, verbless } = measure(read(file));
    const words = (one: string) => one.split(' ').length;
    assert.deepEqual(hidden, [], 'sentences that hide their subject');
    assert.deepEqual(verbless, [], 'sentences without a verb (or with one that verbs.ts lacks)');
    assert.ok(median <= bounds.median, `the median sentence has ${median} words`);
    const long = sentences.toSorted((a, b) => words(b) - words(a))[0];
    assert.ok(longest <= bounds.longest, `${longest} words: ${long}`);
    assert.ok(ease >= bounds.ease, `reading ease is ${ease.toFixed(1)}, at least ${bounds.ease} is wanted`);
  });

for (const name of readdirSync(`${root}/web/manual/de`).filter((one) => one.endsWith('.md')))
  test(`de/${name} has short sentences`, () => {
    const { median, longest } = measure(read(`web/manual/de/${name}`));
    assert.ok(median <= bounds.median, `the median sentence has ${median} words`);
    assert.ok(longest <= bounds.longest, `the longest sentence has ${longest} words`);
  });

test('prose is measured as it is read', () => {
  const { sentences, median, longest, hidden, verbless } = measure(
    '# Of no account\n\nOf which it is. Heed reads `a b c` now. A table.\n\n- a piece\n\n| What is | this |\n| --- | --- |\n| a | b |\n',
  );
  assert.deepEqual(sentences, ['Of which it is.', 'Heed reads Code now.', 'A table.', 'a piece']);
  assert.deepEqual([median, longest], [4, 4]);
  assert.deepEqual(hidden, ['Of which it is.']);
  assert.deepEqual(verbless, ['A table.']);
  assert.deepEqual(['table', 'used', 'attention', 'whole', 'predicted'].map(syllables), [2, 1, 3, 1, 3]);
});
