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
  title: t('lesson.requests.is-it-a-request'),
  about: t('lesson.requests.a-classifier-of-e-mail-sentences'),
  steps: [
    {
      title: t('lesson.requests.a-question-for-a-network'),
      say: t('lesson.requests.an-office-gets-hundreds-of-e-mails'),
      at: read(kReport),
      ask: {
        asked: t('lesson.requests.what-will-the-network-predict-for-we'),
        choices: [t('lesson.requests.a-request'), t('lesson.requests.no-request')],
        then: read('We had lunch together.'),
        right: yesOrNo,
        found: (live) =>
          t(
            'lesson.requests.the-network-gives-request-and-no-request',
            weight(request(live)),
            weight(1 - request(live)),
          ),
      },
    },
    {
      title: t('lesson.requests.words-have-votes'),
      say: t('lesson.requests.the-oldest-way-to-tell-texts-apart'),
      at: read('Could you call me?'),
      ask: {
        asked: t('lesson.requests.here-the-question-mark-added-most'),
        choices: ['please', 'send', 'report'],
        then: read(kReport),
        right: (live) => best([live.adds(0), live.adds(1), live.adds(4)]),
        found: (live) =>
          t(
            'lesson.requests.please-adds-send-adds-and-report-adds',
            signed(live.adds(0)),
            signed(live.adds(1)),
            signed(live.adds(4)),
          ),
      },
    },
    {
      title: t('lesson.requests.sums-become-probabilities'),
      say: t('lesson.requests.add-up-what-all-words-add-then-add'),
      at: read(kReport),
      ask: {
        asked: t('lesson.requests.take-please-away-is-send-me'),
        choices: [t('lesson.yes'), t('lesson.no')],
        then: read('Send me the report.'),
        right: yesOrNo,
        found: (live) =>
          t('lesson.requests.the-network-gives-request-now-me', weight(request(live)), signed(live.adds(1))),
      },
    },
    {
      title: t('lesson.requests.what-counting-cannot-see'),
      say: t('lesson.requests.counting-does-not-see-the-order'),
      at: read(kCan),
      ask: {
        asked: t('lesson.requests.has-the-same-words-in-another-order', kYou),
        choices: [t('lesson.it-rises'), t('lesson.it-falls'), t('lesson.it-stays-about-the-same')],
        then: read(kYou),
        right: (live) => (request(live) < 0.85 ? 1 : request(live) > 0.95 ? 0 : 2),
        found: (live) => t('lesson.requests.it-is-now-only-the-order-has-changed', weight(request(live))),
      },
    },
    {
      title: t('lesson.requests.attention-who-looks-at-whom'),
      say: t('lesson.requests.in-the-map-every-word-has-a-row'),
      at: read('Could you call me?', { pin: '0.4' }),
      ask: {
        asked: t('lesson.requests.look-at-please-send-me-the-report'),
        choices: ['please', 'me', 'report'],
        then: read(kReport),
        right: (live) => {
          const all = live.received();
          return best([all[0]!, all[2]!, all[4]!]);
        },
        found: (live) =>
          t(
            'lesson.requests.all-rows-together-give-to-please',
            weight(live.received()[0]!),
            weight(live.received()[4]!),
          ),
      },
    },
    {
      title: t('lesson.requests.where-weights-come-from'),
      say: t('lesson.requests.each-word-is-a-vector-a-list'),
      at: read(kReport, { how: 'open', pin: '4.0' }),
      ask: {
        asked: t('lesson.requests.in-one-row-the-score-of-one-key'),
        choices: [
          t('lesson.requests.they-stay-as-they-are'),
          t('lesson.requests.they-shrink'),
          t('lesson.requests.they-grow'),
        ],
        right: () => 1,
        found: (live) =>
          t(
            'lesson.requests.a-row-always-sums-to-1-if-one-key',
            weight(live.weight(4, 0)),
            weight(live.weight(4, 4)),
          ),
      },
    },
    {
      title: t('lesson.requests.attention-decides'),
      say: t('lesson.requests.in-this-network-every-vote-passes'),
      at: read(kReport),
      ask: {
        asked: t('lesson.requests.with-even-attention-what-happens'),
        choices: [t('lesson.it-rises'), t('lesson.it-falls'), t('lesson.it-stays-about-the-same')],
        then: read(kReport, { edits: '0.0.even' }),
        right: (live) => {
          const change = live.after('request') - request(live);
          return change > 0.005 ? 0 : change < -0.005 ? 1 : 2;
        },
        found: (live) =>
          t(
            'lesson.requests.it-falls-from-to-now-please',
            weight(request(live)),
            weight(live.after('request')),
          ),
      },
    },
    {
      title: t('lesson.requests.words-that-it-never-saw'),
      say: t('lesson.requests.if-the-vocabulary'),
      at: read(kReport),
      ask: {
        asked: t('lesson.requests.a-person-understands-plz-snd-teh'),
        choices: [t('lesson.requests.a-request'), t('lesson.requests.no-request')],
        then: read('Plz snd teh rprt'),
        right: yesOrNo,
        found: (live) => t('lesson.requests.request-gets-four-unknown-words-tell', weight(request(live))),
      },
    },
    {
      title: t('lesson.requests.how-often-it-is-right'),
      say: t('lesson.requests.under-the-models-name-you-see'),
      at: read(kReport),
      ask: {
        asked: t('lesson.requests.is-a-complaint-it-asks-for-nothing', kHow),
        choices: [t('lesson.requests.a-request'), t('lesson.requests.no-request')],
        then: read(kHow),
        right: yesOrNo,
        found: (live) =>
          t('lesson.requests.request-gets-which-is-wrong-adds', weight(request(live)), signed(live.adds(5))),
      },
    },
    {
      title: t('lesson.your-turn'),
      say: t('lesson.requests.the-best-way-to-know-a-network'),
      at: read('Thank you for the lovely evening.'),
      look: 'textarea',
      task: {
        todo: t('lesson.requests.change-one-or-two-words'),
        done: (live) => request(live) > 0.5,
        found: (live) => t('lesson.requests.the-network-gives-request-do-you-agree', weight(request(live))),
      },
    },
  ],
};
