// What the engine answers to several mechanisms, as the sections read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isError, withNumbers } from '../../../web/src/engine/attended.ts';

const token = (text: string) => ({ text, start: 0, end: text.length, missing: false });
const spoken = { query: [token('she')], key: [token('she'), token('ran')] };
const of = (tensor: number, ...shape: number[]) => ({ tensor, shape });
const tensors = [new Float32Array([0.25, 0.75]), new Float32Array([1, -Infinity, 2, 3])];

test('numbers stand where their tensors were named, in rows; none where one is none', () => {
  const [answer] = withNumbers({
    value: [
      { tokens: spoken, weights: of(0, 1, 1, 2), matrices: [{ name: 'masked', values: of(1, 1, 2, 2) }] },
    ],
    tensors,
  });
  assert.ok(answer && !isError(answer));
  assert.deepEqual(answer.weights, [[[0.25, 0.75]]]);
  assert.deepEqual(answer.matrices[0]?.values, [
    [
      [1, null],
      [2, 3],
    ],
  ]);
  assert.equal(answer.weights, answer.weights, 'made once');
});

test('what is written of an answer has all of it', () => {
  const answers = withNumbers({ value: [{ tokens: spoken, weights: of(0, 1, 1, 2) }], tensors });
  assert.deepEqual(JSON.parse(JSON.stringify(answers)), [
    { tokens: spoken, weights: [[[0.25, 0.75]]], query_tokens: ['she'], key_tokens: ['she', 'ran'] },
  ]);
});

test('tokens are said where they change, and every answer has them', () => {
  const other = { query: [token('a')], key: [token('b')] };
  const value = [{ tokens: spoken }, { error: '[attend] no' }, {}, { tokens: other }, {}];
  const answers = withNumbers({ value, tensors: [] });
  assert.deepEqual(
    answers.map((answer) => (isError(answer) ? answer.error : answer.tokens)),
    [spoken, '[attend] no', spoken, other, other],
  );
});
