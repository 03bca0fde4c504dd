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
  about: t`Film reviews, read word by word in both directions. Attention decides which states count.`,
  steps: [
    {
      title: t`One row`,
      say: t`An [[LSTM]] reads a sentence word by word and leaves a [[state]] at each word. Here two of them read, one from each end. [[Attention]] takes a weighted sum of the states. Its only [[query]] is a learned [[vector]], the same for every sentence. So the [[map]] is a single row. Each bar shows the share of one word.`,
      at: read(kNot),
      ask: {
        asked: t`In *${kGood}*, which word gets most?`,
        choices: ['film', 'is', 'good'],
        then: read(kGood),
        right: (live) => most(live, [1, 2, 3]),
        found: (live) =>
          t`*good* gets ${weight(live.weight(0, 3))} and *film* gets ${weight(live.weight(0, 1))}. All bars sum to 1.`,
      },
    },
    {
      title: t`Additive attention`,
      say: t`The [[score]] of a [[state]] h is v·tanh(W h). A small network computes it. It has learned which states are worth reading. The [[softmax]] turns the scores into [[weights|weight]], as everywhere.`,
      at: read(kGood),
      ask: {
        asked: t`The text has only one word. What is its weight?`,
        choices: [t`It depends on the word`, '1', t`0.5`],
        then: read('good'),
        right: (live) => (live.weight(0, 0) > 0.999 ? 1 : 0),
        found: (live) => t`It is ${weight(live.weight(0, 0))}, whatever the word is.`,
      },
    },
    {
      title: t`Not good`,
      say: t`A [[state]] knows more than its word. It has read the words before it, or the words after it.`,
      at: read(kGood),
      ask: {
        asked: t`What will the network predict for *${kNot}*?`,
        choices: [t`positive`, t`negative`],
        then: read(kNot),
        right: side,
        found: (live) => t`*positive* gets ${weight(positive(live))}.`,
      },
    },
    {
      title: t`Where is “good”?`,
      say: t`The network predicts *negative*. So something must have noticed both *not* and *good*.`,
      at: read(kGood),
      ask: {
        asked: t`Which word of *${kNot}* gets most of the [[attention]]?`,
        choices: ['good', 'not', 'film'],
        then: read(kNot),
        right: (live) => most(live, [4, 3, 1]),
        found: (live) =>
          t`*not* gets ${weight(live.weight(0, 3))} and *good* gets ${weight(live.weight(0, 4))}. One of the two LSTMs reads from the end. When it reaches *not*, its state has *good* in it already. So the weight belongs to the place, not only to the word that stands there.`,
      },
    },
    {
      title: t`Order`,
      say: t`Swap the two halves of *${kActing}* If a network only counts words, it sees no difference.`,
      at: read(kActing),
      ask: {
        asked: t`What does this network predict for *${kPlot}*?`,
        choices: [t`positive`, t`negative`],
        then: read(kPlot),
        right: side,
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}. The part after *but* counts more, as it does for people.`,
      },
    },
    {
      title: t`Equal weights`,
      say: t`What does [[attention]] do for this network? Make all [[weights|weight]] equal. The network then reads the plain average of the [[states|state]].`,
      at: read(kPlot),
      ask: {
        asked: t`With equal weights, what happens to the [[probability]] of *positive*?`,
        choices: [t`It falls`, t`It stays about the same`, t`It rises`],
        then: read(kPlot, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('positive') - positive(live);
          return change < -0.05 ? 0 : change > 0.05 ? 2 : 1;
        },
        found: (live) => t`It goes from ${weight(positive(live))} to ${weight(live.after('positive'))}.`,
      },
    },
    {
      title: t`Attention is not what a word adds`,
      say: t`A [[state]] with much [[attention]] may say little. It may even point to the other [[class]]. **Why** shows what each word adds: its [[weight]] times what its state says.`,
      at: read(kPlot),
      ask: {
        asked: t`In this sentence *weak* gets attention, too. Where does it point?`,
        choices: [t`To positive`, t`Away from positive`],
        right: (live) => (live.adds(3) > 0 ? 0 : 1),
        found: (live) =>
          t`*weak* gets ${weight(live.weight(0, 3))} and adds ${signed(live.adds(3))}. *wonderful* gets ${weight(live.weight(0, 8))} and adds ${signed(live.adds(8))}.`,
      },
    },
    {
      title: t`Not bad at all`,
      say: t`People say *not bad* when they mean good.`,
      at: read(kNot),
      ask: {
        asked: t`What will the network predict for *not bad at all*?`,
        choices: [t`positive`, t`negative`],
        then: read('not bad at all'),
        right: side,
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}. *bad* adds ${signed(live.adds(1))} to *negative*, and *not* adds ${signed(live.adds(0))}. Even side by side, the network does not read these words as praise.`,
      },
    },
    {
      title: t`Why transformers came`,
      say: t`An [[LSTM]] reads one word after the other. A long text therefore takes long, and an early word has to survive every step. In a [[transformer]], every word looks at every other word at once. This is called self-[[attention]].`,
      at: read(kActing),
      ask: {
        asked: t`A text is twice as long. How many pairs of words does self-attention weigh?`,
        choices: [t`Twice as many`, t`Four times as many`],
        right: () => 1,
        found: () =>
          t`The number of pairs is length times length. This is the price of self-attention. Attention over an LSTM weighs each word only once.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`A sentence can have *not* in it and still be praise. Can you write it so that the network sees it?`,
      at: read('It is not a bad film.'),
      look: 'textarea',
      task: {
        todo: t`Write a sentence with the word *not* for which *positive* gets more than half.`,
        done: (live) => live.columns().some((word) => word.toLowerCase() === 'not') && positive(live) > 0.5,
        found: (live) => t`*positive* gets ${weight(positive(live))}.`,
      },
    },
  ],
};
