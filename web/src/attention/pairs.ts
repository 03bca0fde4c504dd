// The strongest query to key pairs over several heads.
import type { AttentionMap, Pair } from '../engine/analysis.ts';
import type { Units } from './units.ts';

const kMost = 8;

// `weights` gives [T, S] of a head, one at a time. None for pooling, whose only query is the sentence.
export function strongestPairs(
  heads: readonly number[],
  weights: (head: number) => Float32Array,
  { kind, layer }: AttentionMap,
  { tokens }: Units,
): Pair[] {
  const best: Pair[] = [];
  if (kind === 'pooling') return best;
  const width = tokens.length;
  for (const head of heads) {
    weights(head).forEach((weight, i) => {
      if (best.length === kMost && weight <= best[kMost - 1]!.weight) return;
      const pair = { layer, head, query: Math.floor(i / width), key: i % width, weight };
      // Behind its equals, so that the first found stay first.
      const at = best.findIndex((other) => other.weight < weight);
      best.splice(at < 0 ? best.length : at, 0, pair);
      best.length = Math.min(best.length, kMost);
    });
  }
  return best;
}
