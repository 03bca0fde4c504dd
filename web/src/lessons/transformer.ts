// The transformer: scaled dot-product attention, masks, layers and heads, word pieces, BERT's task.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'ours:heed-small-sentiment', text, ...more });
const kFilm = 'A moving film with a weak ending.';
const lab = (more: Readonly<Record<string, string>> = {}) => at({ section: 'lab', ...more });
const pieces = (text: string) => at({ section: 'tokenizer', 'tokenizer.text': text });
const kMask = 'The river flows to the sea, and the river bank is green.';
const positive = (live: Live) => live.probability('positive');

export const transformer: Lesson = {
  id: 'transformer',
  title: t`Inside a transformer`,
  about: t`Scaled dot-product attention, masks, layers and heads, word pieces, and hidden words.`,
  steps: [
    {
      title: t`One row, step by step`,
      say: t`The lab shows a row of scaled dot-product attention in seven steps: query, keys, scores, scale, softmax, values, weighted sum. Point at a number, and its arithmetic is written out.`,
      at: lab(),
      look: '.through',
      ask: {
        asked: t`The keys are 50 wide. By what are the scores divided?`,
        choices: ['50', t`√50 ≈ 7.07`, '50²'],
        right: () => 1,
        found: () =>
          t`By the root of the width. The dot product of wide vectors is large by itself; undivided, softmax would leave nearly everything to one word.`,
      },
    },
    {
      title: t`Temperature`,
      say: t`Scores can be divided by a **temperature** before softmax. It says how sharp the choice is.`,
      at: lab({ 'lab.temperature': '1' }),
      ask: {
        asked: t`At a temperature of 0.2 rows become`,
        choices: [t`sharper`, t`more even`],
        then: lab({ 'lab.temperature': '0.2' }),
        right: (live) => (live.weight(1, live.strongest(1)) > 0.5 ? 0 : 1),
        found: (live) =>
          t`*king* now gives ${weight(live.weight(1, live.strongest(1)))} to one word. Writers use it the same way: a low one is careful, a high one bold.`,
      },
    },
    {
      title: t`Who may be seen`,
      say: t`A network that reads, as BERT, lets every word see all others. One that writes must not see what it has yet to write: a **causal mask** hides all later words.`,
      at: lab(),
      ask: {
        asked: t`Under a causal mask, how many words does the third word see?`,
        choices: ['1', '3', t`All`],
        then: lab({ 'lab.causal': 'yes' }),
        right: () => 1,
        found: (live) =>
          t`Itself and the two before it. The first word gives itself ${weight(live.weight(0, 0))}; there is no other.`,
      },
    },
    {
      title: t`Word pieces`,
      say: t`A vocabulary cannot hold all words. Transformers cut rare words into **pieces** that they know; ## marks a piece that goes on a word.`,
      at: pieces('Transformer models are powerful.'),
      ask: {
        asked: t`Will *unbelievably* be one piece, in a vocabulary of 8,000?`,
        choices: [t`Yes`, t`No, several`],
        then: pieces('unbelievably'),
        right: (live) => (live.count('.tz-chip') > 8 ? 1 : 0),
        found: () =>
          t`It is cut into pieces. The text can be put together again from them; nothing is unknown, only rarer words are longer.`,
      },
    },
    {
      title: t`Layers and heads`,
      say: t`heed-small, a transformer of our own, has four layers. In each, four **heads** look independently, each with queries, keys and values of its own; the next layer reads what they found. Each small map is one head.`,
      at: read(kFilm, { view: 'heads' }),
      ask: {
        asked: t`How many maps is that?`,
        choices: ['4', '8', '16'],
        right: (live) => ({ 4: 0, 8: 1, 16: 2 })[live.count('.heads-option')] ?? -1,
        found: (live) =>
          t`Four layers of four heads make ${live.count('.heads-option')} maps. BERT-base has 144, GPT-2 as many. No one of them is *the* attention of the network.`,
      },
    },
    {
      title: t`The first token sums up`,
      say: t`The class is read off the state of **[CLS]**, a token that stands before every text. Its row in the last layer says what it takes in.`,
      at: read('The film is good.'),
      ask: {
        asked: t`In *${kFilm}*, what will [CLS] look at most, in the first head of the last layer?`,
        choices: ['moving', 'weak', '[SEP]'],
        then: read(kFilm),
        right: (live) => ({ 2: 0, 6: 1, 9: 2 })[live.strongest(0)] ?? -1,
        found: (live) =>
          t`*moving* gets ${weight(live.weight(0, 2))}, *weak* ${weight(live.weight(0, 6))}; *positive* gets ${weight(positive(live))}.`,
      },
    },
    {
      title: t`Where attention goes to rest`,
      say: t`A row has to sum to 1, also where a head has nothing to look for. Many heads then look at a token that says nothing, such as **[SEP]** at the end.`,
      at: read(kFilm),
      ask: {
        asked: t`The full stop gives [SEP] much of its row. How much does [SEP] add to the class?`,
        choices: [t`Much`, t`Nearly nothing`],
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t`The full stop gives it ${weight(live.weight(8, 9))}; it adds ${signed(live.adds(9))}. A dark cell is not yet an influence.`,
      },
    },
    {
      title: t`Not good`,
      say: t`Each word's state is a mixture of all others already after the first layer, so words are understood in their sentence.`,
      at: read('The film is good.'),
      ask: {
        asked: t`And *The film is not good.*?`,
        choices: [t`positive`, t`negative`],
        then: read('The film is not good.'),
        right: (live) => (positive(live) > 0.5 ? 0 : 1),
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}. *not* turns it, though *good* stands there as before.`,
      },
    },
    {
      title: t`Learning from hidden words`,
      say: t`Such a network is **pretrained**: in millions of sentences some words are hidden, and it learns to say which. It needs no labels for that, only text. Afterwards a few thousand labelled sentences are enough.`,
      at: at({ section: 'fill', model: 'ours:heed-small', text: kMask }),
      look: '.fill-words',
      task: {
        todo: t`Click the word *sea*: it is hidden, and the network says what might stand there.`,
        done: (live) => live.text('.opening-title q') === 'sea' && live.count('.fill-candidate') > 0,
        found: (live) =>
          t`It says *${live.text('.fill-candidate .fill-piece')}* first. It was never told what a river is.`,
      },
    },
    {
      title: t`Writing`,
      say: t`Asked for the next token instead of a hidden one, and under a causal mask, the same kind of network writes: GPT. Its map is a triangle.`,
      at: at({ section: 'write', 'write.model': 'heed-writer', 'write.text': 'The old man' }),
      ask: {
        asked: t`In the map of *The old man*, how many cells can be other than 0?`,
        choices: ['3', '6', '9'],
        right: () => 1,
        found: (live) =>
          t`One, two and three: 6 of 9. The first row has ${weight(live.weight(0, 0))} in its only cell.`,
      },
    },
  ],
};
