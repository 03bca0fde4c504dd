// The changes that are made, in words: "row send even".
import { readAs } from '../../attention/read-as.ts';
import type { Result } from '../../engine/analysis.ts';
import { t } from '../../text/t.ts';
import type { Store } from '../store.svelte.ts';
import { parse, said } from './edits.ts';

const textsOf = (result: Result | null) => (result ? readAs(result.analysis).map(({ text }) => text) : []);

// Changes of words name those of the sentence as it was typed, changes of maps those that the model then reads.
export function madeOf({ edits, layers, result, seen, pooling }: Store): readonly string[] {
  const [typed, read] = [textsOf(result), textsOf(seen)];
  return edits.map((edit) => {
    const texts = 'token' in parse(edit) ? typed : read;
    return said(edit, texts, layers.length > 1, pooling ? [t('page.sentence')] : texts);
  });
}
