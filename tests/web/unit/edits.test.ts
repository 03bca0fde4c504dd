// What if: edits in their short form, as words, and drawn as the engine applies them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../../web/src/state/matrix.ts';
import { drawn, parse, said, withEdit } from '../../../web/src/state/why/edits.ts';

const labels = ['a', 'b', 'c'].map((text) => ({ text, known: true }));
const kWeights = [0.5, 0.25, 0.25, 0.2, 0.2, 0.6, 0, 0, 1];
const matrix = measured({
  kind: 'self',
  normalised: true,
  rows: labels,
  columns: labels,
  weights: Float32Array.from(kWeights),
});

function rows(edits: readonly string[], map = 0, head: number | 'mean' = 0): number[][] {
  const { weights } = drawn(matrix, map, head, edits);
  const round = (weight: number) => Number(weight.toFixed(4));
  return [0, 1, 2].map((row) => [...weights.subarray(3 * row, 3 * row + 3)].map(round));
}

test('a weight that is set stays, the others share the rest in proportion', () => {
  assert.deepEqual(rows(['0.0.0.0=0.2'])[0], [0.2, 0.4, 0.4]);
  assert.deepEqual(rows(['0.0.0.0=0.2', '0.0.0.1=0.1'])[0], [0.2, 0.1, 0.7]);
  assert.deepEqual(rows(['0.0.*.2=0']), [
    [0.6667, 0.3333, 0],
    [0.5, 0.5, 0],
    [0, 0, 0],
  ]);
});

test('rows and maps can be even, look at one word, or say nothing', () => {
  assert.deepEqual(rows(['0.0.1.even'])[1], [0.3333, 0.3333, 0.3333]);
  assert.deepEqual(rows(['*.*.even']).flat(), new Array(9).fill(0.3333));
  assert.deepEqual(rows(['0.0.0.only=2'])[0], [0, 0, 1]);
  assert.deepEqual(rows(['0.0.0=0,0,0'])[0], [0, 0, 0]);
  assert.deepEqual(rows(['0.0.off']).flat(), new Array(9).fill(0));
});

test('edits of other maps, of heads, and of words leave a map as it is', () => {
  for (const edit of ['1.0.even', '0.1.off', 'token.1.hide', 'state.0.1.other', '0.0.permuted=3'])
    assert.equal(drawn(matrix, 0, 0, [edit]), matrix, edit);
  assert.equal(drawn(matrix, 0, 'mean', ['0.*.even']), matrix);
});

test('a later edit of the same takes the place of the one before', () => {
  const list = ['0.0.0.1=0.5', 'token.1.hide', '0.0.2.even'].reduce(withEdit, [] as readonly string[]);
  assert.deepEqual(withEdit(list, '0.0.0.1=0.7'), ['token.1.hide', '0.0.2.even', '0.0.0.1=0.7']);
  assert.deepEqual(withEdit(list, 'token.1=x'), ['0.0.0.1=0.5', '0.0.2.even', 'token.1=x']);
  assert.deepEqual(withEdit(list, '0.0.2.only=0'), ['0.0.0.1=0.5', 'token.1.hide', '0.0.2.only=0']);
  assert.equal(withEdit(list, '0.0.0.2=0.7').length, 4);
  // A row that is set as a whole, and one of its weights.
  assert.deepEqual(withEdit(['0.0.2.only=0', '0.0.1.even'], '0.0.2.1=0.3'), ['0.0.1.even', '0.0.2.1=0.3']);
  assert.deepEqual(withEdit(['0.0.2.1=0.3', '0.0.2.0=0.1'], '0.0.2.even'), ['0.0.2.even']);
});

test('edits are said in words', () => {
  const words = (edit: string) => said(edit, ['please', 'send', 'me']);
  const expected = {
    '0.0.1.2=0.5': 'send → me: 0.50',
    '0.0.*.2=0': 'every word → me: 0.00',
    '0.0.1.even': 'row send made equal',
    '0.0.1=0,0,0': 'row send: none',
    '0.0.1.only=2': 'send looks only at me',
    '0.1.off': 'head 1 off',
    '*.0.even': 'head 0 of all layers made equal',
    'token.0.hide': 'please hidden',
    'token.0=kindly': 'please is kindly',
    'token.2.remove': 'me removed',
  };
  for (const [edit, text] of Object.entries(expected)) assert.equal(words(edit), text);
  assert.equal(said('1.*.even', [], true), 'all heads of layer 1 made equal');
  assert.equal(parse('nonsense').kind, 'other');
});
