// Two sentences over each other: which words stand under which, and what is calculated of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aligned, nameOf } from '../../../web/src/state/evidence/aligned.ts';
import { mapDifference, overlaid } from '../../../web/src/state/evidence/overlaid.ts';
import { kNothing, together } from '../../../web/src/state/evidence/steps.ts';

const split = (text: string) => text.split(' ').filter((word) => word);
const names = (own: string, other: string) =>
  aligned(split(own), split(other)).map((column) => nameOf(column, split(own), split(other)));

test('words that both have stand under each other', () => {
  assert.deepEqual(names('a good film', 'a good film'), ['a', 'good', 'film']);
  assert.deepEqual(names('a good film', 'a bad film'), ['a', 'good → bad', 'film']);
  assert.deepEqual(names('a film', 'a very good film'), ['a', '+ very', '+ good', 'film']);
  assert.deepEqual(names('it is not good', 'it is good'), ['it', 'is', '− not', 'good']);
  assert.deepEqual(names('', 'no'), ['+ no']);
});

test('every word stands in one column, in its order', () => {
  const kWords = ['a', 'b', 'c'];
  let state = 7;
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
  for (let run = 0; run < 200; run++) {
    const [own, other] = [0, 1].map(() => Array.from({ length: random(9) }, () => kWords[random(3)]!));
    const columns = aligned(own!, other!);
    assert.deepEqual(
      columns.flatMap((column) => column.own ?? []),
      [...own!.keys()],
    );
    assert.deepEqual(
      columns.flatMap((column) => column.other ?? []),
      [...other!.keys()],
    );
    assert.ok(columns.length <= own!.length + other!.length);
  }
});

test('values stand in the columns of their words, with their difference where both have one', () => {
  const columns = aligned(split('a not film'), split('a film'));
  assert.deepEqual(overlaid(columns, [1, 2, 5], [0.5, 7]), {
    own: [1, 2, 5],
    other: [0.5, null, 7],
    difference: [0.5, null, -2],
  });
});

test('maps are subtracted over the words that both have', () => {
  const columns = aligned(['a', 'x'], ['a']);
  const own = { weights: Float32Array.of(0.75, 0.25, 0.5, 0.5, 0.25, 0.75, 1, 0), heads: 2, keys: 2 };
  const other = { weights: Float32Array.of(1, 1), heads: 2, keys: 1 };
  assert.deepEqual(mapDifference(columns, own, other, 0), [
    [-0.25, null],
    [null, null],
  ]);
  assert.deepEqual(mapDifference(columns, own, other, 'mean'), [
    [-0.5, null],
    [null, null],
  ]);
  const pooled = mapDifference(
    columns,
    { weights: Float32Array.of(0.5, 0.5), heads: 1, keys: 2 },
    { weights: Float32Array.of(1), heads: 1, keys: 1 },
    0,
  );
  assert.deepEqual(pooled, [[-0.5, null]]);
});

test('what is measured step by step comes together, methods in their order', () => {
  const method = (name: string) => ({ attributions: [{ method: name, values: [], gap: null }] });
  const erased = (name: string) => ({
    done: { erased: [{ method: name, comprehensiveness: [], sufficiency: [] }] },
  });
  const all = [
    method('attention'),
    method('contribution'),
    erased('attention'),
    erased('random'),
    { done: { even: { moved: 0.5, class: 'x' } } },
  ].reduce(together, kNothing);
  assert.deepEqual(
    all.attributions.map((one) => one.method),
    ['contribution', 'attention'],
  );
  assert.deepEqual(
    all.done.erased?.map((one) => one.method),
    ['attention', 'random'],
  );
  assert.equal(all.done.even?.moved, 0.5);
  assert.equal(all.found, null);
});
