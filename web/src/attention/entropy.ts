// How spread out weights are.

// -Σ p ln p in nats; of weights that do not sum to 1, of their shares.
export function entropyOf(weights: Float32Array): number {
  let sum = 0;
  let plogp = 0;
  for (const p of weights) {
    if (p <= 0) continue;
    sum += p;
    plogp += p * Math.log(p);
  }
  return sum > 0 ? Math.log(sum) - plogp / sum : 0;
}
