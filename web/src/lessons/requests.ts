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
      say: t`An office gets hundreds of e-mails a day. Which sentences ask for something? The network on this page answers while you type. **Prediction** shows the [[probability]] of each [[class]]: how sure the network is. The numbers sum to 1.`,
      at: read(kReport),
      ask: {
        asked: t`What will the network predict for *We had lunch together.*?`,
        choices: [t`A request`, t`No request`],
        then: read('We had lunch together.'),
        right: yesOrNo,
        found: (live) =>
          t`The network gives *request* ${weight(request(live))} and *no request* ${weight(1 - request(live))}.`,
      },
    },
    {
      title: t`Words have votes`,
      say: t`The oldest way to tell texts apart is to count their words. Each word has a number for each [[class]]. This number is the vote of the word. The network adds up all votes. **Why** shows how much each word of this sentence adds to *request*.`,
      at: read('Could you call me?'),
      ask: {
        asked: t`Here the question mark added most. Which word of *Please send me the report.* will add most?`,
        choices: ['please', 'send', 'report'],
        then: read(kReport),
        right: (live) => best([live.adds(0), live.adds(1), live.adds(4)]),
        found: (live) =>
          t`*please* adds ${signed(live.adds(0))}, *send* adds ${signed(live.adds(1))}, and *report* adds ${signed(live.adds(4))}.`,
      },
    },
    {
      title: t`Sums become probabilities`,
      say: t`Add up what all words add. Then add the [[bias]], a number that is the same for every text. The sum is the [[score]] of a [[class]]. The [[softmax]] turns scores into [[probabilities|probability]]: it takes e to the power of each score and divides by the sum over the classes. With two classes, a lead of 1 gives a probability of 0.73. A lead of 4 gives 0.98.`,
      at: read(kReport),
      ask: {
        asked: t`Take *Please* away. Is *Send me the report.* still a request?`,
        choices: [t`Yes`, t`No`],
        then: read('Send me the report.'),
        right: yesOrNo,
        found: (live) =>
          t`The network gives *request* ${weight(request(live))}. Now *me* adds ${signed(live.adds(1))}. The same word counts more than before. The network decides for each sentence how much each vote counts.`,
      },
    },
    {
      title: t`What counting cannot see`,
      say: t`Counting does not see the order of words: *Can you* and *You can* look the same. This network also has votes for short phrases. And it does not count all votes alike.`,
      at: read(kCan),
      ask: {
        asked: t`*${kYou}* has the same words in another order. What happens to the [[probability]] of *request*?`,
        choices: [t`It rises`, t`It falls`, t`It stays about the same`],
        then: read(kYou),
        right: (live) => (request(live) < 0.85 ? 1 : request(live) > 0.95 ? 0 : 2),
        found: (live) =>
          t`It is now ${weight(request(live))}. Only the order has changed. The network has one vote for *Can you* and another for *You can*.`,
      },
    },
    {
      title: t`Attention: who looks at whom`,
      say: t`In the [[map]], every word has a row. The row shows how its [[attention]] is shared among all words of the sentence. Each row sums to 1. The word that looks is the [[query]]. A word that it looks at is a [[key]]. Point at a cell to read its [[weight]].`,
      at: read('Could you call me?', { pin: '0.4' }),
      ask: {
        asked: t`Look at *Please send me the report.* next. Which column will be darkest?`,
        choices: ['please', 'me', 'report'],
        then: read(kReport),
        right: (live) => {
          const all = live.received();
          return best([all[0]!, all[2]!, all[4]!]);
        },
        found: (live) =>
          t`All rows together give ${weight(live.received()[0]!)} to *please* and ${weight(live.received()[4]!)} to *report*. Six rows share out 6 in all.`,
      },
    },
    {
      title: t`Where weights come from`,
      say: t`Each word is a [[vector]], a list of numbers. The network makes a [[query]] q and a [[key]] k from it. The [[score]] of a pair is the [[dot product]] of q and k, divided by the root of their width. The [[softmax]] turns the scores of a row into [[weights|weight]]: softmax(q·k ∕ √width). Open **How it came about** under the [[map]] to see these numbers.`,
      at: read(kReport, { how: 'open', pin: '4.0' }),
      ask: {
        asked: t`In one row, the score of one key grows. The other scores stay. What happens to the weights of the other keys?`,
        choices: [t`They stay as they are`, t`They shrink`, t`They grow`],
        right: () => 1,
        found: (live) =>
          t`A row always sums to 1. If one key gains, the others lose. Here *report* gives ${weight(live.weight(4, 0))} to *please* and ${weight(live.weight(4, 4))} to itself.`,
      },
    },
    {
      title: t`Attention decides`,
      say: t`In this network, every vote passes through the [[map]]. A word adds its vote times the [[attention]] that it gets. So you can test the map. **What if** changes it. After your answer, the page makes all rows even: each of the six words gets one sixth.`,
      at: read(kReport),
      ask: {
        asked: t`With even attention, what happens to the [[probability]] of *request*?`,
        choices: [t`It rises`, t`It falls`, t`It stays about the same`],
        then: read(kReport, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('request') - request(live);
          return change > 0.005 ? 0 : change < -0.005 ? 1 : 2;
        },
        found: (live) =>
          t`It falls from ${weight(request(live))} to ${weight(live.after('request'))}. Now *please* is one of six words and no longer the one that counts.`,
      },
    },
    {
      title: t`Words that it never saw`,
      say: t`If the [[vocabulary]] does not have a word, the page underlines it with dots. The word then gets the [[vector]] of *unknown*. This network also reads the letters of the word.`,
      at: read(kReport),
      ask: {
        asked: t`A person understands *Plz snd teh rprt*. What will the network predict?`,
        choices: [t`A request`, t`No request`],
        then: read('Plz snd teh rprt'),
        right: yesOrNo,
        found: (live) =>
          t`*request* gets ${weight(request(live))}. Four unknown words tell the network little.`,
      },
    },
    {
      title: t`How often it is right`,
      say: t`Under the model's name you see how often it is right on sentences that it never saw in training. The network does not understand a sentence. It has learned which words stand in requests. So you can fool it.`,
      at: read(kReport),
      ask: {
        asked: t`*${kHow}* is a complaint. It asks for nothing. What will the network predict?`,
        choices: [t`A request`, t`No request`],
        then: read(kHow),
        right: yesOrNo,
        found: (live) =>
          t`*request* gets ${weight(request(live))}, which is wrong. *?* adds ${signed(live.adds(5))}. The question mark counts here as it does in *Could you call me?*`,
      },
    },
    {
      title: t`Your turn`,
      say: t`The best way to know a network is to make it fail.`,
      at: read('Thank you for the lovely evening.'),
      look: 'textarea',
      task: {
        todo: t`Change one or two words of this sentence so that the network predicts *request*.`,
        done: (live) => request(live) > 0.5,
        found: (live) => t`The network gives *request* ${weight(request(live))}. Do you agree?`,
      },
    },
  ],
};
