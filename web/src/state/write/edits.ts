// Changes of what is looked at while a text is written, as a link carries them: "*.*.*.2=0;0.1.3.only=5".
import { t } from '../../text/t.ts';
import type { Parameter } from '../lab/parameters.ts';
import { parse, said } from '../why/edits.ts';

export const editsOf = (edits: string): string[] => edits.split(';').filter(Boolean);

export const kEdits: Parameter<string> = {
  usual: '',
  read: (words) => (editsOf(words).every((edit) => 'at' in parse(edit)) ? words : undefined),
  write: (edits) => edits,
};

// In words; a token that nobody looks at is hidden. `rows`: who looks, if that is another text.
export function saidOf(
  edit: string,
  words: readonly string[],
  layered: boolean,
  rows: readonly string[] = words,
): string {
  const parsed = parse(edit);
  if (parsed.kind === 'weight' && parsed.at.query === null && parsed.weight === 0)
    return t('page.hidden', words[parsed.key] ?? '');
  return said(edit, words, layered, rows);
}
