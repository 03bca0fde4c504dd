// The steps of preprocessing in words, by the names that recipes and model folders give them.
import { words } from './format.ts';
import { t } from './t.ts';

const kMeanings: Readonly<Record<string, string>> = {
  lower_case: t('read.capital-letters-become-small-ones'),
  contractions: t('read.contractions-are-split-dont-becomes'),
  stop_words: t('read.very-common-words-which-say-little'),
  parentheses: t('read.text-in-parentheses-is-removed'),
  punctuation_spacing: t('read.spaces-separate-punctuation-from-words'),
  non_alphanumerics: t('read.every-character-that-is-neither'),
  double_spaces: t('read.several-spaces-become-one'),
  strip: t('read.spaces-at-the-beginning-and-the-end'),
};

// "lower_case" reads "Lower case".
export function stepName(step: string): string {
  const name = words(step);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

// Empty for a step that is not known here: its name and what it changed have to do.
export const stepMeaning = (step: string): string => kMeanings[step] ?? '';
