// What of an analysis is looked at. A small one crosses from the worker whole; of a big one only the maps that are on
// the screen do, one by one, each when it is asked for.
import type { Analysis, AttentionMap, Pair } from './analysis.ts';

export type Head = number | 'mean';

// How maps are shown: [CLS] and its like left out, pieces merged into the words they were cut from.
export interface Shaping {
  readonly special: 'shown' | 'hidden';
  readonly pieces: 'apart' | 'words';
}

export interface Look {
  // Null: the last layer, the first head.
  readonly layer: number | null;
  readonly head: Head | null;
  readonly shaping: Shaping;
}

// What full colour is: of each row or of the map its largest weight, or 1; or an even weight is in the middle, and the ends
// are an eighth and eight times of it, or what is farthest from it.
export type Scaling = 'even' | 'map' | 'absolute' | 'row' | 'stretched';

// `map` is an index into analysis.attention.
export type MapRequest =
  // Weights [T, S], as the model has them.
  | { readonly kind: 'head'; readonly map: number; readonly head: Head }
  // The strongest over all heads of the map, as they are shown.
  | { readonly kind: 'pairs'; readonly map: number; readonly shaping: Shaping }
  // One for each head of the map. `scale` decides what full colour is.
  | {
      readonly kind: 'summaries';
      readonly map: number;
      readonly shaping: Shaping;
      readonly scale: Scaling;
    };

// A map at a glance: T queries, S keys as shown.
export interface Summary {
  // [height, width], 0 to 255: a share of full colour; the largest of the cells that a pixel stands for.
  readonly levels: Uint8Array;
  readonly width: number;
  readonly height: number;
  // The entropy of a row, the mean over rows; in nats.
  readonly entropy: number;
  readonly strongest: Omit<Pair, 'layer' | 'head'>;
}

export type MapAnswer =
  | { readonly kind: 'head'; readonly weights: Float32Array }
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }
  | { readonly kind: 'summaries'; readonly summaries: readonly Summary[] };

export const isShaped = ({ special, pieces }: Shaping): boolean => special === 'hidden' || pieces === 'words';

// The map of the layer, or of the last one.
export function mapOf(maps: readonly AttentionMap[], layer: number | null): number {
  const chosen = maps.findIndex((map) => map.layer === layer);
  return chosen >= 0 ? chosen : maps.length - 1;
}

export function headOf(map: AttentionMap | undefined, head: Head | null): Head {
  return head === 'mean' || (head !== null && head < (map?.shape[0] ?? 1)) ? head : 0;
}

// All that has to be at hand for the page to show the analysis so.
export function mapRequestsFor({ attention }: Analysis, { layer, head, shaping }: Look): MapRequest[] {
  const map = mapOf(attention, layer);
  if (map < 0) return [];
  const last = attention.length - 1;
  const shown: MapRequest = { kind: 'head', map, head: headOf(attention[map], head) };
  if (!isShaped(shaping)) return [shown];
  // What each token receives is of the last layer, all heads together.
  const received: MapRequest = { kind: 'head', map: last, head: 'mean' };
  return [shown, received, { kind: 'pairs', map: last, shaping }];
}
