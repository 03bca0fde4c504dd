// The Analysis with its weights, as `heed predict --json --attention` writes it.
import type { Result } from '../engine/analysis.ts';
import { float } from '../text/numbers.ts';

function nested(weights: Float32Array, [H, T, S]: readonly [number, number, number]): number[][][] {
  const row = (at: number) => Array.from(weights.subarray(at, at + S), float);
  return Array.from({ length: H }, (_, h) => Array.from({ length: T }, (_, t) => row((h * T + t) * S)));
}

export function jsonOf({ analysis, weights }: Result): string {
  // Maps of a long text are not all here.
  const attention = analysis.attention.map((map, i) =>
    weights[i] ? { ...map, weights: nested(weights[i], map.shape) } : map,
  );
  return `${JSON.stringify({ ...analysis, attention })}\n`;
}
