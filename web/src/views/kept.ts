// Lists that are made anew with every letter and say mostly what they said before.

function alike<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}

// `after`, with the entries of `before` in place of those that say the same: what is drawn from them is left alone.
export function kept<T extends object>(before: readonly T[], after: readonly T[]): T[] {
  return after.map((entry, i) => {
    const old = before[i];
    return old !== undefined && alike(old, entry) ? old : entry;
  });
}
