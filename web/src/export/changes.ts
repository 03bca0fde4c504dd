// What a file says of the changes that are made on the screen (What if).
import type { Store } from '../state/store.svelte.ts';
import { madeOf } from '../state/why/made.ts';
import { t } from '../text/t.ts';

export const allHeads = ({ view, several }: Store): boolean => view === 'heads' && several;

// Whether there are any that count: the model has not refused them.
export const counts = ({ edits, edited, unanswered, explainable }: Store): boolean =>
  explainable && edits.length > 0 && (unanswered || edited !== null);

// "with the changes row send even (0.0.1.even)"; empty where there are none.
export function changesSaid(store: Store): string {
  if (!counts(store)) return '';
  const made = madeOf(store).map((words, i) => `${words} (${store.edits[i]!})`);
  const list = made.join('; ');
  return t('page.with-the-changes', list);
}
