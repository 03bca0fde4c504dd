// Maps as they are shown when special tokens are hidden, or pieces merged. Fetched when that is first wished for.
import type { Pair, Result } from '../engine/analysis.ts';
import { weightsOf } from '../state/matrix.ts';
import { t } from '../text/t.ts';
import { strongestPairs } from './pairs.ts';
import { reshape } from './reshape.ts';
import type { Shaping } from '../engine/look.ts';
import type { Units } from './units.ts';

export { received, reshape } from './reshape.ts';
export { unitsOf } from './units.ts';

// For files that leave the page, and wherever else the numbers are not the model's own.
export function said({ special, pieces }: Shaping): string {
  const hidden = special === 'hidden' ? [t('read.special-tokens-hidden-rows-renormalised')] : [];
  const merged = pieces === 'words' ? [t('read.pieces-joined-into-words-summed-over')] : [];
  return [...hidden, ...merged].join('; ');
}

// Pairs of the last layer, over all its heads; the result must hold its weights.
export function pairsOf(result: Result, units: Units): Pair[] {
  const last = result.analysis.attention.length - 1;
  const map = result.analysis.attention[last];
  if (!map) return [];
  const heads = Array.from({ length: map.shape[0] }, (_, head) => head);
  return strongestPairs(heads, (head) => reshape(weightsOf(result, last, head)!, units, map), map, units);
}
