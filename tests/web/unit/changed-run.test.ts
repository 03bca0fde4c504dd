// The run under changes as a result that every view and every file shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, Token } from '../../../web/src/engine/analysis.ts';
import { runOf } from '../../../web/src/state/why/changed-run.ts';

const token = (text: string, i: number): Token => ({
  ...{ text, id: i, start: 2 * i, end: 2 * i + 1, known: true, special: false, word: i },
});
const map = { name: 'm', kind: 'self', layer: 0, shape: [2, 2, 2], normalised: true } as const;
const prediction = { label: 'yes', probability: 0.9 };
const result: Result = {
  analysis: {
    ...{ model: 'm', text: 'a b', tokens: ['a', 'b'].map(token), classes: [prediction], prediction },
    ...{ attention: [map], received: [1, 1], top_pairs: [] },
  },
  weights: [Float32Array.of(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)],
  milliseconds: 1,
};
const after = { label: 'no', probability: 0.75 };
const edited = { edits: ['0.0.off'], tokens: ['a', 'b'], classes: [after], prediction: after };
const maps = [Float32Array.of(0, 0, 0, 0, 0.25, 0.75, 1, 0)];

test('its maps, what tokens receive, its pairs and its answer are those of the changed run', () => {
  const { analysis, weights } = runOf(result, edited, maps)!;
  assert.equal(weights, maps);
  assert.deepEqual(analysis.prediction, after);
  assert.deepEqual(analysis.received, [0.625, 0.375]);
  assert.deepEqual(
    analysis.top_pairs.map(({ head, query, key, weight }) => [head, query, key, weight]),
    [
      [1, 1, 0, 1],
      [1, 0, 1, 0.75],
      [1, 0, 0, 0.25],
    ],
    'and none of a head that is turned off',
  );
  assert.equal(analysis.tokens, result.analysis.tokens, 'the same words are the same list');
});

test('a word that is read as another is called so, in its place', () => {
  const { tokens } = runOf(result, { ...edited, tokens: ['a', 'x'] }, maps)!.analysis;
  assert.deepEqual(tokens[1], { ...result.analysis.tokens[1], text: 'x' });
  assert.equal(tokens[0], result.analysis.tokens[0]);
});

test('without its maps, or of fewer words, there is none to show', () => {
  assert.equal(runOf(result, edited, []), null);
  assert.equal(runOf(result, { ...edited, tokens: ['a'] }, [Float32Array.of(1, 1)]), null);
});
