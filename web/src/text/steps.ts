// The steps of preprocessing in words, by the names that recipes and model folders give them.
import { words } from './format.ts';

const kMeanings: Readonly<Record<string, string>> = {
  lower_case: 'Capital letters become small ones, so that “Great” and “great” are one word.',
  contractions: 'Contractions are split: “don’t” becomes “do” and “n’t”, so that every “n’t” is one word.',
  stop_words: 'Very common words, which say little about the subject, are removed.',
  parentheses: 'Text in parentheses is removed.',
  punctuation_spacing: 'Spaces separate punctuation from words.',
  non_alphanumerics: 'Every character that is neither a letter nor a digit becomes a space.',
  double_spaces: 'Several spaces become one.',
  strip: 'Spaces at the beginning and the end are removed.',
};

// "lower_case" reads "Lower case".
export function stepName(step: string): string {
  const name = words(step);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

// Empty for a step that is not known here: its name and what it changed have to do.
export const stepMeaning = (step: string): string => kMeanings[step] ?? '';
