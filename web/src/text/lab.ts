// What the sections about mechanisms say more than once.
import { words } from './format.ts';
import { t } from './t.ts';

export const kMissing = 'no vector for this word: Heed uses zeros instead';

const kTitles: Readonly<Record<string, string>> = {
  query: 'Embeddings of the query',
  key: 'Embeddings of the key',
  q: 'Queries',
  k: 'Keys',
  v: 'Values',
  scores: 'Scores',
  scaled: 'Scaled scores',
  masked: 'Masked scores',
  centres: 'Centres',
  aligned: 'Aligned within the window',
  bell: 'Bell curve',
  probabilities: 'Probabilities',
  weights: 'Shares of each row',
  context: 'Weighted sum',
  output: 'Output',
};

// The engine's name of a matrix, as a heading.
export function matrixTitle(name: string): string {
  const title = kTitles[name] ?? words(name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

// The words that stand within the engine's formulas.
const kWithin: Readonly<Record<string, string>> = {
  "the query's vectors": t`the query’s vectors`,
  "the key's vectors": t`the key’s vectors`,
  'where the query does not look': t`where the query does not attend`,
  'within the window': t`within the window`,
  ' for one s, drawn with probability ': t` for one s, drawn with probability `,
  ': such that ': t`: such that `,
  ' for |': t` for |`,
  'argmin over p of': t`argmin over p of`,
};
export const formulaInWords = (formula: string): string =>
  Object.entries(kWithin).reduce((all, [said, own]) => all.replace(said, own), formula);

// "0", "1" … to choose from.
export const numbered = (count: number): { value: string; text: string }[] =>
  Array.from({ length: count }, (_, i) => ({ value: String(i), text: String(i) }));

// The weights that a mechanism learns.
export const kTrained =
  'the parameters were trained on these vectors to find, among twelve words, the same word or another form of it (house, houses; play, playing). Hidden size and heads are those of the training.';
export const kDrawn =
  'the parameters are random numbers, so the map shows only how the formula works, not what trained attention does.';
