// The order of the classes: sorted when there are many, still while one types.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersEach, byKeystroke, rankedClasses } from '../../../web/src/state/ranking.ts';

const classes = (...list: number[]) => list.map((probability, i) => ({ label: `c${i}`, probability }));
const labels = (list: readonly { label: string }[]) => list.map(({ label }) => label).join(' ');

test('two classes keep the order of the model', () => {
  assert.equal(labels(rankedClasses(classes(0.1, 0.9), [], false)), 'c0 c1');
});

test('more are sorted by probability; equal ones stand in the order of the model', () => {
  const list = rankedClasses(classes(0.1, 0.4, 0.1, 0.3, 0.1), [], false);
  assert.equal(labels(list), 'c1 c3 c0 c2 c4');
  assert.deepEqual(
    list.map(({ index }) => index),
    [1, 3, 0, 2, 4],
    'the index, which gives the colour, stays with its class',
  );
});

test('while held the order stays, with the new numbers', () => {
  const list = rankedClasses(classes(0.7, 0.2, 0.1), ['c2', 'c0', 'c1'], true);
  assert.equal(labels(list), 'c2 c0 c1');
  assert.equal(list[1]?.probability, 0.7);
});

test('another model’s classes are never held back', () => {
  assert.equal(labels(rankedClasses(classes(0.2, 0.3, 0.5), ['x', 'y', 'z'], true)), 'c2 c1 c0');
  assert.equal(labels(rankedClasses(classes(0.2, 0.3, 0.5), ['c0', 'c1'], true)), 'c2 c1 c0');
});

test('several labels, or one, are answered each by itself; a softmax is not', () => {
  assert.ok(answersEach(classes(0.4888, 0.9144, 0.4471)));
  assert.ok(answersEach(classes(0.01, 0.02)));
  assert.ok(answersEach(classes(0.98)), 'one label');
  assert.ok(!answersEach(classes(0.1, 0.2, 0.7)));
  assert.ok(!answersEach(classes(0, 0)), 'nothing is answered yet');
  const softmax = Array.from({ length: 1000 }, () => 1 / 1000);
  assert.ok(!answersEach(classes(...softmax)));
});

test('a keystroke changes a letter or an emoji, a paste more', () => {
  assert.ok(byKeystroke('sen', 'send'));
  assert.ok(byKeystroke('send 😀', 'send '));
  assert.ok(byKeystroke('a cat', 'a hat'));
  assert.ok(!byKeystroke('a cat sat', 'the mouse'), 'as long, but another text');
  assert.ok(!byKeystroke('', 'Thank you'));
  assert.ok(!byKeystroke('Thank you', ''));
});
