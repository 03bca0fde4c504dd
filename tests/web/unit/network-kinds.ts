// Sentences of any length as each kind of model would have them in the network's picture.
import { columnsOf, rowsOf } from '../../../web/src/parts/network/fold.ts';
import { type Box, roomIn } from '../../../web/src/parts/network/layout.ts';
import type { Column, Given, Readout } from '../../../web/src/parts/network/scene.ts';

interface Kind {
  readonly layers: number;
  readonly heads: number;
  readonly readout: Readout;
  readonly recurrent?: boolean;
  readonly residual?: boolean;
}

export const kKinds: Readonly<Record<string, Kind>> = {
  'one layer of votes': { layers: 1, heads: 1, readout: 'mean', residual: false },
  'an LSTM with attention': { layers: 0, heads: 1, readout: 'map', recurrent: true },
  '4 layers of 4 heads, [CLS]': { layers: 4, heads: 4, readout: 'first' },
  '12 layers of 12 heads, mean': { layers: 12, heads: 12, readout: 'mean' },
  '2 layers, a label for each token': { layers: 2, heads: 2, readout: 'each' },
};
export const kBoxes: readonly Box[] = [
  { width: 328, height: 420, words: 70, answers: 84 },
  { width: 430, height: 452, words: 90, answers: 84 },
  { width: 1200, height: 452, words: 120, answers: 100 },
];

// Rows that sum to 1, the same each time; some of their weights are small.
function softmaxRows(R: number, seed: number, rows = R): Float32Array {
  const weights = new Float32Array(rows * R);
  for (let q = 0; q < rows; q++) {
    const row = Array.from({ length: R }, (_, k) => Math.exp(3 * Math.sin(12.9898 * (q * R + k + 1) + seed)));
    const sum = row.reduce((a, b) => a + b, 0);
    row.forEach((value, k) => (weights[q * R + k] = value / sum));
  }
  return weights;
}

export function givenOf(kind: Kind, tokens: number, box: Box): Given {
  const { recurrent = false, residual = true, readout } = kind;
  const room = roomIn(box, 1 + (recurrent ? 1 : 0) + (readout === 'each' ? 0 : 1));
  const rows = rowsOf(tokens, room.rows, (i) => Math.abs(Math.sin(i)) + (i === 0 ? 9 : 0)).map((members) => ({
    text: members.length > 1 ? `${members.length} tokens` : `w${members[0]}`,
    known: true,
    members,
    own: members.length,
    goesOn: members[0] === 3,
    adds: 0.1,
    level: 0.4,
  }));
  const open = kind.layers - 1;
  const columns = columnsOf(kind.layers, room.columns, open).map((maps): Column => ({
    maps,
    layers: [maps[0]!, maps.at(-1)!],
    heads: kind.heads,
    head: maps[0] === open && kind.heads > 1 ? 0 : 'mean',
    shown: maps[0] === open,
    weights: softmaxRows(rows.length, maps[0]!),
  }));
  const answer = (label: string, weight: number) => ({
    label,
    name: label,
    weight,
    number: weight.toFixed(3),
    predicted: weight > 0.5,
  });
  const labels = rows.map((_, i) => answer(`L${i}`, 0.9));
  return {
    rows,
    columns,
    recurrent,
    residual,
    readout,
    pooled: readout === 'map' ? softmaxRows(rows.length, 7, 1) : null,
    about: 'yes',
    tokens: { all: tokens, first: true, last: true },
    answers:
      readout === 'each' ? labels : [answer('yes', 0.97), answer('no', 0.02), answer('3 others', 0.01)],
  };
}
