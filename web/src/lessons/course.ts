// All lessons, in their order; and how far the visitor is, which stays in the browser.
import { kAt } from './at.ts';
import { explains } from './explains.ts';
import type { Lesson } from './lesson.ts';
import { lstm } from './lstm.ts';
import { news } from './news.ts';
import { requests } from './requests.ts';
import { transformer } from './transformer.ts';
import { twoSentences } from './two-sentences.ts';

export const kLessons: readonly Lesson[] = [requests, twoSentences, news, transformer, lstm, explains];

export const lessonNamed = (id: string): Lesson | undefined => kLessons.find((lesson) => lesson.id === id);

// As an address has it (at.ts): the third step, or all of them, to print.
export interface Place {
  readonly lesson: Lesson;
  // From 0; null: all.
  readonly step: number | null;
}

export function readPlace(words: string | null): Place | null {
  const [, id = '', at = ''] = /^([a-z]+)\.(all|\d{1,2})$/.exec(words ?? '') ?? [];
  const lesson = lessonNamed(id);
  if (!lesson) return null;
  if (at === 'all') return { lesson, step: null };
  const step = Number(at) - 1;
  return lesson.steps[step] ? { lesson, step } : null;
}

export const writePlace = ({ lesson, step }: Place): string =>
  `${lesson.id}.${step === null ? 'all' : step + 1}`;

// "#section=two&…&lesson.at=two.4"
export function addressOf(place: Place): string {
  const parameters = new URLSearchParams(
    place.step === null ? 'section=lessons' : place.lesson.steps[place.step]!.at,
  );
  parameters.set(kAt, writePlace(place));
  return `#${parameters}`;
}

const kKey = 'heed:lessons';

// Steps that were finished, by lesson: whether the answer was right at once.
export type Progress = Readonly<Record<string, Readonly<Record<number, boolean>>>>;

export function readProgress(): Progress {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(kKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Progress) : {};
  } catch {
    return {}; // storage is closed, or holds something else
  }
}

export function keepProgress(progress: Progress): void {
  try {
    localStorage.setItem(kKey, JSON.stringify(progress));
  } catch {
    // Not kept where storage is closed; the lesson goes on.
  }
}
