// The changes that are made, in words: "row send even".
import type { Store } from '../store.svelte.ts';
import { said } from './edits.ts';

export function madeOf({ edits, layers, result, pooling }: Store): readonly string[] {
  const texts = result?.analysis.tokens.map(({ text }) => text) ?? [];
  const rows = pooling ? ['sentence'] : texts;
  return edits.map((edit) => said(edit, texts, layers.length > 1, rows));
}
