// A map at a glance: a small picture, how spread out its rows are, and its strongest pair.
import type { Scaling, Summary } from '../engine/look.ts';
import { evenLevel, kEnd, spreadOf } from './even.ts';
import { entropyOf } from './entropy.ts';

// The side of the picture, in pixels.
export const kSide = 32;

function largestOf(row: Float32Array): number {
  let at = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[at]!) at = i;
  return at;
}

// `weights` is [T, S]; S is `columns`.
export function summaryOf(weights: Float32Array, columns: number, scale: Scaling): Summary {
  const rows = columns ? weights.length / columns : 0;
  const row = (i: number) => weights.subarray(i * columns, (i + 1) * columns);
  const tops = Array.from({ length: rows }, (_, i) => largestOf(row(i)));
  let query = 0;
  tops.forEach((key, i) => {
    if (row(i)[key]! > row(query)[tops[query]!]!) query = i;
  });
  const key = tops[query] ?? 0;
  const weight = weights[query * columns + key] ?? 0;
  const spread = scale === 'even' ? kEnd : scale === 'stretched' ? spreadOf(weights, columns) : 0;
  const levels = tops.map((top, i) => {
    if (spread) return (value: number) => evenLevel(value, columns, spread);
    const full = (scale === 'absolute' ? 1 : scale === 'map' ? weight : row(i)[top]!) || 1;
    return (value: number) => value / full;
  });
  let entropy = 0;
  for (let i = 0; i < rows; i++) entropy += entropyOf(row(i)) / rows;
  const picture = pictureOf(weights, { rows, columns, levels });
  return { ...picture, entropy, strongest: { query, key, weight } };
}

interface Sheet {
  readonly rows: number;
  readonly columns: number;
  // The share of full colour that a weight of each row has.
  readonly levels: readonly ((weight: number) => number)[];
}

// The largest of the cells behind each pixel: a mean would wash out the single strong cells that make a pattern.
function pictureOf(
  weights: Float32Array,
  { rows, columns, levels: shares }: Sheet,
): Pick<Summary, 'levels' | 'width' | 'height'> {
  const width = Math.min(columns, kSide);
  const height = Math.min(rows, kSide);
  const levels = new Uint8Array(width * height);
  for (let q = 0; q < rows; q++) {
    const line = Math.floor((q * height) / rows) * width;
    const share = shares[q]!;
    for (let k = 0; k < columns; k++) {
      const at = line + Math.floor((k * width) / columns);
      const level = Math.min(255, 255 * share(weights[q * columns + k]!));
      if (level > levels[at]!) levels[at] = level;
    }
  }
  return { levels, width, height };
}
