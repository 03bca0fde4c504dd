// Agreement in words, and experiments as counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, degree, histogram, median, summary } from '../../../web/src/state/evidence/said.ts';

const agreement = (tau: number | null, same_first = false) => ({ tau, p: 0.5, same_first, values: [] });

test('a rank correlation has words for how far it goes, and its number', () => {
  assert.deepEqual([0, 0.2, -0.4, 0.6, 0.9].map(degree), ['not', 'little', 'somewhat', 'well', 'closely']);
  assert.equal(agrees(agreement(0.214)), 'agrees little (τ 0.214)');
  assert.equal(agrees(agreement(0.02)), 'does not agree (τ 0.020)');
  assert.equal(agrees(agreement(-0.05)), 'does not agree (τ −0.050)');
  assert.equal(agrees(agreement(-0.4)), 'is opposite (τ −0.400)');
  assert.equal(agrees(agreement(null)), 'cannot be compared');
});

test('the line under the map says what agrees, and whether both have one word first', () => {
  const found = { leave_one_out: agreement(0.35), gradient: agreement(0.75) };
  const line = (same: boolean) =>
    summary({ ...found, leave_one_out: agreement(0.35, same) } as unknown as Parameters<typeof summary>[0]);
  assert.match(line(false), /somewhat \(τ 0\.350\) with leaving words out and agrees closely \(τ 0\.750\)/);
  assert.match(line(false), /is not the word that matters most/);
  assert.match(line(true), /The word with most attention also matters most/);
});

test('the middle of values, and how often they lie where', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(median([]), 0);
  assert.deepEqual(histogram([0, 0.1, 0.29, 0.3, 9], 3, 0.3), [1, 1, 3]);
});
