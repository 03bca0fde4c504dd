// What the sections about mechanisms say more than once.
import { words } from './format.ts';
import { t } from './t.ts';

export const kMissing = t('lab.no-vector-for-this-word-heed-uses');

const kTitles: Readonly<Record<string, string>> = {
  query: t('lab.embeddings-of-the-query'),
  key: t('lab.embeddings-of-the-key'),
  q: t('lab.queries'),
  k: t('lab.keys'),
  v: t('lab.values'),
  scores: t('lab.scores'),
  scaled: t('lab.scaled-scores'),
  masked: t('lab.masked-scores'),
  centres: t('lab.centres'),
  aligned: t('lab.aligned-within-the-window'),
  bell: t('lab.bell-curve'),
  probabilities: t('lab.probabilities'),
  weights: t('lab.shares-of-each-row'),
  context: t('page.weighted-sum'),
  output: t('lab.output'),
};

// The engine's name of a matrix, as a heading.
export function matrixTitle(name: string): string {
  const title = kTitles[name] ?? words(name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

// The words that stand within the engine's formulas.
const kWithin: Readonly<Record<string, string>> = {
  "the query's vectors": t('lab.the-querys-vectors'),
  "the key's vectors": t('lab.the-keys-vectors'),
  'where the query does not look': t('lab.where-the-query-does-not-attend'),
  'within the window': t('lab.within-the-window'),
  ' for one s, drawn with probability ': t('lab.for-one-s-drawn-with-probability'),
  ': such that ': t('lab.such-that'),
  ' for |': t('lab.for'),
  'argmin over p of': t('lab.argmin-over-p-of'),
};
export const formulaInWords = (formula: string): string =>
  Object.entries(kWithin).reduce((all, [said, own]) => all.replace(said, own), formula);

// "0", "1" … to choose from.
export const numbered = (count: number): { value: string; text: string }[] =>
  Array.from({ length: count }, (_, i) => ({ value: String(i), text: String(i) }));

// The weights that a mechanism learns.
export const kTrained = t('lab.the-parameters-were-trained');
export const kDrawn = t('lab.the-parameters-are-random-numbers');
