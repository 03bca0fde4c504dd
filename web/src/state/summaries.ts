// The small maps of all heads, as far as they have been computed.
import type { Summary, Wish } from '../engine/look.ts';
import type { App } from './app.svelte.ts';

// What has to be asked for to get those of one layer.
export const summariesWish = ({ look, scale }: App, map: number): Wish & { kind: 'summaries' } => ({
  kind: 'summaries',
  map,
  shaping: look.shaping,
  scale,
});

// Per map; undefined where they are not there yet.
export function summariesOf(app: App): (readonly Summary[] | undefined)[] {
  return app.maps.map((_, map) => app.seen.find(summariesWish(app, map))?.summaries);
}
