// Where a text is cut that is longer than what is taken of it.
import { count } from './format.ts';

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
    `This field holds ${count(longest)} characters: of ${count(text.length)}, ` +
    `the ${count(text.length - kept.length)} after “${end}” are left out.`;
  return { text: kept, said };
}
