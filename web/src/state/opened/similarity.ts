// Vectors of sentences beside each other.

// −1 to 1; 0 where one of them has no direction.
export function cosine(a: readonly number[], b: readonly number[]): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * (b[i] ?? 0);
    aa += a[i]! ** 2;
    bb += (b[i] ?? 0) ** 2;
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : 0;
}

export interface Row {
  readonly text: string;
  readonly vector: readonly number[];
}
