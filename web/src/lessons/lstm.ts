// Attention over an LSTM: one query, which is learned, and a weighted sum of the states of its words.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'sst2-sentiment', text, ...more });
const positive = (live: Live) => live.probability('positive');
const side = (live: Live) => (positive(live) > 0.5 ? 0 : 1);
const most = (live: Live, keys: readonly number[]) => {
  const all = keys.map((key) => live.weight(0, key));
  return all.indexOf(Math.max(...all));
};

const kGood = 'The film is good.';
const kNot = 'The film is not good.';
const kActing = 'The acting is wonderful but the plot is weak.';
const kPlot = 'The plot is weak but the acting is wonderful.';

export const lstm: Lesson = {
  id: 'lstm',
  title: t('lesson.lstm.attention-over-an-lstm'),
  about: t('lesson.lstm.film-reviews-read-word-by-word'),
  steps: [
    {
      title: t('lesson.lstm.one-row'),
      say: t('lesson.lstm.an-lstm-reads-a-sentence-word'),
      at: read(kNot),
      ask: {
        asked: t('lesson.lstm.in-which-word-gets-most', kGood),
        choices: ['film', 'is', 'good'],
        then: read(kGood),
        right: (live) => most(live, [1, 2, 3]),
        found: (live) =>
          t(
            'lesson.lstm.good-gets-and-film-gets-all-bars-sum-to-1',
            weight(live.weight(0, 3)),
            weight(live.weight(0, 1)),
          ),
      },
    },
    {
      title: t('lesson.lstm.additive-attention'),
      say: t('lesson.lstm.the-score-of-a-state-h-is-v-tanh-w-h'),
      at: read(kGood),
      ask: {
        asked: t('lesson.lstm.the-text-has-only-one-word'),
        choices: [t('lesson.lstm.it-depends-on-the-word'), '1', t('page.half')],
        then: read('good'),
        right: (live) => (live.weight(0, 0) > 0.999 ? 1 : 0),
        found: (live) => t('lesson.lstm.it-is-whatever-the-word-is', weight(live.weight(0, 0))),
      },
    },
    {
      title: t('lesson.not-good'),
      say: t('lesson.lstm.a-state-knows-more-than-its-word'),
      at: read(kGood),
      ask: {
        asked: t('lesson.lstm.what-will-the-network-predict-for', kNot),
        choices: [t('page.positive'), t('page.negative')],
        then: read(kNot),
        right: side,
        found: (live) => t('lesson.lstm.positive-gets', weight(positive(live))),
      },
    },
    {
      title: t('lesson.lstm.where-is-good'),
      say: t('lesson.lstm.the-network-predicts-negative'),
      at: read(kGood),
      ask: {
        asked: t('lesson.lstm.which-word-of-gets-most-of-the-attention', kNot),
        choices: ['good', 'not', 'film'],
        then: read(kNot),
        right: (live) => most(live, [4, 3, 1]),
        found: (live) =>
          t('lesson.lstm.not-gets-and-good-gets', weight(live.weight(0, 3)), weight(live.weight(0, 4))),
      },
    },
    {
      title: t('lesson.lstm.order'),
      say: t('lesson.lstm.swap-the-two-halves-of-if-a-network', kActing),
      at: read(kActing),
      ask: {
        asked: t('lesson.lstm.what-does-this-network-predict-for', kPlot),
        choices: [t('page.positive'), t('page.negative')],
        then: read(kPlot),
        right: side,
        found: (live) => t('lesson.lstm.positive-gets-the-part', weight(positive(live))),
      },
    },
    {
      title: t('page.equal-weights'),
      say: t('lesson.lstm.what-does-attention-do'),
      at: read(kPlot),
      ask: {
        asked: t('lesson.lstm.with-equal-weights-what-happens'),
        choices: [t('lesson.it-falls'), t('lesson.it-stays-about-the-same'), t('lesson.it-rises')],
        then: read(kPlot, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('positive') - positive(live);
          return change < -0.05 ? 0 : change > 0.05 ? 2 : 1;
        },
        found: (live) =>
          t('lesson.lstm.it-goes-from-to', weight(positive(live)), weight(live.after('positive'))),
      },
    },
    {
      title: t('lesson.lstm.attention-is-not-what-a-word-adds'),
      say: t('lesson.lstm.a-state-with-much-attention-may-say'),
      at: read(kPlot),
      ask: {
        asked: t('lesson.lstm.in-this-sentence-weak-gets-attention'),
        choices: [t('lesson.lstm.to-positive'), t('lesson.lstm.away-from-positive')],
        right: (live) => (live.adds(3) > 0 ? 0 : 1),
        found: (live) =>
          t(
            'lesson.lstm.weak-gets-and-adds-wonderful-gets-and-adds',
            weight(live.weight(0, 3)),
            signed(live.adds(3)),
            weight(live.weight(0, 8)),
            signed(live.adds(8)),
          ),
      },
    },
    {
      title: t('lesson.lstm.not-bad-at-all'),
      say: t('lesson.lstm.people-say-not-bad-when-they-mean-good'),
      at: read(kNot),
      ask: {
        asked: t('lesson.lstm.what-will-the-network-predict'),
        choices: [t('page.positive'), t('page.negative')],
        then: read('not bad at all'),
        right: side,
        found: (live) =>
          t(
            'lesson.lstm.positive-gets-bad-adds-to-negative',
            weight(positive(live)),
            signed(live.adds(1)),
            signed(live.adds(0)),
          ),
      },
    },
    {
      title: t('lesson.lstm.why-transformers-came'),
      say: t('lesson.lstm.an-lstm-reads-one-word'),
      at: read(kActing),
      ask: {
        asked: t('lesson.lstm.a-text-is-twice-as-long-how-many'),
        choices: [t('lesson.lstm.twice-as-many'), t('lesson.lstm.four-times-as-many')],
        right: () => 1,
        found: () => t('lesson.lstm.the-number-of-pairs-is-length-times'),
      },
    },
    {
      title: t('lesson.your-turn'),
      say: t('lesson.lstm.a-sentence'),
      at: read('It is not a bad film.'),
      look: 'textarea',
      task: {
        todo: t('lesson.lstm.write-a-sentence-with-the-word'),
        done: (live) => live.columns().some((word) => word.toLowerCase() === 'not') && positive(live) > 0.5,
        found: (live) => t('lesson.lstm.positive-gets', weight(positive(live))),
      },
    },
  ],
};
