// Tokens of every kind of vocabulary are read one way: their own letters, and a mark where a word goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAs } from '../../../web/src/attention/read-as.ts';
import type { Token } from '../../../web/src/engine/analysis.ts';
import { asPieces, spoken } from '../../../web/src/text/pieces.ts';

for (const [name, tokens, read] of [
  ['BERT', ['[CLS]', 'un', '##sure', '##', '!', '[SEP]'], ['[CLS]', 'un', '…sure', '##', '!', '[SEP]']],
  ['byte-level', ['The', 'Ġold', 'est', ',', 'Ġ', '7', 'th'], ['The', 'old', '…est', ',', '␣', '7', '…th']],
  ['sentencepiece', ['▁ein', '▁Leh', 'rer', '.', '▁'], ['ein', 'Leh', '…rer', '.', '␣']],
  ['decoded', ['A', ' bo', 'ok', '\n', ' "', 'I'], ['A', 'bo', '…ok', '↵', '"', 'I']],
  ['letters', ['a', ' ', 'b', 'c'], ['a', '␣', 'b', 'c']],
  ['nothing', [], []],
] as const)
  test(`pieces: ${name}`, () => assert.deepEqual(asPieces(tokens), read));

test('marks and signs are said in words', () => {
  assert.deepEqual(['…sure', '␣', '↵', '…', 'old'].map(spoken), [
    'sure (continues a word)',
    'space',
    'line break',
    '…',
    'old',
  ]);
});

const token = (text: string, word: number | null, start: number, end: number): Token => ({
  ...{ text, word, start, end, id: 1, known: true, special: word === null },
});
const read = (text: string, tokens: readonly Token[]) => readAs({ text, tokens }).map((one) => one.text);

test('an analysis knows its words; letters are those that were typed', () => {
  const tokens = [
    token('<s>', null, 0, 0),
    token('gr', 0, 0, 2),
    token('Ã¶ÃŁ', 0, 2, 6),
    token('Ġda', 1, 6, 9),
  ];
  assert.deepEqual(read('größ da', tokens), ['<s>', 'gr', '…öß', 'da']);
  const words = [token('…', 0, 0, 3), token('##', 1, 4, 6)];
  assert.deepEqual(read('… ##', words), ['…', '##'], 'what is typed stays');
});
