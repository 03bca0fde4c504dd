// The Analysis with its weights, as `heed predict --json --attention` writes it. Of a big one, whose maps are computed
// one by one, and wherever the page shows something else than the model's own tokens, the map that is shown as well.
import type { Result } from '../engine/analysis.ts';
import type { Head, Shaping } from '../engine/look.ts';
import type { Matrix } from '../state/matrix.ts';
import { float } from '../text/numbers.ts';

function nested(weights: Float32Array, [H, T, S]: readonly [number, number, number]): number[][][] {
  const row = (at: number) => Array.from(weights.subarray(at, at + S), float);
  return Array.from({ length: H }, (_, h) => Array.from({ length: T }, (_, t) => row((h * T + t) * S)));
}

export interface ShownMap {
  readonly matrix: Matrix;
  readonly layer: number;
  readonly head: Head;
  readonly shaping: Shaping;
  readonly applied: string;
  // The edits in words; empty means none.
  readonly changes: string;
}

function shownOf({ matrix, layer, head, shaping, applied, changes }: ShownMap): object {
  const { rows, columns, weights } = matrix;
  const texts = (labels: Matrix['rows']) => labels.map(({ text }) => text);
  const values = nested(weights, [1, rows.length, columns.length])[0];
  const said = changes ? { applied, changes } : { applied };
  return { layer, head, ...shaping, ...said, queries: texts(rows), keys: texts(columns), weights: values };
}

// `changed`: of What if.
export function jsonOf(
  { analysis, weights }: Result,
  shown: ShownMap | null = null,
  changed: object = {},
): string {
  const attention = analysis.attention.map((map, i) =>
    weights[i] ? { ...map, weights: nested(weights[i], map.shape) } : map,
  );
  const also = shown && (shown.applied || !weights.length) ? { shown: shownOf(shown) } : {};
  return `${JSON.stringify({ ...analysis, attention, ...changed, ...also })}\n`;
}
