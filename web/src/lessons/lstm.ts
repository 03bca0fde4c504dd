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
  title: t`Attention over an LSTM`,
  about: t`Film reviews read word by word, in both directions; attention says which states count.`,
  steps: [
    {
      title: t`One row`,
      say: t`An LSTM reads a sentence word by word and leaves a **state** at each. Here two of them read, one from each end. Attention takes a weighted sum of the states. There is one **query**, a vector that was learned and is the same for every sentence, so the map is a single row. A bar is the share that comes from a word.`,
      at: read(kNot),
      ask: {
        asked: t`In *${kGood}*, which word gets most?`,
        choices: ['film', 'is', 'good'],
        then: read(kGood),
        right: (live) => most(live, [1, 2, 3]),
        found: (live) =>
          t`*good* gets ${weight(live.weight(0, 3))} of it, *film* ${weight(live.weight(0, 1))}. All bars sum to 1.`,
      },
    },
    {
      title: t`Additive attention`,
      say: t`The score of a state h is v·tanh(W h): a small network that has learned which states are worth reading. Softmax over the sentence makes weights of the scores, as everywhere.`,
      at: read(kGood),
      ask: {
        asked: t`The text is one word long. What is its weight?`,
        choices: [t`That depends on the word`, '1', t`0.5`],
        then: read('good'),
        right: (live) => (live.weight(0, 0) > 0.999 ? 1 : 0),
        found: (live) => t`${weight(live.weight(0, 0))}, whatever the word.`,
      },
    },
    {
      title: t`Not good`,
      say: t`A state knows more than its word: it has read what came before, or after.`,
      at: read(kGood),
      ask: {
        asked: t`What will it say of *${kNot}*?`,
        choices: [t`positive`, t`negative`],
        then: read(kNot),
        right: side,
        found: (live) => t`*positive* gets ${weight(positive(live))}.`,
      },
    },
    {
      title: t`Where is “good”?`,
      say: t`It says negative. Something must have noticed both *not* and *good*.`,
      at: read(kGood),
      ask: {
        asked: t`Which word gets most of the attention in *${kNot}*?`,
        choices: ['good', 'not', 'film'],
        then: read(kNot),
        right: (live) => most(live, [4, 3, 1]),
        found: (live) =>
          t`*not* gets ${weight(live.weight(0, 3))}, *good* ${weight(live.weight(0, 4))}. The LSTM that reads from the end has *good* in its state by the time it reaches *not*: the weight is on the place, not on what stands there alone.`,
      },
    },
    {
      title: t`Order`,
      say: t`Counting words cannot tell *${kActing}* from the same with its halves exchanged.`,
      at: read(kActing),
      ask: {
        asked: t`This network: what does it say of *${kPlot}*?`,
        choices: [t`positive`, t`negative`],
        then: read(kPlot),
        right: side,
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}: what comes after *but* counts more, as it does for people.`,
      },
    },
    {
      title: t`Even`,
      say: t`What does attention do for it? Make all weights alike, and the mean of the states is read.`,
      at: read(kPlot),
      ask: {
        asked: t`With even weights, the probability of *positive* will`,
        choices: [t`fall`, t`stay about the same`, t`grow`],
        then: read(kPlot, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('positive') - positive(live);
          return change < -0.05 ? 0 : change > 0.05 ? 2 : 1;
        },
        found: (live) => t`From ${weight(positive(live))} to ${weight(live.after('positive'))}.`,
      },
    },
    {
      title: t`Attention is not what it adds`,
      say: t`A state that gets much attention may say little, or speak for the other side. Under **Why** stands what each adds: its weight times what its state says.`,
      at: read(kPlot),
      ask: {
        asked: t`In this sentence *weak* gets attention, too. It speaks`,
        choices: [t`for positive`, t`against positive`],
        right: (live) => (live.adds(3) > 0 ? 0 : 1),
        found: (live) =>
          t`It gets ${weight(live.weight(0, 3))} and adds ${signed(live.adds(3))}; *wonderful* gets ${weight(live.weight(0, 8))} and adds ${signed(live.adds(8))}.`,
      },
    },
    {
      title: t`Not bad at all`,
      say: t`People say *not bad* when they mean good.`,
      at: read(kNot),
      ask: {
        asked: t`And the network?`,
        choices: [t`positive`, t`negative`],
        then: read('not bad at all'),
        right: side,
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}. *bad* adds ${signed(live.adds(1))} to *negative* and *not* ${signed(live.adds(0))}: even side by side the network does not take them for praise.`,
      },
    },
    {
      title: t`Why transformers came`,
      say: t`An LSTM reads one word after the other, so a long text takes long, and what stood early has to survive every step. Self-attention has every word look at every other at once.`,
      at: read(kActing),
      ask: {
        asked: t`A text twice as long: how many pairs of words does self-attention weigh?`,
        choices: [t`Twice as many`, t`Four times as many`],
        right: () => 1,
        found: () =>
          t`Length times length: that is its price. Additive attention over an LSTM weighs each word once.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`A sentence with *not* in it that is praise: can it be said so that the network sees it?`,
      at: read('It is not a bad film.'),
      look: 'textarea',
      task: {
        todo: t`Write a sentence with the word *not* that the network takes for praise: *positive* gets more than half.`,
        done: (live) => live.columns().some((word) => word.toLowerCase() === 'not') && positive(live) > 0.5,
        found: (live) => t`*positive* gets ${weight(positive(live))}.`,
      },
    },
  ],
};
