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
  about: t`What a map says about an answer, what it does not, and how that is measured.`,
  steps: [
    {
      title: t`A tempting picture`,
      say: t`A map shows where a sum takes its weight from. It is tempting to read it as a reason: *it says request because it looks at the question mark*. That is a claim, and claims can be tested.`,
      at: request(kReport),
      ask: {
        asked: t`In *${kCall}*, is the word that gets most attention also the one that adds most?`,
        choices: [t`Yes`, t`No`],
        then: request(kCall),
        right: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return largest(live.received()) === largest(words) ? 0 : 1;
        },
        found: (live) =>
          t`*?* gets ${weight(live.received()[4]!)} of 5 and adds ${signed(live.adds(4))}. In this network nothing goes around the map, so here the two go together.`,
      },
    },
    {
      title: t`Take it away`,
      say: t`The plainest test: leave the word out. If it was the reason, the answer should suffer.`,
      at: request(kReport),
      ask: {
        asked: t`Without *please*, the probability of *request* falls by`,
        choices: [t`less than 0.1`, t`0.1 to 0.5`, t`more than 0.5`],
        then: request(kReport, { edits: 'token.0.remove' }),
        right: (live) => {
          const fall = p(live) - live.after('request');
          return fall < 0.1 ? 0 : fall < 0.5 ? 1 : 2;
        },
        found: (live) =>
          t`From ${weight(p(live))} to ${weight(live.after('request'))}: other words take over. A word can be what the answer rests on and still be replaceable.`,
      },
    },
    {
      title: t`Is the map needed?`,
      say: t`If a map explains an answer, another map should give another answer. Even is the most different one that knows nothing.`,
      at: request(kReport),
      ask: {
        asked: t`Under even attention the probability of *request* fell. Will that of *World* fall for *${kTalks}*?`,
        choices: [t`Yes, by more than 0.1`, t`No`],
        then: topics(kTalks, { edits: '0.0.even' }),
        right: (live) => (live.probability('World') - live.after('World') > 0.1 ? 0 : 1),
        found: (live) =>
          t`From ${weight(live.probability('World'))} to ${weight(live.after('World'))}. One answer hangs on its map, another does not: it has to be measured for each.`,
      },
    },
    {
      title: t`Attention without effect`,
      say: t`In a transformer much attention goes to tokens that say nothing.`,
      at: film('The film is good.'),
      ask: {
        asked: t`*A moving film with a weak ending.*: the full stop gives nearly half of its row to [SEP]. Does [SEP] speak for the class?`,
        choices: [t`Yes`, t`Hardly`],
        then: film('A moving film with a weak ending.'),
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t`It adds ${signed(live.adds(9))}, while *moving* adds ${signed(live.adds(2))}. And around every map goes a path that copies each state on, the residual stream.`,
      },
    },
    {
      title: t`Three ways to ask why`,
      say: t`**Contributions** split the score into words, so that all sum to it. **Gradients** say how the score would change if a word's vector did a little. **Leaving out** says what happens without the word. None of them is attention, and they need not agree.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      ask: {
        asked: t`Attention is counted as supported on a sentence where`,
        choices: [t`its map is sharp`, t`it ranks words as the others do`, t`the prediction is right`],
        right: () => 1,
        found: (live) => t`The page says of this one: *${live.text('.evidence-summary')}*`,
      },
    },
    {
      title: t`Kendall's τ`,
      say: t`How alike are two rankings? τ counts pairs of words: those that both put in the same order, less those they put in opposite order, divided by all pairs. 1 is the same ranking, 0 none, −1 the reverse.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '.evidence-summary',
      ask: {
        asked: t`Three words, and two rankings that differ in one pair. τ is`,
        choices: ['0', '1∕3', '2∕3'],
        right: () => 1,
        found: () =>
          t`Two pairs agree, one does not: (2 − 1) ∕ 3. With few words τ moves in large steps, so one sentence proves little.`,
      },
    },
    {
      title: t`Shuffled and exchanged`,
      say: t`Jain and Wallace (*Attention is not Explanation*, 2019) shuffled maps at random and searched for the map furthest from the true one that leaves the answer as it is. If such a map exists, the true one was not *the* reason.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-sentence] .evidence-grid',
      ask: {
        asked: t`A very different map gives the same answer. What follows?`,
        choices: [
          t`The map explains nothing`,
          t`This map is one of several that would do`,
          t`The network is broken`,
        ],
        right: () => 1,
        found: () =>
          t`Wiegreffe and Pinter (*Attention is not not Explanation*, 2019) answered: that another explanation exists does not make this one false. But it is no longer the only one.`,
      },
    },
    {
      title: t`Over a whole data set`,
      say: t`One sentence is an anecdote. Below stand the figures of this network over its held-out data: how alike attention and the other methods rank words, what the answer loses without the words ranked first, and how often it is right with every map made even.`,
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-data]',
      ask: {
        asked: t`Which finding would speak most *against* reading this network's maps as reasons?`,
        choices: [
          t`It is as often right with even maps`,
          t`Its maps are sharp`,
          t`Two sentences have the same map`,
        ],
        right: () => 0,
        found: () =>
          t`What can be taken away without loss was not what the answer rested on. Of this network it is not so: it is less often right with even maps.`,
      },
    },
    {
      title: t`What may be said`,
      say: t`*The model looks at X* is true of a map. *The model says Y because of X* needs more: that without X, or with another map, it would not say Y. Where this was measured, say the number; where it was not, say that.`,
      at: request(kCall),
      ask: {
        asked: t`Which sentence is justified by the map alone?`,
        choices: [
          t`It says request because of the question mark`,
          t`Most rows give the question mark the largest weight`,
          t`The question mark matters most`,
        ],
        right: () => 1,
        found: (live) =>
          t`All rows together give *?* ${weight(live.received()[4]!)} of 5. That is a fact about the map; what it means for the answer is another question.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`Find a sentence on which the map misleads.`,
      at: request('We had lunch together.'),
      look: 'textarea',
      task: {
        todo: t`Write a sentence in which the word that gets most attention is *not* the one that adds most.`,
        done: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return words.length > 2 && largest(live.received()) !== largest(words);
        },
        found: (live) =>
          t`Most attention goes to *${live.columns()[largest(live.received())]}*, but *${live.columns()[largest(live.columns().map((_, i) => live.adds(i)))]}* adds most.`,
      },
    },
  ],
};
