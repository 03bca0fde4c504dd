// Numbers of two sentences over the columns that both have.
import type { Column } from './aligned.ts';

export type Values = readonly (number | null)[];

// Values of the first sentence, of the second, and by how much the first is above the second.
export function overlaid(columns: readonly Column[], own: readonly number[], other: readonly number[]) {
  const ofOwn: Values = columns.map((column) => (column.own === null ? null : own[column.own]!));
  const ofOther: Values = columns.map((column) => (column.other === null ? null : other[column.other]!));
  const difference: Values = columns.map((_, i) => minus(ofOwn[i]!, ofOther[i]!));
  return { own: ofOwn, other: ofOther, difference };
}

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);

export interface OneMap {
  // [H, T, S]
  readonly weights: Float32Array;
  readonly heads: number;
  // S
  readonly keys: number;
}

// 'mean': of all heads.
function weightOf(
  { weights, heads, keys }: OneMap,
  head: number | 'mean',
  query: number,
  key: number,
): number {
  const queries = weights.length / heads / keys;
  const at = (h: number) => weights[(h * queries + query) * keys + key]!;
  if (head !== 'mean') return at(head);
  let sum = 0;
  for (let h = 0; h < heads; h++) sum += at(h);
  return sum / heads;
}

// A row for each query, or one where the sentence as a whole looks: by how much the first map is above the second.
export function mapDifference(
  columns: readonly Column[],
  own: OneMap,
  other: OneMap,
  head: number | 'mean',
): readonly Values[] {
  const pooling = own.weights.length === own.heads * own.keys;
  const rows: readonly Column[] = pooling ? [{ own: 0, other: 0 }] : columns;
  return rows.map((query) =>
    columns.map((key) => {
      if (query.own === null || query.other === null || key.own === null || key.other === null) return null;
      return weightOf(own, head, query.own, key.own) - weightOf(other, head, query.other, key.other);
    }),
  );
}
