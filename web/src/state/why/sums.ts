// What each word adds, for the words as they are shown and for the class that is asked about.
import type { Explained, ScorePart, ScoreSum } from '../../generated/messages.ts';

// terms + bias = sum; score = sum + remainder.
export interface Sum {
  // One per token of the analysis.
  readonly terms: readonly number[];
  readonly bias: number;
  readonly sum: number;
  readonly score: number;
  // What rounding to 8 bits leaves over; null where the score is the sum itself.
  readonly remainder: number | null;
  // The same sum by what wrote it.
  readonly components: readonly ScorePart[];
}

// A class; `against` stands for the question why it is not that one.
export interface Asked {
  readonly label: string;
  readonly against: string | null;
}

function less<T>(of: T, against: T | undefined, value: (one: T) => number): number {
  return value(of) - (against === undefined ? 0 : value(against));
}

// Parts of one name and text together.
function added(parts: readonly ScorePart[], sign: number, into: Map<string, ScorePart>): void {
  for (const part of parts) {
    const name = `${part.part} ${part.text ?? ''}`;
    into.set(name, { ...part, value: (into.get(name)?.value ?? 0) + sign * part.value });
  }
}

function partsOf(of: readonly ScorePart[], against: readonly ScorePart[]): ScorePart[] {
  const all = new Map<string, ScorePart>();
  added(of, 1, all);
  added(against, -1, all);
  return [...all.values()];
}

const named = ({ contributions }: Explained, label: string | null): ScoreSum | undefined =>
  contributions.find((one) => one.class === label);

// Whether there is a sum for each class that is asked about.
export const explains = (explained: Explained, asked: Asked | null): boolean =>
  [asked?.label, asked?.against].every((label) => !label || named(explained, label) !== undefined);

// Null where the class is none of the model's.
export function sumOf(explained: Explained, { label, against }: Asked): Sum | null {
  const of = named(explained, label);
  const other = named(explained, against);
  if (!of) return null;
  const value = (read: (one: ScoreSum) => number) => less(of, other, read);
  return {
    terms: of.terms.map((_, i) => value(({ terms }) => terms[i]!.value)),
    bias: value(({ bias }) => bias),
    sum: value(({ sum }) => sum),
    score: value(({ logit }) => logit),
    remainder: of.remainder === undefined ? null : value(({ remainder = 0 }) => remainder),
    components: partsOf(of.components, other?.components ?? []),
  };
}

// The parts of some tokens' terms, the largest first; empty where there are none to tell apart.
export function partsOfTokens(
  explained: Explained,
  { label, against }: Asked,
  tokens: readonly number[],
): ScorePart[] {
  const parts = (name: string | null) =>
    tokens.flatMap((token) => named(explained, name)?.terms[token]?.parts ?? []);
  return partsOf(parts(label), parts(against))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

// Values of tokens as values of the words that are shown, and what those leave out.
export function ofWords(
  values: readonly number[],
  members: readonly (readonly number[])[] | null,
): { readonly values: readonly number[]; readonly rest: number | null } {
  if (!members) return { values, rest: null };
  const total = (list: readonly number[]) => list.reduce((all, token) => all + (values[token] ?? 0), 0);
  const shown = new Set(members.flat());
  const left = values.map((_, i) => i).filter((i) => !shown.has(i));
  return { values: members.map(total), rest: left.length ? total(left) : null };
}
