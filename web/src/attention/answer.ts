// Answers requests about the maps of an analysis, one head at a time, so that a big one never has to be in
// memory as a whole. In the worker.
import type { Analysis } from '../engine/analysis.ts';
import type { Head, MapAnswer, MapRequest } from '../engine/look.ts';
import { strongestPairs } from './pairs.ts';
import { reshape } from './reshape.ts';
import { summaryOf } from './summary.ts';
import { unitsOf } from './units.ts';

// Weights [T, S] of one head, or of all heads averaged; a copy.
export type WeightsOf = (map: number, head: Head) => Float32Array;

export function answerMapRequest(request: MapRequest, analysis: Analysis, weightsOf: WeightsOf): MapAnswer {
  const map = analysis.attention[request.map]!;
  const [H] = map.shape;
  const one = (head: number) => weightsOf(request.map, head);
  if (request.kind === 'head') return { kind: 'head', weights: weightsOf(request.map, request.head) };
  const units = unitsOf(analysis, request.shaping);
  const shaped = (head: number) => reshape(one(head), units, map);
  const heads = Array.from({ length: H }, (_, head) => head);
  if (request.kind === 'pairs') return { kind: 'pairs', pairs: strongestPairs(heads, shaped, map, units) };
  const columns = units.tokens.length;
  const summaries = heads.map((head) => summaryOf(shaped(head), columns, request.scale));
  return { kind: 'summaries', summaries };
}
