// What the form of the one-file view says (web/one-file/), in the language of this page: the form itself is in English, and puts
// in what stands behind its own words.
import { t } from '../text/t.ts';

const [first, second, third] = ['{0}', '{1}', '{2}'];

const kSaid: Readonly<Record<string, string>> = {
  '0.5': t`0.5`,
  Texts: t`Texts`,
  Text: t`Text`,
  Prediction: t`Prediction`,
  Probability: t`Probability`,
  'Prediction:': `${t`Prediction`}:`,
  'What each word adds': t`What each word adds`,
  'to the score of': t`to the score of`,
  Class: t`Class`,
  Contributions: t`Contributions`,
  'bias: what no word adds': t`bias: what no word adds`,
  'sum, the score of {0}': t`sum, the score of ${first}`,
  'The {0} words that add most, of {1}.': t`The ${first} words that add most, of ${second}.`,
  Attention: t`Attention`,
  'A row is the word that attends (query); a column is the word attended to (key). A weight is the share of the row’s weighted sum that comes from the column.': t`A row is the word that attends (query); a column is the word attended to (key). A weight is the share of the row’s weighted sum that comes from the column.`,
  Layer: t`Layer`,
  Head: t`Head`,
  Numbers: t`Numbers`,
  average: t`average`,
  sentence: t`sentence`,
  '{0} to {1}, {2}': t`${first} to ${second}, ${third}`,
  'Row {0} gives {1} of its attention to {2}.': t`Row ${first} gives ${second} of its attention to ${third}.`,
  'Point at a cell, or walk them with the arrow keys.': t`Point at a cell, or walk them with the arrow keys.`,
  '8× even, {0}': t`8× even, ${first}`,
  'The model reads {0} of these {1} tokens.': t`The model reads ${first} of these ${second} tokens.`,
  'Attention is where a model’s sum takes its weight from. It is not a reason, and it is not what the model thinks.': t`Attention is where a model’s sum takes its weight from. It is not a reason, and it is not what the model thinks.`,
  'This page draws its own data, so it needs JavaScript. It asks nothing of any network.': t`This page draws its own data, so it needs JavaScript. It asks nothing of any network.`,
};

// Those that are others than the form's.
export const wordsOfForm = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kSaid).filter(([english, own]) => english !== own));
