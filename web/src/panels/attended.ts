// How strongly each token is coloured: by the attention it receives in all, or, while a word is pointed at, by the
// attention it gets from that word.
import { queryOf } from '../state/link.ts';
import type { Store } from '../state/store.svelte.ts';
import { rowOf } from '../state/matrix.ts';

// The query whose row colours the tokens, if one is linked.
export function asking(store: Store): number | null {
  // The only query of pooling is the sentence: its row is what each word receives.
  return store.matrix && store.matrix.kind !== 'pooling' ? queryOf(store.link, store.matrix) : null;
}

// `query`: asking(store), or null whatever is pointed at.
export function amounts(store: Store, query: number | null): readonly number[] {
  if (store.matrix && query !== null) return [...rowOf(store.matrix, query)];
  return store.received;
}

export function levels(store: Store, query: number | null): number[] {
  const values = amounts(store, query);
  const largest = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  return values.map((value) => value / largest);
}
