// A matrix of numbers with words or dimensions along its sides, as the sections draw it.
import type { Attended, AttendToken, Axis, NamedMatrix } from '../../engine/attended.ts';
import { kMissing } from '../../text/lab.ts';
import { visible } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import { type Matrix, measured } from '../matrix.ts';

export interface Side {
  readonly text: string;
  // No vector stands behind this word.
  readonly missing: boolean;
}

export interface Values {
  readonly rows: readonly Side[];
  readonly columns: readonly Side[];
  // [rows, columns], row-major; -Infinity where a mask hides a score.
  readonly data: Float32Array;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

export const valueAt = ({ columns, data }: Values, { row, column }: Place): number =>
  data[row * columns.length + column] ?? 0;

export const samePlace = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && a.row === b.row && a.column === b.column);

// The largest size of a finite value; 1 where all are 0.
export function reach({ data }: Values): number {
  let most = 0;
  for (const value of data) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return most || 1;
}

export const wordSides = (tokens: readonly AttendToken[]): Side[] =>
  tokens.map(({ text, missing }) => ({ text: visible(text), missing }));
export const numberedSides = (count: number): Side[] =>
  Array.from({ length: count }, (_, i) => ({ text: `${i + 1}`, missing: false }));

export function valuesOf(
  rows: readonly Side[],
  columns: readonly Side[],
  numbers: readonly (readonly (number | null)[])[],
): Values {
  const data = Float32Array.from(numbers.flat(), (value) => value ?? -Infinity);
  return { rows, columns, data };
}

export function sidesOf(attended: Attended, axis: Axis, count: number): Side[] {
  const words = axis === 'query' || axis === 'key' ? wordSides(attended.tokens[axis]) : [];
  if (words.length === count) return words;
  // One row for all words, where a mechanism has no more.
  return count === 1 && axis === 'query'
    ? [{ text: t('lab.all-words'), missing: false }]
    : numberedSides(count);
}

export function namedValues(attended: Attended, matrix: NamedMatrix, head: number): Values {
  const numbers = matrix.values[Math.min(head, matrix.values.length - 1)] ?? [];
  const rows = sidesOf(attended, matrix.rows, numbers.length);
  return valuesOf(rows, sidesOf(attended, matrix.columns, numbers[0]?.length ?? 0), numbers);
}

export const matrixNamed = (attended: Attended, name: string): NamedMatrix | undefined =>
  attended.matrices.find((matrix) => matrix.name === name);

export const headsOf = (attended: Attended): number => attended.weights.length;

export function weightValues(attended: Attended, head: number): Values {
  const weights = attended.weights[Math.min(head, attended.weights.length - 1)] ?? [];
  return valuesOf(sidesOf(attended, 'query', weights.length), wordSides(attended.tokens.key), weights);
}

// One row of a matrix, as a matrix.
export function rowOnly({ rows, columns, data }: Values, row: number): Values {
  const S = columns.length;
  return { rows: rows.slice(row, row + 1), columns, data: data.slice(row * S, (row + 1) * S) };
}

// As the heat map of the first page draws it.
export function mapOf(attended: Attended, head: number): Matrix {
  const { rows, columns, data } = weightValues(attended, head);
  const label = ({ text, missing }: Side) => ({ text, known: !missing, why: kMissing });
  const labels = { rows: rows.map(label), columns: columns.map(label) };
  return measured({ kind: 'cross', normalised: attended.normalised, ...labels, weights: data });
}

export interface StrongPair extends Place {
  readonly value: number;
}

// The largest weights, of equal ones the first.
export function strongest({ columns, data }: Values, count: number): StrongPair[] {
  const S = columns.length;
  return [...data.keys()]
    .filter((i) => data[i]! > 0)
    .sort((a, b) => data[b]! - data[a]! || a - b)
    .slice(0, count)
    .map((i) => ({ row: Math.floor(i / S), column: i % S, value: data[i]! }));
}

// As the engine counts it: of a row of weights that sum to 1, in nats; 0 · log 0 is 0.
export const most = (keys: number): number => Math.log(Math.max(keys, 1));
