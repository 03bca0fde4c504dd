// The small maps of all heads, as far as they have been computed.
import { summaryOf } from '../attention/summary.ts';
import type { Summary, MapRequest } from '../engine/look.ts';
import type { Store } from './store.svelte.ts';

// What has to be asked for to get those of one layer.
export const summariesWish = ({ look, scale }: Store, map: number): MapRequest & { kind: 'summaries' } => ({
  kind: 'summaries',
  map,
  shaping: look.shaping,
  scale,
});

// Per map; undefined where they are not there yet.
export function summariesOf(store: Store): (readonly Summary[] | undefined)[] {
  if (store.seen !== store.result && store.seen?.weights.length) return summariesOfRun(store);
  return store.maps.map((_, map) => store.fetchedOfSeen.find(summariesWish(store, map))?.summaries);
}

// Under changes: the page has all its weights.
function summariesOfRun(store: Store): (readonly Summary[])[] {
  const { maps, tokens, scale } = store;
  return maps.map(({ shape: [heads] }, map) =>
    Array.from({ length: heads }, (_, head) => summaryOf(store.weights(map, head)!, tokens.length, scale)),
  );
}
