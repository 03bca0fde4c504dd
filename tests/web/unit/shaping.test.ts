import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttentionMap, Token } from '../../../web/src/engine/analysis.ts';
import type { Head, Shaping } from '../../../web/src/engine/look.ts';
import { answerMapRequest } from '../../../web/src/attention/answer.ts';
import { strongestPairs } from '../../../web/src/attention/pairs.ts';
import { received, reshape } from '../../../web/src/attention/reshape.ts';
import { kSide, summaryOf } from '../../../web/src/attention/summary.ts';
import { unitsOf } from '../../../web/src/attention/units.ts';

const kText = 'Trans formers work';
// [CLS] trans ##form ##ers work [SEP], cut from "Transformers work" as a vocabulary of pieces would.
const kPieces: readonly [string, number | null, number, number][] = [
  ['[CLS]', null, 0, 0],
  ['trans', 0, 0, 5],
  ['##form', 0, 6, 10],
  ['##ers', 0, 10, 13],
  ['work', 1, 14, 18],
  ['[SEP]', null, 18, 18],
];
const token = ([text, word, start, end]: (typeof kPieces)[number], id: number): Token => ({
  text,
  id,
  start,
  end,
  known: true,
  special: word === null,
  word,
});
const analysis = { text: kText, tokens: kPieces.map(token) };
const S = kPieces.length;
const self = { kind: 'self', layer: 3, shape: [1, S, S], name: 'w' } as const satisfies AttentionMap;
const shapings: readonly Shaping[] = (['shown', 'hidden'] as const).flatMap((special) =>
  (['apart', 'words'] as const).map((pieces) => ({ special, pieces })),
);
const words = (shaping: Shaping) => unitsOf(analysis, shaping).tokens.map(({ text }) => text);

// Rows that sum to 1, the same on every run.
function softmaxRows(rows: number, columns: number, seed: number): Float32Array {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const weights = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const scores = Array.from({ length: columns }, () => Math.exp(8 * next() - 4));
    const sum = scores.reduce((a, b) => a + b);
    scores.forEach((score, k) => (weights[i * columns + k] = score / sum));
  }
  return weights;
}

test('units: special tokens left out, pieces merged into words', () => {
  assert.deepEqual(words({ special: 'shown', pieces: 'apart' }), [
    '[CLS]',
    'trans',
    '…form',
    '…ers',
    'work',
    '[SEP]',
  ]);
  assert.deepEqual(words({ special: 'hidden', pieces: 'apart' }), ['trans', '…form', '…ers', 'work']);
  assert.deepEqual(words({ special: 'shown', pieces: 'words' }), ['[CLS]', 'transformers', 'work', '[SEP]']);
  assert.deepEqual(words({ special: 'hidden', pieces: 'words' }), ['transformers', 'work']);
});

test('a merged word spans its pieces, has no id, and is known when all of them are', () => {
  const tokens = analysis.tokens.map((one, i) => ({ ...one, known: i !== 2 }));
  const [word, work] = unitsOf({ text: kText, tokens }, { special: 'hidden', pieces: 'words' }).tokens;
  assert.deepEqual([word!.start, word!.end, word!.id, word!.known, word!.word], [0, 13, null, false, 0]);
  assert.deepEqual([work!.id, work!.known], [4, true]);
});

test('pieces that carry no sign of continuing are named by what was typed', () => {
  const tokens = [token(['Ġun', 0, 0, 2], 0), token(['likely', 0, 2, 8], 1), token(['▁so', 1, 8, 11], 2)];
  const units = unitsOf({ text: 'Unlikely so', tokens }, { special: 'shown', pieces: 'words' });
  assert.deepEqual(
    units.tokens.map(({ text }) => text),
    ['Unlikely', 'so'],
  );
});

test('a special token between two pieces keeps them apart, and so does another word', () => {
  const tokens = [token(['a', 0, 0, 1], 0), token(['[MASK]', null, 1, 1], 1), token(['##b', 0, 1, 2], 2)];
  for (const special of ['shown', 'hidden'] as const) {
    const { members } = unitsOf({ text: 'ab', tokens }, { special, pieces: 'words' });
    assert.deepEqual(members, special === 'shown' ? [[0], [1], [2]] : [[0], [2]]);
  }
});

for (const shaping of shapings) {
  const units = unitsOf(analysis, shaping);
  const width = units.tokens.length;
  const name = `${shaping.special}, ${shaping.pieces}`;

  test(`rows still sum to 1: ${name}`, () => {
    for (let seed = 1; seed < 60; seed++) {
      const shaped = reshape(softmaxRows(S, S, seed), units, self);
      assert.equal(shaped.length, width * width);
      for (let i = 0; i < width; i++) {
        const row = shaped.subarray(i * width, (i + 1) * width);
        assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-6);
        assert.ok(row.every((value) => value >= 0 && value <= 1 + 1e-6));
      }
      const sums = received(shaped, width).reduce((a, b) => a + b);
      assert.ok(Math.abs(sums - width) < 1e-5, 'all rows together give as much as is received');
    }
  });

  test(`pooling keeps its one row: ${name}`, () => {
    const shaped = reshape(softmaxRows(1, S, 7), units, { kind: 'pooling', shape: [1, 1, S] });
    assert.equal(shaped.length, width);
    assert.ok(Math.abs(shaped.reduce((a, b) => a + b) - 1) < 1e-6);
  });
}

test('shown as they are, weights stay to the bit', () => {
  const weights = softmaxRows(S, S, 3);
  assert.deepEqual(reshape(weights, unitsOf(analysis, { special: 'shown', pieces: 'apart' }), self), weights);
});

test('keys are summed over pieces, queries averaged, and hidden keys shared out in proportion', () => {
  const weights = softmaxRows(S, S, 11);
  const at = (q: number, k: number) => weights[q * S + k]!;
  const merged = reshape(weights, unitsOf(analysis, { special: 'shown', pieces: 'words' }), self);
  const expected = [1, 2, 3].reduce((sum, q) => sum + (at(q, 1) + at(q, 2) + at(q, 3)) / 3, 0);
  assert.ok(Math.abs(merged[1 * 4 + 1]! - expected) < 1e-6);
  assert.ok(Math.abs(merged[1 * 4 + 2]! - (at(1, 4) + at(2, 4) + at(3, 4)) / 3) < 1e-6);
  const bare = reshape(weights, unitsOf(analysis, { special: 'hidden', pieces: 'apart' }), self);
  assert.ok(Math.abs(bare[3 * 4 + 0]! / bare[3 * 4 + 1]! - at(4, 1) / at(4, 2)) < 1e-5);
});

test('a row that sums to something else keeps its sum; one with nothing left is zero', () => {
  const weights = softmaxRows(S, S, 5).map((value, i) => (i < S ? 0 : i < 2 * S ? value / 2 : value));
  weights.fill(0, 4 * S, 5 * S);
  weights[4 * S] = 1; // "work" looks at [CLS] alone
  const bare = reshape(weights, unitsOf(analysis, { special: 'hidden', pieces: 'apart' }), self);
  const sum = (row: number) => bare.subarray(4 * row, 4 * row + 4).reduce((a, b) => a + b);
  assert.ok(Math.abs(sum(0) - 0.5) < 1e-6);
  assert.equal(sum(3), 0);
});

test('the strongest pairs of all heads, those of equal weight in their order', () => {
  const units = unitsOf(analysis, { special: 'hidden', pieces: 'words' });
  const heads = [Float32Array.of(0.75, 0.25, 0.5, 0.5), Float32Array.of(0.125, 0.875, 0.25, 0.75)];
  const pairs = strongestPairs([0, 1], (head) => heads[head]!, self, units);
  assert.deepEqual(
    pairs.map(({ head, query, key, weight }) => [head, query, key, weight]),
    [
      [1, 0, 1, 0.875],
      [0, 0, 0, 0.75],
      [1, 1, 1, 0.75],
      [0, 1, 0, 0.5],
      [0, 1, 1, 0.5],
      [0, 0, 1, 0.25],
      [1, 1, 0, 0.25],
      [1, 0, 0, 0.125],
    ],
  );
  assert.ok(pairs.every(({ layer }) => layer === 3));
  assert.deepEqual(
    strongestPairs([0], () => heads[0]!, { ...self, kind: 'pooling' }, units),
    [],
  );
});

test('a summary: strongest pair, mean entropy, and a picture under each scale', () => {
  const weights = Float32Array.of(0.5, 0.5, 0, 1);
  const { strongest, entropy, levels } = summaryOf(weights, 2, 'map');
  assert.deepEqual(strongest, { query: 1, key: 1, weight: 1 });
  assert.ok(Math.abs(entropy - Math.log(2) / 2) < 1e-7);
  assert.deepEqual([...levels], [127, 127, 0, 255]);
  assert.deepEqual([...summaryOf(weights, 2, 'row').levels], [255, 255, 0, 255]);
  assert.deepEqual(
    [
      ...summaryOf(
        weights.map((w) => w / 2),
        2,
        'absolute',
      ).levels,
    ],
    [63, 63, 0, 127],
  );
  assert.deepEqual(summaryOf(new Float32Array(0), 0, 'map').levels.length, 0);
});

test('a big map is summarised by the largest of what each pixel stands for', () => {
  const side = 512;
  const weights = new Float32Array(side * side).fill(1 / side);
  weights[100 * side + 300] = 0.9;
  const { levels, width, height, strongest } = summaryOf(weights, side, 'map');
  assert.deepEqual([width, height], [kSide, kSide]);
  assert.equal(levels[Math.floor((100 * kSide) / side) * kSide + Math.floor((300 * kSide) / side)], 255);
  assert.equal(levels.filter((level) => level === 255).length, 1);
  assert.deepEqual([strongest.query, strongest.key], [100, 300]);
});

test('a request for maps is answered head by head: one, their mean, their pairs and summaries', () => {
  const heads = [softmaxRows(S, S, 1), softmaxRows(S, S, 2)];
  const map: AttentionMap = { ...self, shape: [2, S, S] };
  const whole = { ...analysis, attention: [map] } as unknown as Parameters<typeof answerMapRequest>[1];
  const average = heads[0]!.map((value, i) => (value + heads[1]![i]!) / 2);
  const asked: Head[] = [];
  const source = (_: number, head: Head) => (
    asked.push(head),
    head === 'mean' ? average : heads[head]!.slice()
  );
  const one = answerMapRequest({ kind: 'head', map: 0, head: 1 }, whole, source);
  assert.deepEqual(one, { kind: 'head', weights: heads[1] });
  assert.deepEqual(asked, [1], 'only the head that is looked at');
  const mean = answerMapRequest({ kind: 'head', map: 0, head: 'mean' }, whole, source);
  assert.deepEqual(mean, { kind: 'head', weights: average });
  const shaping = { special: 'hidden', pieces: 'words' } as const;
  const pairs = answerMapRequest({ kind: 'pairs', map: 0, shaping }, whole, source);
  assert.ok(pairs.kind === 'pairs' && pairs.pairs.length === 8 && pairs.pairs[0]!.weight <= 1);
  const seen = answerMapRequest({ kind: 'summaries', map: 0, shaping, scale: 'map' }, whole, source);
  assert.ok(seen.kind === 'summaries' && seen.summaries.length === 2 && seen.summaries[0]!.width === 2);
});
