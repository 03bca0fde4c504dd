// What spoke for one token rather than another: parts by size, and tokens that were looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectlyAdded } from '../../../web/src/engine/protocol.ts';
import { fromTokens, partsOf } from '../../../web/src/state/write/direct.ts';

const candidate = (word: number, feed_forward: readonly number[]) => ({
  token: { token: 'a', id: 0, probability: 0.5, text: 'a' },
  score: 0,
  word,
  position: 0.25,
  constant: 0,
  rest: 0,
  feed_forward,
});
// One layer of two heads, two tokens.
const all: DirectlyAdded = {
  tokens: ['x', 'y'],
  layers: 1,
  heads: 2,
  candidates: [candidate(1, [0.5]), candidate(0.5, [2])],
  added: [Float32Array.of(0.5, 0.25, 0, -4), Float32Array.of(0.25, 0.25, 0, -1)],
};

test('parts of a difference, the largest first; what is nothing is left out', () => {
  assert.deepEqual(
    partsOf(all, 0, 1).map(({ name, head, from, value }) => [name, head, from, value]),
    [
      ['head', 1, 1, -3],
      ['feed-forward', null, null, -1.5],
      ['word', null, null, 0.5],
      ['head', 0, 0, 0.25],
    ],
  );
  assert.deepEqual(partsOf(all, 1, 1), []);
});

test('what heads brought from each token', () => {
  assert.deepEqual(fromTokens(all, 0, 1), [0.25, -3]);
});
