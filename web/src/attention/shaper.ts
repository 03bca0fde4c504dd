// Maps as they are shown when special tokens are hidden, or pieces merged. Fetched when that is first wished for.
import type { Pair, Result } from '../engine/analysis.ts';
import { weightsOf } from '../state/matrix.ts';
import { strongestPairs } from './pairs.ts';
import { reshape } from './reshape.ts';
import type { Units } from './units.ts';

export { received, reshape } from './reshape.ts';
export { unitsOf } from './units.ts';

// Of the last layer, over all its heads; of a result that holds its weights.
export function pairsOf(result: Result, units: Units): Pair[] {
  const last = result.analysis.attention.length - 1;
  const map = result.analysis.attention[last];
  if (!map) return [];
  const heads = Array.from({ length: map.shape[0] }, (_, head) => head);
  return strongestPairs(heads, (head) => reshape(weightsOf(result, last, head)!, units, map), map, units);
}
