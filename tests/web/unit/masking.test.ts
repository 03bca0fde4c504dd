// Masks by a click and as they are typed, the place that is chosen, and what is proposed for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followed, masked, placeOf, wordsOf } from '../../../web/src/state/opened/masking.ts';
import { proposals, restOf } from '../../../web/src/state/opened/proposals.ts';

const texts = (text: string) => wordsOf(text).map((word) => word.text);
const candidate = (token: string, probability = 0.1) => ({ token, probability, id: token.length });

test('what is typed for a mask is one, in each spelling', () => {
  assert.deepEqual(texts('I [MASK] you, <mask>_____ [x] __'), [
    ...['I', '[MASK]', 'you', ',', '<mask>', '_____', '[', 'x', ']', '_', '_'],
  ]);
  assert.equal(placeOf(wordsOf('I very much [mask] it'), null), 3);
  assert.equal(placeOf(wordsOf('I very much ___ it'), 1), 1);
  assert.equal(placeOf(wordsOf('a longest word'), 9), 1);
  assert.equal(placeOf([], null), null);
});

test('all masks are masked, and the chosen one is known among them', () => {
  const text = 'The ___ river [mask].';
  assert.deepEqual(masked(text, 1, '<mask>'), { text: 'The <mask> river <mask>.', place: 0 });
  assert.deepEqual(masked(text, 3, '<mask>'), { text: 'The <mask> river <mask>.', place: 1 });
  assert.deepEqual(masked(text, 2, '[MASK]'), { text: 'The [MASK] [MASK] [MASK].', place: 1 });
  assert.deepEqual(masked('old men', 0, '[MASK]', 'un[MASK]'), { text: 'un[MASK] men', place: 0 });
});

test('the chosen place follows its word; a mask that is typed is chosen', () => {
  const old = 'the river flows';
  assert.equal(followed(old, 'here the river flows', 1), 2);
  assert.equal(followed(old, 'the rivers flows', 1), 1);
  assert.equal(followed(old, 'the flows', 1), 1, 'what stands where it stood');
  assert.equal(followed(old, 'the ', 2), null);
  assert.equal(followed(old, 'the [MASK] river flows', 2), 1);
  assert.equal(followed('a ___ b c', 'a ___ b c [mask]', 1), 4);
  assert.equal(followed('a ___ b', 'oh a ___ b', 1), 2);
  assert.equal(followed('a ___ b', 'oh a ___ b', null), null);
});

test('words come before pieces from within one, unless letters touch the mask', () => {
  const pieces = ['##ing', 'old', '##s', 'new'].map((token) => candidate(token));
  const shown = (before: string) =>
    proposals(pieces, before, 3).map(({ piece, on }) => `${on ? '…' : ''}${piece}`);
  assert.deepEqual(shown('the '), ['old', 'new']);
  assert.deepEqual(shown('the un'), ['…ing', 'old', '…s']);
  const byteLevel = ['Ġold', 'ish', 'Ġnew', '!'].map((token) => candidate(token));
  assert.deepEqual(
    proposals(byteLevel, 'so ', 9).map(({ piece }) => piece),
    ['old', 'new', '!'],
  );
  assert.deepEqual(proposals([candidate('##s')], 'a ', 9).length, 1, 'a piece where there is nothing else');
});

test('a piece that goes on is completed, a word is not', async () => {
  const next: Record<string, [string, number][]> = {
    grat: [
      ['##ef', 0.6],
      ['##ed', 0.3],
    ],
    gratef: [['##ul', 0.9]],
    grateful: [
      ['.', 0.8],
      ['##ly', 0.1],
    ],
    old: [
      ['man', 0.7],
      ['##er', 0.2],
    ],
  };
  const ask = (letters: string) =>
    Promise.resolve((next[letters] ?? []).map(([token, share]) => candidate(token, share)));
  assert.equal(await restOf('grat', false, ask), 'eful');
  assert.equal(await restOf('old', false, ask), '');
  assert.equal(await restOf('!', false, ask), '');
});
