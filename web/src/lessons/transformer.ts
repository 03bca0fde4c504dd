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
      say: t`The lab computes one row of scaled [[dot-product]] [[attention]] in seven steps: [[query]], [[keys|key]], [[scores|score]], scale, [[softmax]], [[values|value]], weighted sum. Point at a number. The page then writes out its arithmetic.`,
      at: lab(),
      look: '.through',
      ask: {
        asked: t`Each key has 50 numbers: its width is 50. By what are the scores divided?`,
        choices: ['50', t`√50 ≈ 7.07`, '50²'],
        right: () => 1,
        found: () =>
          t`They are divided by the root of the width. Long lists of numbers have large dot products. Without the division, the softmax would give nearly everything to one word.`,
      },
    },
    {
      title: t`Temperature`,
      say: t`You can divide the [[scores|score]] by a [[temperature]] before the [[softmax]]. The temperature says how sharp the choice is.`,
      at: lab({ 'lab.temperature': '1' }),
      ask: {
        asked: t`What happens to the rows at a temperature of 0.2?`,
        choices: [t`They become sharper`, t`They become more even`],
        then: lab({ 'lab.temperature': '0.2' }),
        right: (live) => (live.weight(1, live.strongest(1)) > 0.5 ? 0 : 1),
        found: (live) =>
          t`*king* now gives ${weight(live.weight(1, live.strongest(1)))} to one word. Models that generate text use the temperature in the same way. A low one is careful, and a high one is bold.`,
      },
    },
    {
      title: t`Who may be seen`,
      say: t`A network that only reads, such as BERT, lets every word see all others. A network that generates text must not see the words that come later. A [[causal mask]] hides them.`,
      at: lab(),
      ask: {
        asked: t`With a causal mask, how many words does the third word see?`,
        choices: ['1', '3', t`All`],
        then: lab({ 'lab.causal': 'yes' }),
        right: () => 1,
        found: (live) =>
          t`It sees itself and the two words before it. The first word gives itself ${weight(live.weight(0, 0))}, since there is no other.`,
      },
    },
    {
      title: t`Word pieces`,
      say: t`A [[vocabulary]] cannot hold all words. [[Transformers|transformer]] cut rare words into [[pieces|piece]] that they know. A piece with ## in front continues a word.`,
      at: pieces('Transformer models are powerful.'),
      ask: {
        asked: t`Here the vocabulary has 8,000 pieces. Will *unbelievably* be one piece?`,
        choices: [t`Yes`, t`No, several`],
        then: pieces('unbelievably'),
        right: (live) => (live.count('.tz-chip') > 8 ? 1 : 0),
        found: () =>
          t`The word is cut into pieces. Put together, they give the word again. So no word is unknown. Rare words just need more pieces.`,
      },
    },
    {
      title: t`Layers and heads`,
      say: t`heed-small is a [[transformer]] of our own. It has four [[layers|layer]]. In each layer, four [[heads|head]] look at the sentence, each with its own [[queries|query]], [[keys|key]] and [[values|value]]. The next layer reads what they found. Each small [[map]] belongs to one head.`,
      at: read(kFilm, { view: 'heads' }),
      ask: {
        asked: t`How many maps is that?`,
        choices: ['4', '8', '16'],
        right: (live) => ({ 4: 0, 8: 1, 16: 2 })[live.count('.heads-option')] ?? -1,
        found: (live) =>
          t`Four layers with four heads make ${live.count('.heads-option')} maps. BERT-base has 144, and so has GPT-2. None of them is *the* attention of the network.`,
      },
    },
    {
      title: t`The first token sums up`,
      say: t`A [[token]] called [[[CLS]|special-token]] stands before every text. The network predicts the [[class]] from the [[state]] of this token. Its row in the last [[layer]] shows which words it looks at.`,
      at: read('The film is good.'),
      ask: {
        asked: t`In *${kFilm}*, where will [CLS] look most? Take the first [[head]] of the last layer.`,
        choices: ['moving', 'weak', '[SEP]'],
        then: read(kFilm),
        right: (live) => ({ 2: 0, 6: 1, 9: 2 })[live.strongest(0)] ?? -1,
        found: (live) =>
          t`*moving* gets ${weight(live.weight(0, 2))} and *weak* gets ${weight(live.weight(0, 6))}. The class *positive* gets ${weight(positive(live))}.`,
      },
    },
    {
      title: t`Where attention goes to rest`,
      say: t`A row has to sum to 1, even if a [[head]] finds nothing to look at. Many heads then look at a [[token]] without meaning, such as [[[SEP]|special-token]] at the end.`,
      at: read(kFilm),
      ask: {
        asked: t`The full stop gives [SEP] much of its row. How much does [SEP] add to the [[class]]?`,
        choices: [t`Much`, t`Nearly nothing`],
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t`The full stop gives it ${weight(live.weight(8, 9))}, but [SEP] adds only ${signed(live.adds(9))}. A dark cell alone does not show an influence.`,
      },
    },
    {
      title: t`Not good`,
      say: t`After the first [[layer]], the [[state]] of each word is already a mixture of all words. So the network reads each word in its sentence.`,
      at: read('The film is good.'),
      ask: {
        asked: t`What will the network predict for *The film is not good.*?`,
        choices: [t`positive`, t`negative`],
        then: read('The film is not good.'),
        right: (live) => (positive(live) > 0.5 ? 0 : 1),
        found: (live) =>
          t`*positive* gets ${weight(positive(live))}. The word *not* turns the answer around, though *good* stands there as before.`,
      },
    },
    {
      title: t`Learning from hidden words`,
      say: t`A network like this is first [[pretrained|pretraining]]. In millions of sentences, some words are hidden, and the network learns to fill them in. This takes only text and no labels. Afterwards, a few thousand labelled sentences are enough. This second training is called [[fine-tuning]].`,
      at: at({ section: 'fill', model: 'ours:heed-small', text: kMask }),
      look: '.fill-words',
      task: {
        todo: t`Click the word *sea*. The page hides it, and the network says what might stand there.`,
        done: (live) => live.text('.opening-title q') === 'sea' && live.count('.fill-candidate') > 0,
        found: (live) =>
          t`The network puts *${live.text('.fill-candidate .fill-piece')}* first. Nobody ever told it what a river is.`,
      },
    },
    {
      title: t`Writing`,
      say: t`GPT is the same kind of network. But it predicts the next [[token]], not a hidden one, and it has a [[causal mask]]. So it can write. Its [[map]] is a triangle.`,
      at: at({ section: 'write', 'write.model': 'heed-writer', 'write.text': 'The old man' }),
      ask: {
        asked: t`In the map of *The old man*, how many cells can be other than 0?`,
        choices: ['3', '6', '9'],
        right: () => 1,
        found: (live) =>
          t`The three rows have one, two and three: 6 of 9 cells. The first row has ${weight(live.weight(0, 0))} in its only cell.`,
      },
    },
  ],
};
