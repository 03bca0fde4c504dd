// The heads of a map together.

// The average of `heads` heads, each [T, S]; `head` gives one, which is not changed.
export function averageOf(heads: number, head: (head: number) => Float32Array): Float32Array {
  const average = head(0).slice();
  for (let h = 1; h < heads; h++) head(h).forEach((weight, i) => (average[i]! += weight));
  return average.map((sum) => sum / heads);
}
