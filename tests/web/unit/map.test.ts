import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, Token } from '../../../web/src/engine/analysis.ts';
import { csvOf, inQuotes, number, quoted } from '../../../web/src/export/csv.ts';
import { jsonOf } from '../../../web/src/export/json.ts';
import type { Head } from '../../../web/src/engine/look.ts';
import {
  levelAt,
  type Matrix,
  matrixOf,
  ranked,
  weightAt,
  weightsOf,
} from '../../../web/src/state/matrix.ts';
import { walk } from '../../../web/src/views/heatmap-keys.ts';
import { inView, kWhole, layOut } from '../../../web/src/views/layout.ts';

const token = (text: string, i: number): Token => {
  return { text, id: i, start: 0, end: 0, known: true, special: false, word: i };
};

// Two heads over the given words; head 0 looks at the word itself, head 1 is even.
function result(words: readonly string[], kind: 'self' | 'pooling' = 'self'): Result {
  const S = words.length;
  const T = kind === 'pooling' ? 1 : S;
  const weights = new Float32Array(2 * T * S);
  for (let t = 0; t < T; t++) weights[t * S + t] = 1;
  weights.fill(1 / S, T * S);
  return {
    analysis: {
      model: 'test',
      text: words.join(' '),
      tokens: words.map(token),
      classes: [],
      prediction: null,
      attention: [{ name: 'encoder.0.attention.weights', kind, layer: 0, shape: [2, T, S] }],
      received: [],
      top_pairs: [],
    },
    weights: [weights],
    milliseconds: 0,
  };
}

const shown = (result: Result, map: number, head: Head): Matrix =>
  matrixOf(result.analysis.attention[map]!, result.analysis.tokens, weightsOf(result, map, head)!);

test('of a long text the maps are not all at hand, and its JSON says so by leaving them out', () => {
  const long = { ...result(['a', 'b']), weights: [] };
  assert.equal(JSON.parse(jsonOf(long)).attention[0].weights, undefined);
});

test('a matrix is one head, or their mean', () => {
  const three = result(['a', 'b', 'c']);
  assert.equal(weightAt(shown(three, 0, 0), 1, 1), 1);
  assert.equal(weightAt(shown(three, 0, 1), 1, 1), Math.fround(1 / 3));
  assert.ok(Math.abs(weightAt(shown(three, 0, 'mean'), 1, 1) - 2 / 3) < 1e-6);
  assert.deepEqual(ranked(shown(three, 0, 0), 2), [2, 0, 1]);
});

test('colour scales: per row, per map, absolute', () => {
  const even = shown(result(['a', 'b']), 0, 1);
  assert.deepEqual(
    (['row', 'map', 'absolute'] as const).map((scale) => levelAt(even, 0, 1, scale)),
    [1, 1, 0.5],
  );
});

test('pooling has one row, the sentence', () => {
  const matrix = shown(result(['a', 'b'], 'pooling'), 0, 0);
  assert.deepEqual(
    matrix.rows.map(({ text }) => text),
    ['sentence'],
  );
  assert.equal(matrix.columns.length, 2);
});

test('CSV quotes what needs it', () => {
  const lines = csvOf(shown(result(['say', '"hi"', 'a,b', '\n']), 0, 0)).split('\r\n');
  assert.equal(lines[0], 'query \\ key,say,"""hi""","a,b",↵');
  assert.equal(lines[2], '"""hi""",0,1,0,0');
  assert.equal(lines.length, 6);
});

test('no cell of a CSV is a formula for a spreadsheet, and numbers stay numbers', () => {
  for (const text of ['=1+1', '+cmd', '-', '@SUM(A1)', '\t=1', '\r=1', '-1+1', '=HYPERLINK("a","b")']) {
    assert.ok(inQuotes(text).startsWith(`"'`), text);
    assert.match(quoted(text), /^"?'/, text);
  }
  assert.equal(quoted('=a,"b"'), `"'=a,""b"""`);
  for (const text of ['-1', '+1.5', '-2.5e-7', 'a=b', "'=1", '', number(-0.25)])
    assert.equal(quoted(text), text);
  const [, row] = csvOf(shown(result(['=1+1', '@b']), 0, 0)).split('\r\n');
  assert.match(row!, /^'=1\+1,\d/);
});

// As where all weight lies on [SEP], and special tokens are hidden: nothing is left to scale up.
test('a map without any weight is numbers in every file and scale', () => {
  const two = result(['a', 'b']);
  const empty = { ...two, weights: [new Float32Array(8)] };
  const matrix = shown(empty, 0, 0);
  assert.doesNotMatch(csvOf(matrix) + jsonOf(empty), /NaN|Infinity/);
  for (const scale of ['even', 'row', 'map', 'absolute', 'stretched'] as const)
    assert.ok(levelAt(matrix, 0, 1, scale) >= 0, scale);
});

test('JSON holds every weight, exactly', () => {
  const three = result(['a', 'b', 'c']);
  const read = JSON.parse(jsonOf(three)) as { attention: { weights: number[][][] }[] };
  assert.deepEqual(read.attention[0]!.weights.flat(2).map(Math.fround), [...three.weights[0]!]);
});

test('a map that fits is not scrolled; a big one is virtual', () => {
  const word = (count: number) => Array.from({ length: count }, () => 40);
  const small = layOut({ rows: word(8), columns: word(8) }, { width: 700, height: 600 }, false);
  assert.ok(small.width <= 700 && small.height <= 600 && !small.virtual);
  for (const count of [1, kWhole, kWhole + 1, 512]) {
    const words = { rows: word(count), columns: word(count) };
    const layout = layOut(words, { width: 320, height: 372 }, false, false);
    assert.equal(layout.virtual, count > kWhole);
    assert.ok(layout.left <= 320 / 2 && layout.cell >= (layout.virtual ? 16 : 24));
  }
  assert.ok(layOut({ rows: word(30), columns: word(30) }, { width: 320, height: 372 }, true).cell >= 40);
});

test('up to eighty tokens are seen whole: on a phone at once, elsewhere as far as words can be read, or where asked', () => {
  const word = (count: number) => Array.from({ length: count }, () => 40);
  const rooms = [
    { width: 328, height: 372 },
    { width: 790, height: 620 },
  ];
  for (const room of rooms) {
    for (const count of [10, 34, 64, 65, 80]) {
      const words = { rows: word(count), columns: word(count) };
      const { width, height, whole, virtual, cell } = layOut(words, room, false, true);
      assert.ok(
        whole && !virtual && width <= room.width && height <= room.height,
        `${count}: ${width} ${height}`,
      );
      const usual = layOut(words, room, false);
      assert.equal(usual.whole, room.width < 560 || count <= 34, `${count} in ${room.width}`);
      if (usual.whole) assert.equal(usual.cell, cell);
    }
    assert.equal(layOut({ rows: word(81), columns: word(81) }, room, false).virtual, true);
  }
  // Small cells have not every word written beside them.
  const { every } = layOut({ rows: word(80), columns: word(80) }, rooms[0]!, false);
  assert.ok(every.rows > 1 && every.columns >= every.rows, JSON.stringify(every));
});

test('what is in view is never outside', () => {
  for (const scroll of [-50, 0, 333, 8000, 99999]) {
    const { from, to } = inView(scroll, 500, 16, 512);
    assert.ok(0 <= from && from <= to && to <= 512, `${scroll}: ${from} to ${to}`);
  }
});

test('keys walk the grid and stop at its edges', () => {
  const size = { rows: 4, columns: 5, page: 2 };
  const press = (key: string, query: number, column: number, ctrlKey = false) =>
    walk(
      { key, ctrlKey, altKey: false, shiftKey: false, metaKey: false } as KeyboardEvent,
      { query, key: column },
      size,
    );
  assert.deepEqual(press('ArrowLeft', 0, 0), { query: 0, key: 0 });
  assert.deepEqual(press('ArrowDown', 1, 2), { query: 2, key: 2 });
  assert.deepEqual(press('PageDown', 1, 2), { query: 3, key: 2 });
  assert.deepEqual(press('End', 1, 2), { query: 1, key: 4 });
  assert.deepEqual(press('End', 1, 2, true), { query: 3, key: 4 });
  assert.deepEqual(press('Home', 1, 2, true), { query: 0, key: 0 });
  assert.deepEqual(press('ArrowUp', 3, 2, true), { query: 0, key: 2 });
  assert.equal(press('a', 1, 2), null);
});
