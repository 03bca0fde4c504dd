// What the sections about mechanisms say more than once.
import { words } from './format.ts';

export const kMissing = 'no vector for this word: zeros stand in for it';

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

// "0", "1" … to choose from.
export const numbered = (count: number): { value: string; text: string }[] =>
  Array.from({ length: count }, (_, i) => ({ value: String(i), text: String(i) }));

// Of what a mechanism learns.
export const kTrained =
  'parameters that have learned, over these vectors, to find among twelve words the same word or another form of it (house, houses; play, playing), with the width and heads that they were trained with.';
export const kDrawn =
  'random numbers, which tell words apart as well as random numbers do: such a map shows what a formula can do, not what attention does.';
