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
  about: t`Every word of one sentence looks at every word of another, by dot product, by trained layers, by a small network.`,
  steps: [
    {
      title: t`Words as vectors`,
      say: t`A word is a list of numbers here, 50 of them, learned from which words stand near which in much text. Words of like use have like vectors. Each **row** of the map is a word of the first sentence and says how its attention is shared among the words of the second.`,
      at: two(),
      ask: {
        asked: t`Where will *cat* look?`,
        choices: ['dog', 'lay', 'bed'],
        right: (live) => ({ 1: 0, 2: 1, 5: 2 })[cat(live)] ?? -1,
        found: (live) =>
          t`*cat* gives *dog* ${weight(live.weight(1, 1))}, more than any other word gets from it.`,
      },
    },
    {
      title: t`The dot product`,
      say: t`The score of a pair is the **dot product** of its vectors: number times number, all added up. It is large where two vectors point the same way, and where they are long. Words that are everywhere, such as *the* and *on*, have long vectors here.`,
      at: two(),
      ask: {
        asked: t`Which pair of words has the largest weight of all?`,
        choices: ['cat → dog', 'on → on', 'chair → bed'],
        right: (live) => {
          const [cat, on, chair] = [live.weight(1, 1), live.weight(3, 3), live.weight(5, 5)];
          return on > cat && on > chair ? 1 : cat > chair ? 0 : 2;
        },
        found: (live) =>
          t`*on* gives *on* ${weight(live.weight(3, 3))}; *cat* gives *dog* ${weight(live.weight(1, 1))}. The scores stand below the map, under *Scores*.`,
      },
    },
    {
      title: t`Softmax makes shares`,
      say: t`Scores become weights row by row: softmax takes e to the power of each and divides by the sum of the row. Differences of scores decide, and large ones decide everything: a lead of 5 is 148 to 1.`,
      at: two(),
      ask: {
        asked: t`Without the root of the width under them scores are seven times as large. What becomes of the rows?`,
        choices: [t`More even`, t`Nearly all on one word`, t`Nothing changes`],
        then: two({ 'two.mechanism': 'dot' }),
        right: (live) => (live.weight(1, 1) > 0.6 ? 1 : 0),
        found: (live) =>
          t`Now *cat* gives *dog* ${weight(live.weight(1, 1))}. That is why transformers divide by √width: **scaled** dot product.`,
      },
    },
    {
      title: t`What a map is for`,
      say: t`With the weights the vectors of the second sentence are averaged: each word of the first gets a mixture of the words that it looks at. That mixture, the **output**, is what a network goes on with.`,
      at: two(),
      ask: {
        asked: t`A row gives 1 to one word and 0 to all others. What is its output?`,
        choices: [t`The mean of all words`, t`The vector of that word`, t`Zero`],
        right: () => 1,
        found: (live) =>
          t`The weighted sum has one term left. Here *chair* still mixes: *bed* has ${weight(live.weight(5, 5))} of it.`,
      },
    },
    {
      title: t`Layers that learn what to look for`,
      say: t`A **trainable** mechanism sends words through two layers first: one makes queries, what a word looks for, one makes keys, what it can be found by. These were trained on a task with a known answer: to find the same word, or another form of it, in the other sentence.`,
      at: two(),
      ask: {
        asked: t`Under the trained layers, what will *cat* give *dog*?`,
        choices: [t`About as much`, t`Nearly everything`, t`Nearly nothing`],
        then: two({ 'two.mechanism': 'trainable' }),
        right: (live) => {
          const now = live.weight(1, 1);
          return now > 0.8 ? 1 : now < 0.1 ? 2 : 0;
        },
        found: (live) =>
          t`${weight(live.weight(1, 1))}: the layers have learned to tell sharply. What is not there, another form of *cat*, they replace by what is nearest.`,
      },
    },
    {
      title: t`Before they have learned`,
      say: t`A layer begins with random numbers. Queries and keys are then random mixtures of what the vectors say.`,
      at: two({ 'two.mechanism': 'trainable' }),
      ask: {
        asked: t`With random layers the map will be`,
        choices: [t`sharp, on other words`, t`nearly even`, t`as before`],
        then: two({ 'two.mechanism': 'trainable', 'two.trained': 'no' }),
        right: (live) => (live.weight(1, live.strongest(1)) < 0.4 ? 1 : 0),
        found: (live) =>
          t`The largest weight of *cat*'s row is ${weight(live.weight(1, live.strongest(1)))}; even would be ${weight(1 / 6)}. All that such a mechanism finds it has to learn.`,
      },
    },
    {
      title: t`Additive scores`,
      say: t`The first attention of machine translation (Bahdanau, Cho, Bengio 2015) had no dot product: a small network with a tanh sees query and key together, v·tanh(W₁q + W₂k). It costs a tanh for every pair and every hidden unit.`,
      at: two(kChairs),
      ask: {
        asked: t`It was trained on the same task. Will *chairs* find *chair*?`,
        choices: [t`Yes, with most of its weight`, t`No`],
        then: two({ ...kChairs, 'two.mechanism': 'additive' }),
        right: (live) => (live.weight(5, 1) > 0.5 ? 0 : 1),
        found: (live) => t`It gives *chair* ${weight(live.weight(5, 1))}: another form of the same word.`,
      },
    },
    {
      title: t`The mask`,
      say: t`Here both sentences are the same: a sentence looks at itself. A model that generates text may not look ahead in it. A **causal mask** sets the scores of later words to −∞ before softmax. Their weight is then 0, and the row still sums to 1.`,
      at: two(kSame),
      ask: {
        asked: t`Under the mask the first word, *the*, sees one word. Its weight will be`,
        choices: ['0', t`0.5`, '1'],
        then: two({ ...kSame, 'two.causal': 'yes' }),
        right: (live) => (live.weight(0, 0) > 0.99 ? 2 : 0),
        found: (live) =>
          t`${weight(live.weight(0, 0))}: there is nothing to share it with. Above the diagonal all is 0.`,
      },
    },
    {
      title: t`Which words were missing`,
      say: t`These vectors are of the most frequent words alone. A word without a vector is a row of zeros: its dot product with everything is 0.`,
      at: two(),
      ask: {
        asked: t`A word of zeros looks, under a dot product,`,
        choices: [t`at nothing`, t`at all words alike`, t`at itself`],
        then: two({ 'two.query': 'the zzyzx sat on the chair' }),
        right: (live) => (Math.abs(live.weight(1, 0) - live.weight(1, 5)) < 0.001 ? 1 : 0),
        found: (live) =>
          t`Each of six words gets ${weight(live.weight(1, 0))}: softmax of equal scores is even. It is marked, so that nobody takes it for a finding.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`In this pair a pronoun has to find its owner. The vectors know nothing of grammar: *her* finds *her*, wherever it belongs.`,
      at: at({ section: 'two' }),
      look: '.lab-settings select',
      task: {
        todo: t`Choose another mechanism until *her*, the fourth word, gives more than 0.9 to one word.`,
        done: (live) => live.weight(3, live.strongest(3)) > 0.9,
        found: (live) =>
          t`It gives ${weight(live.weight(3, live.strongest(3)))} to *${live.columns()[live.strongest(3)]}*.`,
      },
    },
  ],
};
