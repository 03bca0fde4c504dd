import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luminance } from '../../../web/src/colour/oklch.ts';
import { signedRampFor } from '../../../web/src/colour/signed.ts';
import type { Attended, NamedMatrix } from '../../../web/src/engine/attended.ts';
import { labCsv } from '../../../web/src/export/lab/csv.ts';
import { stepsOf } from '../../../web/src/state/lab/steps.ts';
import {
  mapOf,
  namedValues,
  reach,
  strongest,
  valuesOf,
  weightValues,
} from '../../../web/src/state/lab/values.ts';
import { kMissing } from '../../../web/src/text/lab.ts';
import { exact, number } from '../../../web/src/text/numbers.ts';
import { headed, layOutMatrix, present, windowMarks } from '../../../web/src/views/lab/matrix-layout.ts';

// Without a browser words are taken to be as wide as they are long.
globalThis.document ??= { createElement: () => ({ getContext: () => null }) } as unknown as Document;

const sides = (...texts: string[]) => texts.map((text) => ({ text, missing: false }));
const tokens = (...texts: string[]) =>
  texts.map((text) => ({ text, start: 0, end: 0, missing: text === 'zibbet' }));
const matrix = (
  name: string,
  rows: NamedMatrix['rows'],
  columns: NamedMatrix['columns'],
  values: NamedMatrix['values'],
) => ({
  name,
  letter: name,
  formula: name,
  rows,
  columns,
  shape: [values.length, values[0]!.length, values[0]![0]!.length] as const,
  values,
});

// Two queries, two keys of two dimensions under scaled dot-product, with a mask: query 0 does not see key 1.
function attended(mechanism = 'scaled-dot'): Attended {
  const half = Math.SQRT1_2;
  const weights = [
    [
      [1, 0],
      [1 / (1 + Math.exp(half)), 1 / (1 + Math.exp(-half))],
    ],
  ];
  return {
    mechanism,
    query_tokens: ['she', 'zibbet'],
    key_tokens: ['king', 'a,b'],
    tokens: { query: tokens('she', 'zibbet'), key: tokens('king', 'a,b') },
    matrices: [
      matrix('query', 'query', 'width', [
        [
          [1, 2],
          [0, 1],
        ],
      ]),
      matrix('key', 'key', 'width', [
        [
          [3, 0],
          [-1, 1],
        ],
      ]),
      matrix('scores', 'query', 'key', [
        [
          [3, 1],
          [0, 1],
        ],
      ]),
      matrix('scaled', 'query', 'key', [
        [
          [3 * half, half],
          [0, half],
        ],
      ]),
      matrix('masked', 'query', 'key', [
        [
          [3 * half, null],
          [0, half],
        ],
      ]),
      matrix('weights', 'query', 'key', weights),
      matrix('output', 'query', 'width', [
        [
          [3, 0],
          [0.32, 0.67],
        ],
      ]),
    ],
    scores: [
      [
        [3, 1],
        [0, 1],
      ],
    ],
    weights,
    output: [
      [3, 0],
      [0.32, 0.67],
    ],
    entropy: [[0, 0.64]],
    normalised: true,
    missing: ['zibbet'],
    warnings: [],
    learned: {},
  };
}

test('numbers are written with about four digits, and exactly where it counts', () => {
  assert.deepEqual([0, -0.0001, 0.4125, -1.5, 12.345, 123.45, 1234.5, -Infinity].map(number), [
    '0.000',
    '0.000',
    '0.412',
    '−1.500',
    '12.35',
    '123.5',
    '1235',
    '−∞',
  ]);
  for (const text of ['0.3017341', '0.30983964', '0.3884262', '0.2450955', '0.37476498', '0.29378855'])
    assert.equal(exact(Math.fround(Number(text))), text);
  assert.equal(exact(-0.5), '−0.5');
});

test('a named matrix has words and dimensions along its sides; a masked score is minus infinity', () => {
  const one = attended();
  const masked = namedValues(one, one.matrices[4]!, 0);
  assert.deepEqual(masked.rows, [
    { text: 'she', missing: false },
    { text: 'zibbet', missing: true },
  ]);
  assert.deepEqual(
    masked.columns.map(({ text }) => text),
    ['king', 'a,b'],
  );
  assert.equal(masked.data[1], -Infinity);
  assert.equal(reach(masked), Math.fround(3 * Math.SQRT1_2));
  assert.deepEqual(
    namedValues(one, one.matrices[0]!, 5).columns.map(({ text }) => text),
    ['1', '2'],
  );
  assert.equal(reach(valuesOf(sides('a'), sides('b'), [[0]])), 1);
  const row = { ...one, weights: [[[0.5, 0.5]]] };
  assert.deepEqual(weightValues(row, 0).rows, [{ text: 'all', missing: false }]);
});

test('the heat map and the strongest pairs say the same', () => {
  const map = mapOf(attended(), 0);
  assert.deepEqual(
    map.rows.map(({ text, known, why }) => [text, known, why]),
    [
      ['she', true, kMissing],
      ['zibbet', false, kMissing],
    ],
  );
  assert.equal(map.largest, 1);
  assert.ok(Math.abs(map.largestOfRow[1]! - 0.6698) < 1e-3);
  const pairs = strongest(weightValues(attended(), 0), 9);
  assert.deepEqual(
    pairs.map(({ row, column }) => [row, column]),
    [
      [0, 0],
      [1, 1],
      [1, 0],
    ],
  );
});

test('the arithmetic of each step, in numbers that are there', () => {
  const steps = stepsOf(attended(), 1, 0, 1);
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['q', 'k', 'scores', 'scaled', 'masked', 'weights', 'values', 'output'],
  );
  const said = Object.fromEntries(steps.map((step) => [step.name, step.arithmetic(1)]));
  assert.equal(said['scores'], 'e = q · k = 0.000·(−1.000) + 1.000·1.000 = 1.000');
  assert.equal(said['scaled'], 'e′ = 1.000 ∕ √2 = 0.707');
  assert.equal(said['masked'], 'seen: e′ = 0.707');
  assert.equal(said['weights'], 'α = e^(0.707 − 0.707) ∕ Σ = 1.000 ∕ 1.493 = 0.670');
  assert.equal(said['output'], 'o = Σ α v = 0.330·0.000 + 0.670·1.000 = 0.670');
  const hidden = stepsOf(attended(), 0, 0, 2);
  assert.match(hidden[4]!.arithmetic(1)!, /^hidden/);
  assert.equal(hidden[5]!.arithmetic(1), 'α = 0: this key is hidden');
  assert.match(hidden[3]!.arithmetic(0)!, /∕ \(√2 · 2\.000\)/);
  assert.equal(stepsOf(attended('general'), 1, 0, 1)[2]!.arithmetic(1), null);
  const general = {
    ...attended('general'),
    learned: {
      'general.weight': [
        [9, 9],
        [2, 3],
      ],
    },
  };
  assert.equal(
    stepsOf(general, 1, 0, 1)[2]!.arithmetic(1),
    'e = q · W k = 0.000·0.000 + 1.000·1.000 = 1.000',
  );
  const additive = { ...attended('additive'), learned: { 'score.weight': [[0.5, -2]] } };
  assert.equal(
    stepsOf(additive, 1, 0, 1)[2]!.arithmetic(1),
    'e = v · tanh(q + k) = 0.500·tanh(0.000 + (−1.000)) + (−2.000)·tanh(1.000 + 1.000) = 1.000',
  );
});

test('a long sum says how many of its terms are left out', () => {
  const ten = Array.from({ length: 10 }, () => 0.1);
  const one = attended();
  const wide = [matrix('query', 'query', 'width', [[ten, ten]]), matrix('key', 'key', 'width', [[ten, ten]])];
  const steps = stepsOf({ ...one, matrices: [...wide, ...one.matrices.slice(2)] }, 0, 0, 1);
  assert.match(steps[2]!.arithmetic(0)!, /\+ … \(4 more\) = 3\.000$/);
});

test('a matrix is laid out within its room, and heads are thinned where they would touch', () => {
  const words = sides('she', 'gave', 'the', 'responsibility');
  const small = layOutMatrix(words, words, { room: 320, wide: false, numbers: false, least: 18, most: 34 });
  assert.equal(small.width, 34);
  assert.ok(small.slanted && small.left > 80 && small.top > 60 && small.over > 0);
  const dimensions = Array.from({ length: 256 }, (_, i) => ({ text: `${i + 1}`, missing: false }));
  const wide = layOutMatrix(words, dimensions, {
    room: 1200,
    wide: true,
    numbers: false,
    least: 4,
    most: 30,
  });
  assert.deepEqual([wide.width, wide.slanted, wide.every], [4, false, 16]);
  assert.deepEqual(
    [0, 1, 14, 15].map((column) => headed(column, 16)),
    [true, false, false, true],
  );
  assert.deepEqual(present(20, 50, 3, false).length, 50);
  assert.deepEqual(
    present(9, 256, 255, false),
    Array.from({ length: 17 }, (_, i) => 239 + i),
  );
  assert.equal(present(9, 256, 0, true).length, 256);
  assert.equal(present(999, 17, 0, false).length, 17);
});

test('windows are kept within the matrix', () => {
  assert.deepEqual(windowMarks([0, 2.4, 9], 2, 5), [
    { from: 0, to: 3, centre: 0.5 },
    { from: 1, to: 5, centre: 2.9 },
    { from: 5, to: 5, centre: 5 },
  ]);
});

test('the signed ramp is the paper at zero, equally strong on both sides, and its text can be read', () => {
  for (const dark of [false, true]) {
    const ramp = signedRampFor(dark);
    assert.notEqual(ramp.at(-1).css, ramp.at(1).css);
    assert.deepEqual(ramp.at(-7), ramp.at(-1));
    const light = (level: number) =>
      luminance(ramp.at(level).rgb.map((c) => c / 255) as [number, number, number]);
    for (let level = 0.1; level <= 1; level += 0.1) {
      assert.ok(dark ? light(level) > light(level - 0.1) : light(level) < light(level - 0.1));
      assert.ok(Math.abs(light(level) - light(-level)) < 0.09, `${level}`);
      for (const end of [level, -level]) {
        const [a, b] = [light(end) + 0.05, (ramp.at(end).text === '#000' ? 0 : 1) + 0.05];
        assert.ok(Math.max(a, b) / Math.min(a, b) > 4.4, `${end}`);
      }
    }
  }
});

test('the table of the lab quotes what needs it', () => {
  const lines = labCsv([attended()]).split('\r\n');
  assert.equal(lines[0], 'mechanism,head,query position,query,key position,key,weight');
  assert.equal(lines[2], 'scaled-dot,0,1,she,2,"a,b",0');
  assert.equal(lines.length, 6);
});
