// Attention between two sentences: dot product, trainable and additive scores over word vectors.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { weight } from './numbers.ts';

const kCat = { 'two.query': 'the cat sat on the chair', 'two.key': 'a dog lay on the bed' };
const kChairs = {
  'two.query': 'the cat sat near two chairs',
  'two.key': 'a chair stood in the room',
};
const kSame = { 'two.query': kCat['two.query'], 'two.key': kCat['two.query'] };
const two = (more: Readonly<Record<string, string>> = {}) => at({ section: 'two', ...kCat, ...more });
// Rows: the cat sat on the chair; columns: a dog lay on the bed.
const cat = (live: Live) => live.strongest(1);

export const twoSentences: Lesson = {
  id: 'two',
  title: t`Two sentences`,
  about: t`Every word of one sentence looks at every word of another. Compare a dot product, trained layers and a small network.`,
  steps: [
    {
      title: t`Words as vectors`,
      say: t`Here, a word is a list of 50 numbers, a [[vector]]. The numbers were learned from much text: from which words stand near which. Words that are used alike have similar vectors. Each **row** of the [[map]] belongs to a word of the first sentence. It shows how the word shares its [[attention]] among the words of the second sentence.`,
      at: two(),
      ask: {
        asked: t`Where will *cat* look?`,
        choices: ['dog', 'lay', 'bed'],
        right: (live) => ({ 1: 0, 2: 1, 5: 2 })[cat(live)] ?? -1,
        found: (live) =>
          t`*cat* gives *dog* ${weight(live.weight(1, 1))}, more than it gives any other word.`,
      },
    },
    {
      title: t`The dot product`,
      say: t`The [[score]] of a pair of words is the [[dot product]] of their [[vectors|vector]]. Multiply number by number, and add up the results. The dot product is large if two vectors point the same way, or if they are long. Words that stand everywhere, such as *the* and *on*, have long vectors here.`,
      at: two(),
      ask: {
        asked: t`Which pair of words has the largest [[weight]] of all?`,
        choices: ['cat → dog', 'on → on', 'chair → bed'],
        right: (live) => {
          const [cat, on, chair] = [live.weight(1, 1), live.weight(3, 3), live.weight(5, 5)];
          return on > cat && on > chair ? 1 : cat > chair ? 0 : 2;
        },
        found: (live) =>
          t`*on* gives *on* ${weight(live.weight(3, 3))}. *cat* gives *dog* ${weight(live.weight(1, 1))}. Find the scores below the map, under *Scores*.`,
      },
    },
    {
      title: t`Softmax makes shares`,
      say: t`The [[softmax]] turns [[scores|score]] into [[weights|weight]], row by row. It takes e to the power of each score and divides by the sum of the row. So differences count, and a large difference decides everything. A lead of 5 makes a weight 148 times as large.`,
      at: two(),
      ask: {
        asked: t`Now leave out the division by the root of the width. The scores are then seven times as large. What happens to the rows?`,
        choices: [t`They become more even`, t`Nearly all goes to one word`, t`Nothing changes`],
        then: two({ 'two.mechanism': 'dot' }),
        right: (live) => (live.weight(1, 1) > 0.6 ? 1 : 0),
        found: (live) =>
          t`Now *cat* gives *dog* ${weight(live.weight(1, 1))}. Transformers therefore divide by √width. This is the **scaled** dot product.`,
      },
    },
    {
      title: t`What a map is for`,
      say: t`The [[weights|weight]] mix the [[vectors|vector]] of the second sentence. Each word of the first sentence gets a weighted average of the words that it looks at. This mixture is the **output**. A network goes on with the output.`,
      at: two(),
      ask: {
        asked: t`A row gives 1 to one word and 0 to all others. What is its output?`,
        choices: [t`The mean of all words`, t`The vector of that word`, t`Zero`],
        right: () => 1,
        found: (live) =>
          t`Only one part of the sum is left. Here *chair* still mixes: *bed* makes up ${weight(live.weight(5, 5))} of its output.`,
      },
    },
    {
      title: t`Layers that learn what to look for`,
      say: t`A **trainable** mechanism first sends the words through two [[layers|layer]]. One layer makes [[queries|query]]: what a word looks for. The other makes [[keys|key]]: what others can find the word by. Here, the layers were trained on a task with a known answer. They had to find the same word in the other sentence, or another form of it.`,
      at: two(),
      ask: {
        asked: t`With the trained layers, how much will *cat* give *dog*?`,
        choices: [t`About as much`, t`Nearly everything`, t`Nearly nothing`],
        then: two({ 'two.mechanism': 'trainable' }),
        right: (live) => {
          const now = live.weight(1, 1);
          return now > 0.8 ? 1 : now < 0.1 ? 2 : 0;
        },
        found: (live) =>
          t`Now *cat* gives *dog* ${weight(live.weight(1, 1))}. The layers have learned to choose sharply. The other sentence has no other form of *cat*, so they settle for the nearest word.`,
      },
    },
    {
      title: t`Before they have learned`,
      say: t`A [[layer]] begins with random numbers. Its [[queries|query]] and [[keys|key]] are then random mixtures of the numbers in the [[vectors|vector]].`,
      at: two({ 'two.mechanism': 'trainable' }),
      ask: {
        asked: t`What will the [[map]] look like with random layers?`,
        choices: [t`Sharp, on other words`, t`Nearly even`, t`As before`],
        then: two({ 'two.mechanism': 'trainable', 'two.trained': 'no' }),
        right: (live) => (live.weight(1, live.strongest(1)) < 0.4 ? 1 : 0),
        found: (live) =>
          t`The largest weight in the row of *cat* is ${weight(live.weight(1, live.strongest(1)))}. An even row would have ${weight(1 / 6)} everywhere. Whatever such a mechanism finds, it first has to learn.`,
      },
    },
    {
      title: t`Additive scores`,
      say: t`The first [[attention]] for translation (Bahdanau, Cho and Bengio 2015) had no [[dot product]]. A small network sees [[query]] and [[key]] together: v·tanh(W₁q + W₂k). The tanh turns each number into one between −1 and 1. This takes more work than a dot product: each pair of words needs a tanh for every hidden number.`,
      at: two(kChairs),
      ask: {
        asked: t`This network was trained on the same task. Will *chairs* find *chair*?`,
        choices: [t`Yes, with most of its weight`, t`No`],
        then: two({ ...kChairs, 'two.mechanism': 'additive' }),
        right: (live) => (live.weight(5, 1) > 0.5 ? 0 : 1),
        found: (live) =>
          t`*chairs* gives *chair* ${weight(live.weight(5, 1))}. The network has found another form of the same word.`,
      },
    },
    {
      title: t`The mask`,
      say: t`Here both sentences are the same: a sentence looks at itself. A model that generates text must not look ahead in it. A [[causal mask]] therefore sets the [[scores|score]] of later words to −∞ before the [[softmax]]. Their [[weight]] is then 0, and the row still sums to 1.`,
      at: two(kSame),
      ask: {
        asked: t`With the causal mask, the first word, *the*, sees only itself. What will its weight be?`,
        choices: ['0', t`0.5`, '1'],
        then: two({ ...kSame, 'two.causal': 'yes' }),
        right: (live) => (live.weight(0, 0) > 0.99 ? 2 : 0),
        found: (live) =>
          t`It is ${weight(live.weight(0, 0))}, since there is no other word to share with. Above the diagonal, all weights are 0.`,
      },
    },
    {
      title: t`Words without a vector`,
      say: t`Only the most frequent words have a [[vector]] here. A word without one becomes a row of zeros. Its [[dot product]] with every word is 0.`,
      at: two(),
      ask: {
        asked: t`With a dot product, where does a word of zeros look?`,
        choices: [t`At nothing`, t`At all words alike`, t`At itself`],
        then: two({ 'two.query': 'the zzyzx sat on the chair' }),
        right: (live) => (Math.abs(live.weight(1, 0) - live.weight(1, 5)) < 0.001 ? 1 : 0),
        found: (live) =>
          t`Each of the six words gets ${weight(live.weight(1, 0))}. The softmax of equal scores is even. The page marks this word, so that nobody takes its row for a finding.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`Here a pronoun has to find the person that it stands for. The [[vectors|vector]] know no grammar: *her* finds *her*, whoever is meant.`,
      at: at({ section: 'two' }),
      look: '.lab-settings select',
      task: {
        todo: t`Choose another mechanism until *her*, the fourth word, gives more than 0.9 to one word.`,
        done: (live) => live.weight(3, live.strongest(3)) > 0.9,
        found: (live) =>
          t`*her* gives ${weight(live.weight(3, live.strongest(3)))} to *${live.columns()[live.strongest(3)]}*.`,
      },
    },
  ],
};
