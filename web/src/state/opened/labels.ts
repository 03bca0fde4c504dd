// What a model says of each token, word by word: a word that was cut into pieces has the label of its first, as its
// makers train it.
import { unitsOf } from '../../attention/units.ts';
import type { Analysis } from '../../engine/analysis.ts';

export interface LabelledWord {
  readonly text: string;
  readonly label: string;
  readonly probability: number;
  // The kind that a label is of: PER of B-PER and I-PER. Null of what is outside of all, or as it was.
  readonly kind: string | null;
  // Indices of its tokens.
  readonly first: number;
  readonly last: number;
}

const kNone = /^(O|original)$/;

export function labelledWords(analysis: Analysis): LabelledWord[] {
  const labels = analysis.labels ?? [];
  const { tokens, members } = unitsOf(analysis, { special: 'hidden', pieces: 'words' });
  return tokens.flatMap(({ text }, i) => {
    const first = members[i]![0]!;
    const last = members[i]!.at(-1)!;
    const of = labels[first];
    if (!of) return [];
    const kind = kNone.test(of.label) ? null : of.label.replace(/^[BILSEU]-/, '');
    return [{ text, label: of.label, probability: of.probability, kind, first, last }];
  });
}

// In the order of their first appearance, so that a kind has a colour of its own.
export const kindsOf = (words: readonly LabelledWord[]): string[] => [
  ...new Set(words.flatMap(({ kind }) => kind ?? [])),
];
