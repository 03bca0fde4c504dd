// The numbers of one step: scores of one head, their softmax, and the scores of what might have been written.
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import { mapsOf, sourcePieces } from './maps.ts';

export interface Looked {
  readonly text: string;
  readonly score: number;
  // exp(score - the largest): what the softmax adds up.
  readonly power: number;
  readonly weight: number;
}

export interface Step {
  readonly rows: readonly Looked[];
  readonly sum: number;
  // Whether the weights are the softmax of the scores, which a change or a window of the mechanism makes untrue.
  readonly softmax: boolean;
}

export interface Asked {
  readonly layer: number | null;
  readonly head: number;
  readonly written: number;
}

// Null where the model does not say what its softmax is taken of.
export function stepOf(found: TranslatedWithMaps, { layer, head, written }: Asked): Step | null {
  const all = mapsOf(found, 'cross');
  const place = all[layer ?? all.length - 1];
  const scores = place === undefined ? null : found.scores[place];
  if (place === undefined || !scores) return null;
  const [H, T, S] = found.attention[place]!.shape;
  if (head >= H || written >= T) return null;
  const first = (head * T + written) * S;
  const own = [...scores.subarray(first, first + S)];
  const weights = found.maps[place]!.subarray(first, first + S);
  const most = Math.max(...own);
  const powers = own.map((score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  const texts = sourcePieces(found);
  return {
    rows: own.map((score, s) => ({
      text: texts[s] ?? '',
      score,
      power: powers[s]!,
      weight: weights[s]!,
    })),
    sum,
    softmax: powers.every((power, s) => Math.abs(power / sum - weights[s]!) < 1e-3),
  };
}
