// Where a text is cut that is longer than what is taken of it.
import { count } from './format.ts';
import { t } from './t.ts';

// The beginning, no character cut in two; and what to say of the rest, or null.
export function cutTo(
  text: string,
  longest: number,
): { readonly text: string; readonly said: string | null } {
  if (text.length <= longest) return { text, said: null };
  const half = /[\ud800-\udbff]/.test(text[longest - 1]!);
  const kept = text.slice(0, half ? longest - 1 : longest);
  const end = kept
    .slice(-24)
    .replace(/^\S*\s/, '')
    .trim();
  const said =
    t('read.this-field-holds-characters-of', count(longest), count(text.length)) +
    t('read.the-after-are-left-out', count(text.length - kept.length), end);
  return { text: kept, said };
}
