// Maps of a translation: parts that there are, heads, and pieces of words put together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranslatedWithMaps } from '../../../web/src/engine/protocol.ts';
import { alignmentCsv } from '../../../web/src/export/alignment.ts';
import { partsOf, valuesOf } from '../../../web/src/state/translate/maps.ts';

const token = (text: string, start: number, end: number) => ({
  text,
  id: 0,
  start,
  end,
  known: true,
  special: text === '',
  word: null,
});
const found = {
  source: 'ein Buch',
  source_tokens: [token('ein', 0, 3), token(' Bu', 3, 6), token('ch', 6, 8), token('', 8, 8)],
  written: ['a', ' bo', 'ok', ''].map((text) => ({ text, id: 0, probability: 1 })),
  attention: [{ name: 'decoder.0.cross.weights', kind: 'cross', layer: 0, shape: [2, 4, 4] }],
  maps: [
    Float32Array.from(
      [
        [1, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 1],
      ].flat(),
    ),
  ],
} as unknown as TranslatedWithMaps;
const asked = { part: 'cross', layer: null, head: 0 } as const;

test('a recurrent network has the map between its texts alone', () => {
  assert.deepEqual(partsOf(found), ['cross']);
  assert.equal(valuesOf(found, { ...asked, part: 'encoder' }), null);
  assert.equal(valuesOf(found, { ...asked, head: 2 }), null);
});

test('columns of a word add up, its rows are a mean, and the end stays', () => {
  const words = valuesOf(found, { ...asked, words: true })!;
  assert.deepEqual(
    [words.rows, words.columns].map((sides) => sides.map(({ text }) => text)),
    [
      ['a', 'book', 'end'],
      ['ein', 'Buch', 'end'],
    ],
  );
  assert.deepEqual([...words.data], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const mean = valuesOf(found, { ...asked, head: null, words: true })!;
  assert.deepEqual([...mean.data], [0.5, 0.5, 0, 0, 0.75, 0.25, 0, 0, 1]);
  assert.equal(valuesOf(found, asked)!.rows.length, 4);
});

test('a blank that is a token of its own goes with the word behind it', () => {
  const letters = {
    ...found,
    source: 'a bc',
    source_tokens: [token('a', 0, 1), token(' ', 1, 2), token('b', 2, 3), token('c', 3, 4)],
  };
  assert.deepEqual(
    valuesOf(letters, { ...asked, words: true })!.columns.map(({ text }) => text),
    ['a', 'bc'],
  );
});

test('the table has a line for each pair', () => {
  const lines = alignmentCsv(valuesOf(found, { ...asked, words: true })!)
    .trim()
    .split('\r\n');
  assert.equal(lines.length, 10);
  assert.equal(lines[0], 'row,from,column,to,weight');
  assert.equal(lines[5], '2,book,2,Buch,1');
});
