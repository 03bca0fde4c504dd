// What of an analysis is wished for, computed from its heads one at a time, so that a big one never has to be in
// memory as a whole. In the worker.
import type { Analysis } from '../engine/analysis.ts';
import type { Head, Seen, Wish } from '../engine/look.ts';
import { averageOf } from './heads.ts';
import { strongestPairs } from './pairs.ts';
import { reshape } from './reshape.ts';
import { summaryOf } from './summary.ts';
import { unitsOf } from './units.ts';

// Weights [T, S] of head `head` of `heads`, a copy.
export type WeightsOf = (map: number, head: number, heads: number) => Float32Array;

export function grant(wish: Wish, analysis: Analysis, weightsOf: WeightsOf): Seen {
  const map = analysis.attention[wish.map]!;
  const [H] = map.shape;
  const one = (head: number) => weightsOf(wish.map, head, H);
  if (wish.kind === 'head') return { kind: 'head', weights: raw(wish.head) };
  const units = unitsOf(analysis, wish.shaping);
  const shaped = (head: number) => reshape(one(head), units, map);
  const heads = Array.from({ length: H }, (_, head) => head);
  if (wish.kind === 'pairs') return { kind: 'pairs', pairs: strongestPairs(heads, shaped, map, units) };
  const columns = units.tokens.length;
  const summaries = heads.map((head) => summaryOf(shaped(head), columns, wish.scale));
  return { kind: 'summaries', summaries };

  function raw(head: Head): Float32Array {
    return head === 'mean' ? averageOf(H, one) : one(head);
  }
}
