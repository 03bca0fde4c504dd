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
  'Contribution of each word': t`Contribution of each word`,
  'to the score of': t`to the score of`,
  Class: t`Class`,
  Contributions: t`Contributions`,
  'bias: the starting value before any word': t`bias: the starting value before any word`,
  'sum, the score of {0}': t`sum, the score of ${first}`,
  'This list has the {0} words of {1} that add most.': t`This list has the ${first} words of ${second} that add most.`,
  Attention: t`Attention`,
  'A row is the word that attends (query); a column is the word attended to (key). A weight is the share of the row’s weighted sum that comes from the column.': t`A row is the word that attends (query); a column is the word attended to (key). A weight is the share of the row’s weighted sum that comes from the column.`,
  Layer: t`Layer`,
  Head: t`Head`,
  Numbers: t`Numbers`,
  average: t`average`,
  sentence: t`sentence`,
  '{0} to {1}, {2}': t`${first} to ${second}, ${third}`,
  'Row {0} gives {1} of its attention to {2}.': t`Row ${first} gives ${second} of its attention to ${third}.`,
  'Point at a cell, or move from cell to cell with the arrow keys.': t`Point at a cell, or move from cell to cell with the arrow keys.`,
  '8× equal, {0}': t`8× equal, ${first}`,
  'The model reads {0} of these {1} tokens.': t`The model reads ${first} of these ${second} tokens.`,
  'Attention tells you which words the model drew on. It is not a reason, and it is not what the model thinks.': t`Attention tells you which words the model drew on. It is not a reason, and it is not what the model thinks.`,
  'This page needs JavaScript to draw its data. It loads nothing from any network.': t`This page needs JavaScript to draw its data. It loads nothing from any network.`,
};

// Those that are others than the form's.
export const wordsOfForm = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kSaid).filter(([english, own]) => english !== own));
