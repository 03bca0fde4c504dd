// How strongly each token is coloured: by the attention it receives in all, or, while a word is pointed at, by the
// attention it gets from that word.
import { queryOf } from '../state/link.ts';
import type { App } from '../state/app.svelte.ts';
import { rowOf } from '../state/matrix.ts';

// The query whose row colours the tokens, if one is linked.
export function asking(app: App): number | null {
  // The only query of pooling is the sentence: its row is what each word receives.
  return app.matrix && app.matrix.kind !== 'pooling' ? queryOf(app.link, app.matrix) : null;
}

// `query`: asking(app), or null whatever is pointed at.
export function amounts(app: App, query: number | null): readonly number[] {
  if (app.matrix && query !== null) return [...rowOf(app.matrix, query)];
  return app.received;
}

export function levels(app: App, query: number | null): number[] {
  const values = amounts(app, query);
  const largest = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  return values.map((value) => value / largest);
}
