// What the form of the one-file view says (web/one-file/), in the language of this page: the form itself is in English, and puts
// in what stands behind its own words.
import { t } from '../text/t.ts';

const [first, second, third] = ['{0}', '{1}', '{2}'];

const kSaid: Readonly<Record<string, string>> = {
  '0.5': t('page.half'),
  Texts: t('page.texts'),
  Text: t('page.text'),
  Prediction: t('read.prediction'),
  Probability: t('read.probability'),
  'Prediction:': `${t('read.prediction')}:`,
  'Contribution of each word': t('page.contribution-of-each-word'),
  'to the score of': t('read.to-the-score-of'),
  Class: t('page.class'),
  Contributions: t('read.contributions'),
  'bias: the starting value before any word': t('read.bias-the-starting-value-before-any-word'),
  'sum, the score of {0}': t('read.sum-the-score-of', first),
  'This list has the {0} words of {1} that add most.': t(
    'read.this-list-has-the-words-of-that-add-most',
    first,
    second,
  ),
  Attention: t('page.attention'),
  'A row is the word that attends (query); a column is the word attended to (key). A weight is the share of the row’s weighted sum that comes from the column.':
    t('read.a-row-is-the-word-that-attends-query-sentence'),
  Layer: t('page.layer'),
  Head: t('page.head'),
  Numbers: t('page.numbers'),
  average: t('read.average'),
  sentence: t('page.sentence'),
  '{0} to {1}, {2}': t('read.row-to-column-weight', first, second, third),
  'Row {0} gives {1} of its attention to {2}.': t('read.row-gives-of-its-attention-to', first, second, third),
  'Point at a cell, or move from cell to cell with the arrow keys.': t(
    'read.point-at-a-cell-or-move-from-cell',
  ),
  '8× equal, {0}': t('read.8-times-equal', first),
  'The model reads {0} of these {1} tokens.': t('read.the-model-reads-of-these-tokens', first, second),
  'Attention tells you which words the model drew on. It is not a reason, and it is not what the model thinks.':
    t('read.attention-tells-you-which-words'),
  'This page needs JavaScript to draw its data. It loads nothing from any network.': t(
    'read.this-page-needs-javascript-to-draw',
  ),
};

// Those that are others than the form's.
export const wordsOfForm = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kSaid).filter(([english, own]) => english !== own));
