// Folds neighbouring tokens of long texts, and layers, so that the picture of any sentence and model has room.

// Groups of neighbours that lie between the ones that are kept.
function grouped(count: number, kept: ReadonlySet<number>): number[][] {
  const groups: number[][] = [];
  for (let i = 0; i < count; i++) {
    const open = groups.at(-1);
    if (open && !kept.has(i) && !kept.has(open[0]!)) open.push(i);
    else groups.push([i]);
  }
  return groups;
}

// At most `most` rows of so many tokens: those that matter most stand alone, the others are counted together in their places.
export function rowsOf(count: number, most: number, matters: (token: number) => number): number[][] {
  if (count <= most) return Array.from({ length: count }, (_, i) => [i]);
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => matters(b) - matters(a) || a - b);
  for (let alone = most - 1; alone > 0; alone--) {
    const groups = grouped(count, new Set(order.slice(0, alone)));
    if (groups.length <= most) return groups;
  }
  return grouped(count, new Set());
}

// So many groups of nearly the same size.
function even(list: readonly number[], groups: number): number[][] {
  const from = (i: number) => Math.round((i * list.length) / groups);
  return Array.from({ length: groups }, (_, i) => list.slice(from(i), from(i + 1)));
}

// At most `most` columns, three or more, of so many layers: the one that is open stands alone.
export function columnsOf(count: number, most: number, open: number): number[][] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (count <= most) return all.map((i) => [i]);
  const [before, after] = [all.slice(0, open), all.slice(open + 1)];
  const left = Math.round(((most - 1) * before.length) / (count - 1));
  const groups = Math.min(Math.max(left, before.length ? 1 : 0), most - 1 - (after.length ? 1 : 0));
  return [...even(before, groups), [open], ...even(after, most - 1 - groups)].filter((one) => one.length);
}
