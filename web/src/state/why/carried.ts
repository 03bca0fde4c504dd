// What stays of a sentence's values while those of the next are on the way.
import { common } from '../../text/offsets.ts';

// Values of a sentence's words for those of one that differs in a place: none for the words that are new.
export function carried(
  values: readonly number[],
  before: readonly string[],
  after: readonly string[],
): number[] {
  const { head, tail } = common(before, after);
  const shift = before.length - after.length;
  const from = (i: number) => (i < head ? i : i >= after.length - tail ? i + shift : -1);
  return after.map((_, i) => values[from(i)] ?? 0);
}
