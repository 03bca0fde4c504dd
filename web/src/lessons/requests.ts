// From counting words to attention: the classifier of requests.
import { weight } from '../text/format.ts';
import { signed } from '../text/numbers.ts';
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'enron-request', text, ...more });
const request = (live: Live) => live.probability('request');
const yesOrNo = (live: Live) => (request(live) > 0.5 ? 0 : 1);
const best = (values: readonly number[]) => values.indexOf(Math.max(...values));

const kReport = 'Please send me the report.';

export const requests: Lesson = {
  id: 'requests',
  title: t`Is it a request?`,
  about: t`A classifier of e-mail sentences, from counting words to attention.`,
  steps: [
    {
      title: t`A question for a network`,
      say: t`An office gets hundreds of mails a day. Which sentences ask for something? The network on this page answers at every keystroke: under **Prediction** stands how sure it is of each class. The numbers sum to 1.`,
      at: read(kReport),
      ask: {
        asked: t`What will it say of *We had lunch together.*?`,
        choices: [t`A request`, t`No request`],
        then: read('We had lunch together.'),
        right: yesOrNo,
        found: (live) =>
          t`It gives *request* ${weight(request(live))}, and *no request* ${weight(1 - request(live))}.`,
      },
    },
    {
      title: t`Words have votes`,
      say: t`The oldest way to tell texts apart is to count words. Each word has a number for each class, its vote, and the votes are added up. Under **Why** stands what each word of this sentence adds to *request*.`,
      at: read('Could you call me?'),
      ask: {
        asked: t`Here it was the question mark. Which word of *Please send me the report.* will add most?`,
        choices: ['please', 'send', 'report'],
        then: read(kReport),
        right: (live) => best([live.adds(0), live.adds(1), live.adds(4)]),
        found: (live) =>
          t`*please* adds ${signed(live.adds(0))}, *send* ${signed(live.adds(1))}, *report* ${signed(live.adds(4))}.`,
      },
    },
    {
      title: t`Sums become probabilities`,
      say: t`All that words add, and a **bias** that no word adds, come to the **score** of a class. Scores become probabilities by *softmax*: e to the power of each score, divided by the sum over the classes. A lead of 1 is a probability of 0.73, a lead of 4 one of 0.98.`,
      at: read(kReport),
      ask: {
        asked: t`Without *Please*: is *Send me the report.* still a request?`,
        choices: [t`Yes`, t`No`],
        then: read('Send me the report.'),
        right: yesOrNo,
        found: (live) =>
          t`It gives *request* ${weight(request(live))}. Now *me* adds ${signed(live.adds(1))}: the same word counts more, because something decides anew how much each vote counts.`,
      },
    },
    {
      title: t`What counting cannot see`,
      say: t`Counting does not know the order of words: *you could* and *could you* are the same to it. This network also has votes for short phrases, and it does not count all votes alike.`,
      at: read('Could you call me?'),
      ask: {
        asked: t`Will *You could call me.* be a request with the same probability?`,
        choices: [t`The same`, t`Less of one`, t`More of one`],
        then: read('You could call me.'),
        right: (live) => (request(live) < 0.98 ? 1 : request(live) > 0.995 ? 2 : 0),
        found: (live) =>
          t`Now it is ${weight(request(live))}. The question mark is gone, and *could* stands behind *you*.`,
      },
    },
    {
      title: t`Attention: who looks at whom`,
      say: t`In the **map** every word has a row. The row says how its attention is shared among all words of the sentence: each row sums to 1. A word that attends is called the **query**, one that is attended to a **key**. Point at a cell to read its weight.`,
      at: read('Could you call me?', { pin: '0.4' }),
      ask: {
        asked: t`In *Please send me the report.*, which column will be the darkest?`,
        choices: ['please', 'me', 'report'],
        then: read(kReport),
        right: (live) => {
          const all = live.received();
          return best([all[0]!, all[2]!, all[4]!]);
        },
        found: (live) =>
          t`All rows together give *please* ${weight(live.received()[0]!)} and *report* ${weight(live.received()[4]!)}. Six rows share out 6 in all.`,
      },
    },
    {
      title: t`Where weights come from`,
      say: t`Each word is a vector. From it the network makes a query q and a key k. The score of a pair is their dot product, divided by the root of their width; softmax makes a row of weights of them: softmax(q·k ∕ √width). Open **How it came about** under the map to see these numbers.`,
      at: read(kReport, { how: 'open', pin: '4.0' }),
      ask: {
        asked: t`The score of one key in a row grows, the others stay. What happens to the weights of the others?`,
        choices: [t`They stay as they are`, t`They shrink`, t`They grow`],
        right: () => 1,
        found: (live) =>
          t`A row always sums to 1, so what one gains the others lose. Here *report* gives *please* ${weight(live.weight(4, 0))} and itself ${weight(live.weight(4, 4))}.`,
      },
    },
    {
      title: t`Attention decides`,
      say: t`In this network nothing goes around the map: what a word adds is its vote times the attention that it gets. So the map can be tried out. **What if** changes it: here all rows are about to be made even, so that each of the six words gets one sixth.`,
      at: read(kReport),
      ask: {
        asked: t`Will it be more or less of a request under even attention?`,
        choices: [t`More`, t`Less`, t`The same`],
        then: read(kReport, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('request') - request(live);
          return change > 0.005 ? 0 : change < -0.005 ? 1 : 2;
        },
        found: (live) =>
          t`It falls from ${weight(request(live))} to ${weight(live.after('request'))}: *please* is one of six words now, and no longer the one that counts.`,
      },
    },
    {
      title: t`Words that it never saw`,
      say: t`A word that is not in the vocabulary is underlined with dots. Its vector is that of *unknown*; this network also reads the letters in it.`,
      at: read(kReport),
      ask: {
        asked: t`A person understands *Plz snd teh rprt*. Does the network?`,
        choices: [t`It says request`, t`It says no request`],
        then: read('Plz snd teh rprt'),
        right: yesOrNo,
        found: (live) => t`*request* gets ${weight(request(live))}. Four unknown words are little to go by.`,
      },
    },
    {
      title: t`How often it is right`,
      say: t`Under the model's name stands how often it is right on sentences that it never saw while it learned. It does not understand; it has seen which words stand in requests. So it can be led astray.`,
      at: read(kReport),
      ask: {
        asked: t`*I request nothing from you.* holds the very word. What will it say?`,
        choices: [t`A request`, t`No request`],
        then: read('I request nothing from you.'),
        right: yesOrNo,
        found: (live) =>
          t`*request* gets ${weight(request(live))}. The word by itself hardly ever stands in a request: people say *please*.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`The best way to know a network is to make it fail.`,
      at: read('Thank you for the lovely evening.'),
      task: {
        todo: t`Change one or two words of this sentence so that the network calls it a request.`,
        done: (live) => request(live) > 0.5,
        found: (live) => t`It says request, ${weight(request(live))}. Would you?`,
      },
    },
  ],
};
