// The numbers behind one row of a map, as "How this is computed" tells them.
import { entropyOf } from '../attention/entropy.ts';
import { type Matrix, ranked, rowOf, weightAt } from '../state/matrix.ts';
import { count, decimal } from '../text/format.ts';

const kShownKeys = 8;

export interface Row {
  readonly query: number;
  // The key that is looked at, and its weight.
  readonly key: number;
  readonly weight: number;
  // The sum of all weights of the row.
  readonly sum: number;
  // exp of the entropy: as many words, equally attended to, would be as spread out as this row.
  readonly spread: number;
  // The terms that three decimals show, the strongest first; and how many there are in all.
  readonly terms: readonly number[];
  readonly size: number;
  readonly other: Comparison | null;
}

// With another key: the strongest, or the second when the chosen is it.
export interface Comparison {
  readonly key: number;
  readonly weight: number;
  // How much higher the chosen key's score is, from the weights: softmax turns a difference into a ratio.
  readonly gap: number;
}

function compare(matrix: Matrix, query: number, key: number, order: readonly number[]): Comparison | null {
  const other = order.find((candidate) => candidate !== key);
  if (other === undefined) return null;
  const weight = weightAt(matrix, query, other);
  const gap = Math.log(weightAt(matrix, query, key) / weight);
  return Number.isFinite(gap) ? { key: other, weight, gap } : null;
}

// The row's arithmetic for the strongest key where none is chosen.
export function rowArithmetic(matrix: Matrix, query: number, chosen: number | null): Row {
  const row = rowOf(matrix, query);
  const order = ranked(matrix, query);
  const key = chosen ?? order[0] ?? 0;
  return {
    query,
    key,
    weight: weightAt(matrix, query, key),
    sum: row.reduce((sum, value) => sum + value, 0),
    spread: Math.exp(entropyOf(row)),
    terms: order.slice(0, kShownKeys).filter((term, i) => i === 0 || row[term]! >= 0.0005),
    size: order.length,
    other: compare(matrix, query, key, order),
  };
}

// "2.41", "1,204": how many times larger.
export const times = (gap: number): string => {
  const ratio = Math.exp(Math.abs(gap));
  return ratio < 100 ? decimal(ratio, 2) : count(Math.round(ratio));
};
