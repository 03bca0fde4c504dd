// One head's weights as the views draw them: T rows of queries, S columns of keys.
import { averageOf } from '../attention/heads.ts';
import type { AttentionMap, Result, Token } from '../engine/analysis.ts';
import type { Head } from '../engine/look.ts';
import type { Scale } from './settings.ts';

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
}

// Said in place of a token that is only white space or nothing to see.
const visible = (text: string) => (text.trim() === '' ? '␣' : text);

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

// `tokens` are the units that `weights`, [T, S], belong to.
export function matrixOf(
  { kind, normalised }: AttentionMap,
  tokens: readonly Token[],
  weights: Float32Array,
): Matrix {
  const columns = tokens.map(labelOf);
  const S = columns.length;
  const T = S && weights.length / S;
  const largestOfRow = new Float32Array(T);
  for (let i = 0; i < weights.length; i++) {
    const row = Math.floor(i / S);
    largestOfRow[row] = Math.max(largestOfRow[row]!, weights[i]!);
  }
  return {
    kind,
    normalised: normalised ?? true,
    // Pooling has one query, the sentence.
    rows: kind === 'pooling' ? [{ text: 'sentence', known: true }] : columns,
    columns,
    weights,
    largest: largestOfRow.reduce((a, b) => Math.max(a, b), 0),
    largestOfRow,
  };
}

export function weightAt(matrix: Matrix, query: number, key: number): number {
  return matrix.weights[query * matrix.columns.length + key] ?? 0;
}

export function rowOf(matrix: Matrix, query: number): Float32Array {
  const S = matrix.columns.length;
  return matrix.weights.subarray(query * S, (query + 1) * S);
}

// What counts as full colour in a row.
export function fullScale(matrix: Matrix, query: number, scale: Scale): number {
  if (scale === 'absolute') return 1;
  return (scale === 'row' ? matrix.largestOfRow[query] : matrix.largest) || 1;
}

export function levelAt(matrix: Matrix, query: number, key: number, scale: Scale): number {
  return weightAt(matrix, query, key) / fullScale(matrix, query, scale);
}

// Keys by falling weight.
export function ranked(matrix: Matrix, query: number): number[] {
  const row = rowOf(matrix, query);
  return [...row.keys()].sort((a, b) => row[b]! - row[a]!);
}
