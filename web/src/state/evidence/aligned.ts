// Two sentences' tokens, one under the other: the fewest words that stand alone or under another word (Levenshtein 1966).

// Places in either sentence; null where it has none there.
export interface Column {
  readonly own: number | null;
  readonly other: number | null;
}

export function aligned(own: readonly string[], other: readonly string[]): readonly Column[] {
  const width = other.length + 1;
  const cost = new Float64Array((own.length + 1) * width);
  const at = (i: number, j: number) => cost[i * width + j]!;
  const swap = (i: number, j: number) => at(i - 1, j - 1) + (own[i - 1] === other[j - 1] ? 0 : 1);
  for (let i = 0; i <= own.length; i++)
    for (let j = 0; j <= other.length; j++)
      if (i + j > 0)
        cost[i * width + j] = Math.min(
          i && j ? swap(i, j) : Infinity,
          i ? at(i - 1, j) + 1 : Infinity,
          j ? at(i, j - 1) + 1 : Infinity,
        );
  const columns: Column[] = [];
  for (let i = own.length, j = other.length; i + j > 0;) {
    if (i && j && at(i, j) === swap(i, j)) columns.push({ own: --i, other: --j });
    else if (i && at(i, j) === at(i - 1, j) + 1) columns.push({ own: --i, other: null });
    else columns.push({ own: null, other: --j });
  }
  return columns.reverse();
}

// "send", "send → pay", "+ not", "− not": what stands there, of both.
export function nameOf({ own, other }: Column, texts: readonly string[], others: readonly string[]): string {
  if (own === null) return `+ ${others[other!]}`;
  if (other === null) return `− ${texts[own]}`;
  return texts[own] === others[other] ? texts[own]! : `${texts[own]} → ${others[other]}`;
}
