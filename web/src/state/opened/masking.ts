// A text with words of it masked, by a click or as it was typed, and with another word in a mask's place.
import { moved } from '../../text/offsets.ts';

export interface Word {
  readonly text: string;
  // Places in the text, in its own characters.
  readonly start: number;
  readonly end: number;
  // A mask that was typed: [MASK], <mask> or ___.
  readonly mask: boolean;
}

const kMost = 400;
const kMask = /^(\[mask\]|<mask>|_{3,})$/i;

// Masks; letters and digits with the marks between them; or one sign.
export function wordsOf(text: string): Word[] {
  const found = text.matchAll(
    /\[mask\]|<mask>|_{3,}|[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/giu,
  );
  return [...found].slice(0, kMost).map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    mask: kMask.test(match[0]),
  }));
}

// The word that is looked at: the one that was chosen, else a mask that was typed, else the longest, so that there is
// something to see.
export function placeOf(words: readonly Word[], chosen: number | null): number | null {
  if (chosen !== null && words[chosen]) return chosen;
  const typed = words.findIndex(({ mask }) => mask);
  if (typed >= 0 || words.length === 0) return typed >= 0 ? typed : null;
  return words.reduce((most, { text }, i) => (text.length > words[most]!.text.length ? i : most), 0);
}

export interface Masked {
  readonly text: string;
  // Which of its masks stands for the word that is looked at.
  readonly place: number;
}

// `by`: what stands in the place that is looked at.
export function masked(text: string, at: number, mask: string, by: string = mask): Masked {
  const words = wordsOf(text);
  const all = words.filter((word, i) => word.mask || i === at);
  const starts = all.map((_, i) => all[i - 1]?.end ?? 0);
  const parts = all.map((word, i) => text.slice(starts[i]!, word.start) + (word === words[at] ? by : mask));
  return { text: parts.join('') + text.slice(all.at(-1)?.end ?? 0), place: all.indexOf(words[at]!) };
}

// Where the chosen word stands after typing; null where it is gone. A mask that was typed just now is chosen.
export function followed(before: string, after: string, chosen: number | null): number | null {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const kept = new Set(
    moved(old, before, after).flatMap((span, i) => (span && old[i]!.mask ? span.start : [])),
  );
  const typed = now.findIndex(({ mask, start }) => mask && !kept.has(start));
  if (typed >= 0) return typed;
  const word = chosen === null ? undefined : old[chosen];
  if (!word) return null;
  const [span] = moved([word], before, after);
  const place = now.findIndex(({ start }) => start === (span ?? word).start);
  return place >= 0 ? place : null;
}

export const replaced = (text: string, { start, end }: Word, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

export const fillsMasks = (architecture: string | undefined): boolean =>
  /^(?!Electra).*For(MaskedLM|PreTraining)$/.test(architecture ?? '');
