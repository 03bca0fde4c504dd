// What each word adds: sums of classes, words made of pieces, the strongest, and how far from even a map is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evenLevel, evenness, spreadOf } from '../../../web/src/attention/even.ts';
import type { Explained, ScoreSum } from '../../../web/src/generated/messages.ts';
import { evenEnds, lengthAt, levelAt, measured } from '../../../web/src/state/matrix.ts';
import { besideWords, strongest, weightiest } from '../../../web/src/state/why/strongest.ts';
import { kMethods, lacks } from '../../../web/src/state/why/methods.ts';
import { asSentence } from '../../../web/src/text/message.ts';
import type { Analysis, Token } from '../../../web/src/engine/analysis.ts';
import { carried } from '../../../web/src/state/why/carried.ts';
import { explains, ofWords, partsOfTokens, sumOf } from '../../../web/src/state/why/sums.ts';
import { evenCost } from '../../../web/src/text/even-cost.ts';
import { kept } from '../../../web/src/views/kept.ts';
import { signed } from '../../../web/src/text/numbers.ts';

function sum(label: string, values: number[], bias: number, remainder?: number): ScoreSum {
  const total = values.reduce((a, b) => a + b, bias);
  const terms = values.map((value, token) => ({
    token,
    value,
    parts: [
      { part: 'word', value: value / 4 },
      { part: 'phrase', text: `p${token}`, value: (3 * value) / 4 },
    ],
  }));
  const components = [{ part: 'bias', value: bias }];
  const rest = remainder === undefined ? {} : { remainder };
  return { class: label, bias, sum: total, logit: total + (remainder ?? 0), terms, components, ...rest };
}
const explained: Explained = {
  contributions: [sum('a', [1, -2, 4], 0.5), sum('b', [0, 1, 1], -0.5)],
  attributions: [],
};

test('what is asked about is explained where each of its classes has a sum', () => {
  assert.ok(explains(explained, null));
  assert.ok(explains(explained, { label: 'a', against: 'b' }));
  assert.ok(!explains(explained, { label: 'a', against: 'c' }));
  assert.ok(!explains({ contributions: [], attributions: [] }, { label: 'a', against: null }));
});

test('entries that say the same stay the same objects', () => {
  const before = [
    { word: 0, text: 'a' },
    { word: 1, text: 'b' },
  ];
  const after = kept(before, [
    { word: 0, text: 'a' },
    { word: 1, text: 'c' },
    { word: 2, text: 'b' },
  ]);
  assert.equal(after[0], before[0]);
  assert.deepEqual(after.slice(1), [
    { word: 1, text: 'c' },
    { word: 2, text: 'b' },
  ]);
  assert.deepEqual(kept(before, []), []);
});

test('a class has its own terms, a contrast their difference', () => {
  assert.deepEqual(sumOf(explained, { label: 'a', against: null })?.terms, [1, -2, 4]);
  const lead = sumOf(explained, { label: 'a', against: 'b' })!;
  assert.deepEqual(lead.terms, [1, -3, 3]);
  assert.equal(lead.bias, 1);
  assert.equal(lead.sum, 2);
  assert.equal(lead.score, 2);
  assert.deepEqual(lead.components, [{ part: 'bias', value: 1 }]);
  assert.equal(lead.remainder, null);
  assert.equal(sumOf(explained, { label: 'c', against: null }), null);
});

test('what is no sum remains', () => {
  const one = { ...explained, contributions: [sum('a', [1], 0, 0.25), sum('b', [1], 0, 1)] };
  const { remainder, sum: total, score } = sumOf(one, { label: 'a', against: 'b' })!;
  assert.deepEqual([remainder, total, score], [-0.75, 0, -0.75]);
});

test('the parts of a word are those of its pieces, the largest first', () => {
  const parts = partsOfTokens(explained, { label: 'a', against: null }, [0, 1]);
  assert.deepEqual(
    parts.map(({ part, text, value }) => [text ?? part, value]),
    [
      ['p1', -1.5],
      ['p0', 0.75],
      ['word', -0.25],
    ],
  );
});

test('pieces add up to words, and what is not shown is told apart', () => {
  assert.deepEqual(ofWords([1, 2, 3, 4], null), { values: [1, 2, 3, 4], rest: null });
  assert.deepEqual(ofWords([1, 2, 3, 4], [[1, 2], [3]]), { values: [5, 4], rest: 1 });
  assert.equal(ofWords([1, 2], [[0], [1]]).rest, null);
});

test('neighbours that say the same are named together', () => {
  const named = (values: number[]) => strongest(values).map(({ words, value }) => [words, value]);
  assert.deepEqual(named([2, 3, -1, 0.5, 4]), [
    [[0, 1], 5],
    [[3, 4], 4.5],
    [[2], -1],
  ]);
  assert.deepEqual(named([1, 1, 1, 1]), [
    [[0, 1, 2], 3],
    [[3], 1],
  ]);
  assert.deepEqual(named([10, 0.1]), [[[0], 10]], 'what is far weaker is not named');
  assert.deepEqual(named([]), []);
});

test('of a long text the weightiest stand in their order', () => {
  assert.deepEqual(weightiest([0.1, -5, 0.2, 3], 2), [1, 3]);
  assert.deepEqual(weightiest([1, 2], 2), [0, 1]);
});

test('what is added is written with its sign', () => {
  assert.deepEqual([3.416, -0.314, 0].map(signed), ['+3.42', '−0.31', '+0.00']);
});

test('an even map is even, and a scale centred on it tells less from more', () => {
  const flat = new Float32Array(9).fill(1 / 3);
  assert.ok(Math.abs(evenness(flat, 3)! - 1) < 1e-6);
  const peaked = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  assert.equal(evenness(peaked, 3), 0);
  assert.equal(evenness(Float32Array.of(1), 1), null);
  assert.equal(spreadOf(peaked, 3), 3, 'colours end at an eighth and eight times');
  assert.ok(spreadOf(flat, 3) > 0.01, 'and do not draw rounding');
  const [less, even, more] = [1 / 6, 1 / 3, 2 / 3].map((weight) => evenLevel(weight, 3, 1));
  assert.deepEqual(
    [less, more].map((level) => Math.round(100 * level!)),
    [0, 100],
  );
  assert.ok(Math.abs(even! - 0.5) < 1e-6);
});

test('the scale is drawn and said of a whole map', () => {
  const label = { text: 'w', known: true };
  const weights = Float32Array.of(0.25, 0.75, 0.5, 0.5);
  const matrix = measured({
    kind: 'self',
    normalised: true,
    rows: [label, label],
    columns: [label, label],
    weights,
  });
  // The usual one is the same for all maps: a small difference looks small.
  assert.deepEqual(
    [0, 1].map((key) => levelAt(matrix, key, 0, 'even').toFixed(3)),
    ['0.333', '0.500'],
  );
  assert.deepEqual(evenEnds(matrix, 'even'), ['0.125×', '8× equal, 0.500']);
  // Stretched over what there is.
  assert.equal(levelAt(matrix, 0, 0, 'stretched'), 0);
  assert.equal(levelAt(matrix, 1, 0, 'stretched'), 0.5);
  assert.deepEqual(evenEnds(matrix, 'stretched'), ['0.50×', '2.00× equal, 0.500']);
  assert.equal(evenEnds(matrix, 'map'), null);
  // Lengths begin at nothing, whatever the middle of the colours is.
  assert.equal(lengthAt(matrix, 0, 0, 'even'), 0.25 / 0.75);
  assert.equal(lengthAt(matrix, 0, 0, 'absolute'), 0.25);
});

test('what equal attention costs is said in points', () => {
  assert.match(evenCost({ accuracy: 0.953, even: 0.946 }), /loses 0\.7 points$/);
  assert.match(evenCost({ accuracy: 0.93, even: 0.92 }), /loses 1\.0 point$/);
  assert.match(evenCost({ accuracy: 0.9, even: 0.91 }), /loses nothing$/);
});

test('words that stayed keep their values until those of the new sentence are there', () => {
  const before = ['could', 'you', 'send'];
  assert.deepEqual(carried([1, 2, 3], before, ['could', 'you', 'please', 'send']), [1, 2, 0, 3]);
  assert.deepEqual(carried([1, 2, 3], before, ['could', 'send']), [1, 3]);
  assert.deepEqual(carried([1, 2, 3], before, before), [1, 2, 3]);
  assert.deepEqual(carried([1, 2, 3], before, []), []);
  assert.deepEqual(carried([], [], ['a']), [0]);
});

test('the bias is named where it decides, or counts for more than the words', () => {
  assert.equal(besideWords([-0.6, -0.1], 1), 'turns', 'No need to reply.');
  assert.equal(besideWords([0.6, 0.1], -1), 'turns');
  assert.equal(besideWords([0.2, 0.2, -0.1], 1), 'more');
  assert.equal(besideWords([2, -0.1], 1), null);
  assert.equal(besideWords([-2, 0.1], 1), null, 'the words turn it');
  assert.equal(besideWords([], 0), null);
});

test('a method that cannot work for a text says why', () => {
  const special = { special: true } as Token;
  const word = { special: false } as Token;
  const attention = [{}] as unknown as Analysis['attention'];
  const off = (analysis: Pick<Analysis, 'tokens' | 'attention'>, info: { mask?: string }) =>
    kMethods.filter((method) => lacks(method, info, analysis)).map(({ name }) => name);
  const mask = { mask: '[MASK]' };
  assert.deepEqual(off({ tokens: [word], attention }, mask), []);
  assert.deepEqual(off({ tokens: [special, word], attention }, {}), ['leave-one-out-masked']);
  assert.deepEqual(off({ tokens: [special], attention: [] }, mask), [
    ...['attention', 'attention-gradient', 'rollout', 'flow', 'value-norm'],
  ]);
  assert.deepEqual(off({ tokens: new Array<Token>(129).fill(special), attention }, mask), ['flow']);
});

test('a message of the engine becomes a sentence', () => {
  assert.equal(asSentence('[explain] [a.cpp] there is no token 9'), 'There is no token 9.');
  assert.equal(asSentence('Why? No.'), 'Why? No.');
});
