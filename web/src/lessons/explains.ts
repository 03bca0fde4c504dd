// Does attention explain? What can be measured, and what can be said.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const request = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'enron-request', text, ...more });
const film = (text: string) => at({ model: 'ours:heed-small-sentiment', text });
const topics = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'ag-news-topics', text, ...more });
const evidence = (more: Readonly<Record<string, string>>) => at({ section: 'evidence', ...more });
const p = (live: Live) => live.probability('request');
const largest = (values: readonly number[]) => values.indexOf(Math.max(...values));

const kReport = 'Please send me the report.';
const kCall = 'Could you call me?';
const kTalks = 'Rebels and troops clash hours before peace talks begin';

export const explains: Lesson = {
  id: 'explains',
  title: t`Does attention explain?`,
  about: t`What a map says about an answer, what it does not say, and how you measure this.`,
  steps: [
    {
      title: t`A tempting picture`,
      say: t`A [[map]] shows which words the network draws on. It is tempting to read it as a reason: *it says request because it looks at the question mark*. This is a claim, and you can test claims.`,
      at: request(kReport),
      ask: {
        asked: t`In *${kCall}*, one word gets most of the [[attention]]. Does the same word also add most?`,
        choices: [t`Yes`, t`No`],
        then: request(kCall),
        right: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return largest(live.received()) === largest(words) ? 0 : 1;
        },
        found: (live) =>
          t`*?* gets ${weight(live.received()[4]!)} of 5 and adds ${signed(live.adds(4))}. In this network, every vote passes through the map. So here the two go together.`,
      },
    },
    {
      title: t`Take it away`,
      say: t`The simplest test is to [[leave one word out|leave-one-out]]. If the word was the reason, the answer should change.`,
      at: request(kReport),
      ask: {
        asked: t`Without *please*, how far does the [[probability]] of *request* fall?`,
        choices: [t`By less than 0.1`, t`By 0.1 to 0.5`, t`By more than 0.5`],
        then: request(kReport, { edits: 'token.0.remove' }),
        right: (live) => {
          const fall = p(live) - live.after('request');
          return fall < 0.1 ? 0 : fall < 0.5 ? 1 : 2;
        },
        found: (live) =>
          t`It falls from ${weight(p(live))} to ${weight(live.after('request'))}. Other words take over. An answer can rest on a word that other words can replace.`,
      },
    },
    {
      title: t`Is the map needed?`,
      say: t`If a [[map]] explains an answer, another map should give another answer. The even map is one that knows nothing.`,
      at: request(kReport),
      ask: {
        asked: t`With even [[attention]], the [[probability]] of *request* fell. Will the probability of *World* also fall for *${kTalks}*?`,
        choices: [t`Yes, by more than 0.1`, t`No`],
        then: topics(kTalks, { edits: '0.0.even' }),
        right: (live) => (live.probability('World') - live.after('World') > 0.1 ? 0 : 1),
        found: (live) =>
          t`It goes from ${weight(live.probability('World'))} to ${weight(live.after('World'))}. One answer depends on its map, another does not. You have to measure it each time.`,
      },
    },
    {
      title: t`Attention without effect`,
      say: t`In a [[transformer]], much [[attention]] goes to [[tokens|token]] that say nothing.`,
      at: film('The film is good.'),
      ask: {
        asked: t`In *A moving film with a weak ending.*, the full stop gives nearly half of its row to [[[SEP]|special-token]]. Does [SEP] point to the [[class]]?`,
        choices: [t`Yes`, t`Hardly`],
        then: film('A moving film with a weak ending.'),
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t`[SEP] adds ${signed(live.adds(9))}, while *moving* adds ${signed(live.adds(2))}. Each state is also copied past every map. This path is called the residual stream.`,
      },
    },
    {
      title: t`Three ways to ask why`,
      say: t`[[Contributions|contribution]] split the [[score]] into words, so that all parts sum to it. [[Gradients|gradient]] say how the score would react if the [[vector]] of a word changed a little. [[Leaving out|leave-one-out]] says what happens without the word. None of them is [[attention]], and they need not agree.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      ask: {
        asked: t`When does the page call attention supported on a sentence?`,
        choices: [
          t`If its map is sharp`,
          t`If it ranks words as the other methods do`,
          t`If the prediction is right`,
        ],
        right: () => 1,
        found: (live) => t`The page says about this sentence: *${live.text('.evidence-summary')}*`,
      },
    },
    {
      title: t`Kendall's τ`,
      say: t`How similar are two rankings? [[Kendall's τ|kendall-tau]] looks at all pairs of words. It counts the pairs that both rankings put in the same order. It subtracts the pairs in opposite order, and divides by all pairs. 1 means the same ranking, 0 means unrelated, and −1 means reversed.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '.evidence-summary',
      ask: {
        asked: t`Two rankings of three words differ in one pair. What is τ?`,
        choices: ['0', '1∕3', '2∕3'],
        right: () => 1,
        found: () =>
          t`Two pairs agree, and one does not: (2 − 1) ∕ 3. With few words, τ moves in large steps. So one sentence proves little.`,
      },
    },
    {
      title: t`Shuffled and replaced`,
      say: t`Jain and Wallace (*Attention is not Explanation*, 2019) tried two things. They shuffled [[maps|map]] at random. And they looked for a map as different as possible that leaves the answer as it is. If such a map exists, the true map was not *the* reason.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-sentence] .evidence-grid',
      ask: {
        asked: t`A very different map gives the same answer. What follows?`,
        choices: [
          t`The map explains nothing`,
          t`This map is one of several that would work`,
          t`The network is broken`,
        ],
        right: () => 1,
        found: () =>
          t`Wiegreffe and Pinter (*Attention is not not Explanation*, 2019) answered: another explanation may exist, and this one can still be true. But it is no longer the only one.`,
      },
    },
    {
      title: t`Over a whole data set`,
      say: t`One sentence proves little. Below you see the numbers of this network for its held-out data. How similarly do [[attention]] and the other methods rank words? What does the answer lose without the words that come first? And how often is the network right with even [[maps|map]]?`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-data]',
      ask: {
        asked: t`Which result would speak most *against* reading this network's maps as reasons?`,
        choices: [
          t`The network is right just as often with even maps`,
          t`Its maps are sharp`,
          t`Two sentences have the same map`,
        ],
        right: () => 0,
        found: () =>
          t`If you can take something away without loss, the answer did not rest on it. This network does lose: with even maps, it is right less often.`,
      },
    },
    {
      title: t`What you may say`,
      say: t`*The model looks at X* is true of a [[map]]. *The model says Y because of X* needs more. Without X, or with another map, the model would not say Y. An explanation that passes such tests is called [[faithful|faithfulness]]. If somebody has measured this, give the number. If not, say so.`,
      at: request(kCall),
      ask: {
        asked: t`Which sentence can you say from the map alone?`,
        choices: [
          t`The network says request because of the question mark`,
          t`Most rows give the question mark the largest weight`,
          t`The question mark matters most`,
        ],
        right: () => 1,
        found: (live) =>
          t`All rows together give ${weight(live.received()[4]!)} of 5 to *?*. This is a fact about the map. Its meaning for the answer is another question.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`Find a sentence for which the [[map]] misleads.`,
      at: request('We had lunch together.'),
      look: 'textarea',
      task: {
        todo: t`Write a sentence in which the word with most [[attention]] does *not* add most.`,
        done: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return words.length > 2 && largest(live.received()) !== largest(words);
        },
        found: (live) =>
          t`*${live.columns()[largest(live.received())]}* gets most attention, but *${live.columns()[largest(live.columns().map((_, i) => live.adds(i)))]}* adds most.`,
      },
    },
  ],
};
