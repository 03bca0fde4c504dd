// Weights [T, S] of tokens as weights of the units that are shown, [T', S'].
//
// Keys that are left out take their weight with them: what is left of a row is scaled up to the sum that the row had. A
// word receives what its pieces receive together, and attends as its pieces do on average. So every row still sums to
// what it did, 1 after a softmax. A row all of whose weight lay on what is left out has nothing to scale: it is zero.
import type { AttentionMap } from '../engine/analysis.ts';
import type { Units } from './units.ts';

// One row over all tokens as one over units, added to `into` from `at` on, times `share`.
function addRow(row: Float32Array, { members }: Units, into: Float32Array, at: number, share: number): void {
  let all = 0;
  for (let key = 0; key < row.length; key++) all += row[key]!;
  let kept = 0;
  for (const list of members) for (const key of list) kept += row[key]!;
  if (kept === 0) return;
  const scale = (share * all) / kept;
  for (let unit = 0; unit < members.length; unit++) {
    let sum = 0;
    for (const key of members[unit]!) sum += row[key]!;
    into[at + unit]! += sum * scale;
  }
}

export function reshape(
  weights: Float32Array,
  units: Units,
  { kind, shape: [, , S] }: Pick<AttentionMap, 'kind' | 'shape'>,
): Float32Array {
  const width = units.members.length;
  // Pooling has one query, the sentence.
  const queries = kind === 'pooling' ? [[0]] : units.members;
  const shaped = new Float32Array(queries.length * width);
  queries.forEach((list, unit) => {
    for (const query of list)
      addRow(weights.subarray(query * S, (query + 1) * S), units, shaped, unit * width, 1 / list.length);
  });
  return shaped;
}

// What each column receives from all rows together.
export function received(weights: Float32Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  weights.forEach((value, i) => (sums[i % width]! += value));
  return sums;
}
