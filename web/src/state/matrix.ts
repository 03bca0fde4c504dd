// One head's weights as the views draw them: T rows of queries, S columns of keys.
import { evenLevel, kEnd, spreadOf } from '../attention/even.ts';
import { averageOf } from '../attention/heads.ts';
import type { AttentionMap, Result, Token } from '../engine/analysis.ts';
import type { Head, Scaling as Scale } from '../engine/look.ts';
import { decimal, weight } from '../text/format.ts';
import { visible } from '../text/pieces.ts';
import { t } from '../text/t.ts';

export interface Label {
  readonly text: string;
  readonly known: boolean;
  // Said of a word that is not known, where that means something else than usual.
  readonly why?: string;
}

export interface Matrix {
  readonly kind: AttentionMap['kind'];
  readonly normalised: boolean;
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  // [T, S], row-major.
  readonly weights: Float32Array;
  readonly largest: number;
  // [T]: the largest weight of each row.
  readonly largestOfRow: Float32Array;
  // The farthest from even: attention/even.ts.
  readonly spread: number;
}

const labelOf = (token: Token): Label => ({ text: visible(token.text), known: token.known });

function ofHead(weights: Float32Array, heads: number, head: Head): Float32Array {
  const cells = weights.length / heads;
  const one = (head: number) => weights.subarray(head * cells, (head + 1) * cells);
  return head === 'mean' ? averageOf(heads, one) : one(head);
}

// Weights [T, S] of a head, where the result holds them.
export function weightsOf({ analysis, weights }: Result, map: number, head: Head): Float32Array | undefined {
  return weights[map] && ofHead(weights[map], analysis.attention[map]!.shape[0], head);
}

// With what scales need to know of the weights, [T, S].
export function measured(given: Omit<Matrix, 'largest' | 'largestOfRow' | 'spread'>): Matrix {
  const { rows, columns, weights } = given;
  const S = columns.length;
  const largestOfRow = new Float32Array(rows.length);
  for (let i = 0; i < weights.length; i++) {
    const row = Math.floor(i / S);
    largestOfRow[row] = Math.max(largestOfRow[row]!, weights[i]!);
  }
  const largest = largestOfRow.reduce((a, b) => Math.max(a, b), 0);
  return { ...given, largest, largestOfRow, spread: spreadOf(weights, S) };
}

// How many rows have no weight at all: of what is hidden, all of theirs.
export const emptyRows = ({ largestOfRow }: Pick<Matrix, 'largestOfRow'>): number =>
  largestOfRow.reduce((count, largest) => count + (largest === 0 ? 1 : 0), 0);

// `tokens` are the units that `weights`, [T, S], belong to.
export function matrixOf(
  { kind, normalised }: AttentionMap,
  tokens: readonly Token[],
  weights: Float32Array,
): Matrix {
  const columns = tokens.map(labelOf);
  // Pooling has one query, the sentence.
  const rows = kind === 'pooling' ? [{ text: t('page.sentence'), known: true }] : columns;
  return measured({ kind, normalised: normalised ?? true, rows, columns, weights });
}

export function weightAt(matrix: Matrix, query: number, key: number): number {
  return matrix.weights[query * matrix.columns.length + key] ?? 0;
}

export function rowOf(matrix: Matrix, query: number): Float32Array {
  const S = matrix.columns.length;
  return matrix.weights.subarray(query * S, (query + 1) * S);
}

// What counts as full colour in a row; null where it is not a weight from nothing up.
export function fullScale(matrix: Matrix, query: number, scale: Scale): number | null {
  if (scale === 'even' || scale === 'stretched') return null;
  if (scale === 'absolute') return 1;
  return (scale === 'row' ? matrix.largestOfRow[query] : matrix.largest) || 1;
}

// What the weights of a row are on the scale, 0 to 1.
export function scaleOf(matrix: Matrix, query: number, scale: Scale): (weight: number) => number {
  const full = fullScale(matrix, query, scale);
  const S = matrix.columns.length;
  const end = scale === 'even' ? kEnd : matrix.spread;
  return full === null ? (weight) => evenLevel(weight, S, end) : (weight) => weight / full;
}

export function levelAt(matrix: Matrix, query: number, key: number, scale: Scale): number {
  return scaleOf(matrix, query, scale)(weightAt(matrix, query, key));
}

// Lengths are shares of the largest weight or of 1, from 0 to 1, however colours are centred.
export function lengthAt(matrix: Matrix, query: number, key: number, scale: Scale): number {
  const full = fullScale(matrix, query, scale) ?? fullScale(matrix, query, 'map')!;
  return Math.min(weightAt(matrix, query, key) / full, 1);
}

// The ends of a scale that is centred on even: "0.125×" and "8× even, 0.111"; null for others.
export function evenEnds({ spread, columns }: Matrix, scale: Scale): [string, string] | null {
  const even = t('read.equal', weight(1 / columns.length));
  if (scale === 'even') return [`${decimal(0.125, 3)}×`, `8× ${even}`];
  const times = (power: number) => `${decimal(2 ** power, 2)}×`;
  return scale === 'stretched' ? [times(-spread), `${times(spread)} ${even}`] : null;
}

// Keys by falling weight.
export function ranked(matrix: Matrix, query: number): number[] {
  const row = rowOf(matrix, query);
  return [...row.keys()].sort((a, b) => row[b]! - row[a]!);
}
