// What models of others say that is no classes: labels by word, and vectors beside each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analysis, Token } from '../../../web/src/engine/analysis.ts';
import { kindsOf, labelledWords } from '../../../web/src/state/opened/labels.ts';
import { vectorsCsv, vectorsJson } from '../../../web/src/export/vectors.ts';
import { cosine } from '../../../web/src/state/opened/similarity.ts';

const token = (text: string, start: number, end: number, word: number | null): Token => ({
  text,
  id: 1,
  start,
  end,
  known: true,
  special: word === null,
  word,
});

test('a word has the label of its first piece, special tokens none', () => {
  const analysis = {
    text: 'Ada Lovelace wrote',
    tokens: [
      token('[CLS]', 0, 0, null),
      token('ada', 0, 3, 0),
      token('love', 4, 8, 1),
      token('##lace', 8, 12, 1),
      token('wrote', 13, 18, 2),
      token('[SEP]', 0, 0, null),
    ],
    labels: ['O', 'B-PER', 'I-PER', 'O', 'O', 'O'].map((label, i) => ({ label, probability: i / 10 })),
  } as unknown as Analysis;
  const words = labelledWords(analysis);
  assert.deepEqual(
    words.map(({ text, label, probability, kind, first, last }) => [
      text,
      label,
      probability,
      kind,
      first,
      last,
    ]),
    [
      ['ada', 'B-PER', 0.1, 'PER', 1, 1],
      ['lovelace', 'I-PER', 0.2, 'PER', 2, 3],
      ['wrote', 'O', 0.4, null, 4, 4],
    ],
  );
  assert.deepEqual(kindsOf(words), ['PER']);
});

test('a model without labels labels nothing', () => {
  const analysis = { text: 'a', tokens: [token('a', 0, 1, 0)] } as unknown as Analysis;
  assert.deepEqual(labelledWords(analysis), []);
});

test('the cosine of an angle', () => {
  assert.equal(cosine([1, 0], [5, 0]), 1);
  assert.equal(cosine([1, 0], [0, 2]), 0);
  assert.equal(cosine([1, 2], [-1, -2]).toFixed(9), '-1.000000000');
  assert.equal(cosine([0, 0], [1, 1]), 0);
});

test('vectors leave as a table and as JSON', () => {
  const rows = [
    { text: 'He said "no"', vector: [0.1234567, -2] },
    { text: 'a, b', vector: [1, 0] },
  ];
  assert.equal(vectorsCsv(rows), 'text,0,1\r\n"He said ""no""",0.123457,-2\r\n"a, b",1,0\r\n');
  assert.deepEqual(JSON.parse(vectorsJson('tiny', 'mean', rows)), {
    model: 'tiny',
    pooling: 'mean',
    sentences: rows,
  });
});
