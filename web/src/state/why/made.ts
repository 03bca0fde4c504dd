// The changes that are made, in words: "row send even".
import { readAs } from '../../attention/read-as.ts';
import type { Store } from '../store.svelte.ts';
import { said } from './edits.ts';

export function madeOf({ edits, layers, result, pooling }: Store): readonly string[] {
  const texts = result ? readAs(result.analysis).map(({ text }) => text) : [];
  const rows = pooling ? ['sentence'] : texts;
  return edits.map((edit) => said(edit, texts, layers.length > 1, rows));
}
