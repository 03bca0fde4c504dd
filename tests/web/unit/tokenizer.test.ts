import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cut } from '../../../web/src/engine/cut.ts';
import { isLit, lightOf, places, rowsOf, segments } from '../../../web/src/state/tokenizer/rows.ts';
import { readTokenizer, usualTokenizer, writeTokenizer } from '../../../web/src/state/tokenizer/settings.ts';
import { countsText } from '../../../web/src/text/counts.ts';
import { directionOf, shown, standing } from '../../../web/src/text/signs.ts';

const piece = { known: true, special: false };
const outside = { start: 0, end: 0, known: true, special: true, word: null };

// "é🦦 ab", of which the uncased vocabulary has e, a and ##b; the accent was typed by itself, and goes.
const cut: Cut = {
  text: 'e\u0301🦦 ab',
  normalized: [
    { text: 'e', start: 0, end: 1, changed: false },
    { text: '🦦 ab', start: 3, end: 10, changed: false },
  ],
  words: [
    { text: 'e', start: 0, end: 3, changed: true },
    { text: '🦦', start: 3, end: 7, changed: false },
    { text: 'ab', start: 8, end: 10, changed: false },
  ],
  pieces: [
    { ...outside, text: '[CLS]', id: 2 },
    { ...piece, text: 'e', id: 5, start: 0, end: 3, word: 0 },
    { ...piece, text: '🦦', id: 1, start: 3, end: 7, known: false, word: 1 },
    { ...piece, text: 'a', id: 7, start: 8, end: 9, word: 2 },
    { ...piece, text: '##b', id: 8, start: 9, end: 10, word: 2 },
    { ...outside, text: '[SEP]', id: 3, start: 10, end: 10 },
  ],
  decoded: 'e ab',
};

test('places by bytes become places by characters', () => {
  assert.deepEqual(places('aé🦦'), [0, 1, 1, 2, 2, 2, 2, 4]);
  assert.deepEqual(places(''), [0]);
});

test('every step says what changed, what went, and where it stands', () => {
  const { normalized, words, pieces } = rowsOf(cut);
  assert.deepEqual(
    normalized.map(({ text, start, end, kind }) => [text, start, end, kind]),
    [
      ['e', 0, 1, 'same'],
      ['\u0301', 1, 2, 'dropped'],
      ['🦦', 2, 4, 'same'],
      [' ', 4, 5, 'same'],
      ['a', 5, 6, 'same'],
      ['b', 6, 7, 'same'],
    ],
  );
  assert.deepEqual(
    words.map(({ text, start, end }) => [text, start, end]),
    [
      ['e', 0, 2],
      ['🦦', 2, 4],
      ['ab', 5, 7],
    ],
  );
  assert.deepEqual(
    pieces.map(({ kind }) => kind),
    ['special', 'same', 'unknown', 'same', 'same', 'special'],
  );
  assert.equal(
    countsText(cut),
    '6 characters, 3 words, 4 pieces (1.33 per word), 2 special tokens, 1 unknown',
  );
  assert.equal(countsText({ ...cut, text: '', words: [], pieces: [] }), '0 characters, 0 words, 0 pieces');
});

test('a byte within a character lights the whole of it', () => {
  const bytes = { ...cut, pieces: [{ ...piece, text: 'Ã', id: 0, start: 3, end: 4, word: 0 }] };
  const [only] = rowsOf(bytes).pieces;
  assert.deepEqual([only?.start, only?.end], [2, 4]);
});

test('what is pointed at lights up wherever it stands, special tokens by their text', () => {
  const { words, pieces } = rowsOf(cut);
  const light = lightOf(pieces[4]!);
  assert.deepEqual(
    words.map((word) => isLit(word, light)),
    [false, false, true],
  );
  assert.deepEqual(
    pieces.map((one) => isLit(one, lightOf(words[2]!))),
    [false, false, false, true, true, false],
  );
  assert.deepEqual(
    pieces.map((one) => isLit(one, lightOf(pieces[0]!))),
    [true, false, false, false, false, false],
  );
  assert.equal(isLit(pieces[0]!, null), false);
});

test('a text is cut at the borders of both tokenizers', () => {
  const items = segments('abcd', [
    { start: 0, end: 3 },
    { start: 1, end: 4 },
  ]);
  assert.deepEqual(
    items.map(({ text }) => text),
    ['a', 'bc', 'd'],
  );
});

test('characters that cannot be seen are shown', () => {
  assert.deepEqual(shown('a b'), [
    { text: 'a', sign: null },
    { text: '·', sign: 'space' },
    { text: 'b', sign: null },
  ]);
  assert.deepEqual(shown('\u200b'), [{ text: 'U+200B', sign: 'U+200B' }]);
  assert.deepEqual(shown('👩\u200d🔬'), [{ text: '👩\u200d🔬', sign: null }]);
  assert.equal(standing('\u0301'), '\u25cc\u0301');
  assert.deepEqual(['... שלום', 'abc שלום', '12', ''].map(directionOf), ['rtl', 'ltr', 'ltr', 'ltr']);
});

test('a link carries what differs from the usual, beside what other sections carry', () => {
  const settings = { ...usualTokenizer(), text: 'Ünder & over', right: 'cased' as const };
  const more = writeTokenizer(settings, 'lab.seed=3');
  assert.deepEqual(new URLSearchParams(more).get('lab.seed'), '3');
  assert.deepEqual(readTokenizer(more), { settings, broken: [] });
  assert.equal(writeTokenizer(usualTokenizer(), more), 'lab.seed=3');
  assert.deepEqual(readTokenizer('tokenizer.left=best').broken, ['tokenizer.left']);
});
