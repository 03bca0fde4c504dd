// From counting words to attention: the classifier of requests.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'enron-request', text, ...more });
const request = (live: Live) => live.probability('request');
const yesOrNo = (live: Live) => (request(live) > 0.5 ? 0 : 1);
const best = (values: readonly number[]) => values.indexOf(Math.max(...values));

const kReport = 'Please send me the report.';
const kCan = 'Can you send it.';
const kYou = 'You can send it.';
const kHow = 'How could you do that?';

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
      say: t`Counting does not know the order of words: *Can you* and *You can* are the same to it. This network also has votes for short phrases, and it does not count all votes alike.`,
      at: read(kCan),
      ask: {
        asked: t`*${kYou}* has the same words in another order. What happens to the probability of *request*?`,
        choices: [t`It rises`, t`It falls`, t`It stays about the same`],
        then: read(kYou),
        right: (live) => (request(live) < 0.85 ? 1 : request(live) > 0.95 ? 0 : 2),
        found: (live) =>
          t`It is ${weight(request(live))} now. Only the order has changed: the network has another vote for *You can* than for *Can you*.`,
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
        asked: t`What happens to the probability of *request* under even attention?`,
        choices: [t`It rises`, t`It falls`, t`It stays about the same`],
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
        asked: t`A person understands *Plz snd teh rprt*. What will the network say?`,
        choices: [t`A request`, t`No request`],
        then: read('Plz snd teh rprt'),
        right: yesOrNo,
        found: (live) => t`*request* gets ${weight(request(live))}. Four unknown words are little to go by.`,
      },
    },
    {
      title: t`How often it is right`,
      say: t`Under the model's name stands how often it is right on sentences that it never saw during training. The network does not understand a sentence; it has learned which words stand in requests. So it can be led astray.`,
      at: read(kReport),
      ask: {
        asked: t`*${kHow}* is a reproach and asks for nothing. What will the network say?`,
        choices: [t`A request`, t`No request`],
        then: read(kHow),
        right: yesOrNo,
        found: (live) =>
          t`*request* gets ${weight(request(live))}, which is wrong. *?* adds ${signed(live.adds(5))}: it counts as it does in *Could you call me?*.`,
      },
    },
    {
      title: t`Your turn`,
      say: t`The best way to know a network is to make it fail.`,
      at: read('Thank you for the lovely evening.'),
      look: 'textarea',
      task: {
        todo: t`Change one or two words of this sentence so that the network calls it a request.`,
        done: (live) => request(live) > 0.5,
        found: (live) => t`It says request, ${weight(request(live))}. Would you?`,
      },
    },
  ],
};
