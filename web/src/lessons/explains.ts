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
  title: t('lesson.explains.does-attention-explain'),
  about: t('lesson.explains.what-a-map-says-about-an-answer'),
  steps: [
    {
      title: t('lesson.explains.a-tempting-picture'),
      say: t('lesson.explains.a-map-shows-which-words-the-network'),
      at: request(kReport),
      ask: {
        asked: t('lesson.explains.in-one-word-gets-most', kCall),
        choices: [t('lesson.yes'), t('lesson.no')],
        then: request(kCall),
        right: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return largest(live.received()) === largest(words) ? 0 : 1;
        },
        found: (live) =>
          t(
            'lesson.explains.gets-of-5-and-adds-in-this-network',
            weight(live.received()[4]!),
            signed(live.adds(4)),
          ),
      },
    },
    {
      title: t('lesson.explains.take-it-away'),
      say: t('lesson.explains.the-simplest-test-is-to-leave'),
      at: request(kReport),
      ask: {
        asked: t('lesson.explains.without-please-how-far'),
        choices: [
          t('lesson.explains.by-less-than-0-1'),
          t('lesson.explains.by-0-1-to-0-5'),
          t('lesson.explains.by-more-than-0-5'),
        ],
        then: request(kReport, { edits: 'token.0.remove' }),
        right: (live) => {
          const fall = p(live) - live.after('request');
          return fall < 0.1 ? 0 : fall < 0.5 ? 1 : 2;
        },
        found: (live) =>
          t(
            'lesson.explains.it-falls-from-to-other-words-take',
            weight(p(live)),
            weight(live.after('request')),
          ),
      },
    },
    {
      title: t('lesson.explains.is-the-map-needed'),
      say: t('lesson.explains.if-a-map-explains-an-answer-another'),
      at: request(kReport),
      ask: {
        asked: t('lesson.explains.with-even-attention-the-probability', kTalks),
        choices: [t('lesson.explains.yes-by-more-than-0-1'), t('lesson.no')],
        then: topics(kTalks, { edits: '0.0.even' }),
        right: (live) => (live.probability(t('page.world')) - live.after(t('page.world')) > 0.1 ? 0 : 1),
        found: (live) =>
          t(
            'lesson.explains.it-goes-from-to-one-answer-depends',
            weight(live.probability(t('page.world'))),
            weight(live.after(t('page.world'))),
          ),
      },
    },
    {
      title: t('lesson.explains.attention-without-effect'),
      say: t('lesson.explains.in-a-transformer-much-attention-goes'),
      at: film('The film is good.'),
      ask: {
        asked: t('lesson.explains.in-a-moving-film-with-a-weak-ending'),
        choices: [t('lesson.yes'), t('lesson.explains.hardly')],
        then: film('A moving film with a weak ending.'),
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t('lesson.explains.sep-adds-while-moving-adds', signed(live.adds(9)), signed(live.adds(2))),
      },
    },
    {
      title: t('lesson.explains.three-ways-to-ask-why'),
      say: t('lesson.explains.contributions-split-the-score'),
      at: evidence({ model: 'enron-request', text: kReport }),
      ask: {
        asked: t('lesson.explains.when-does-the-page-call-attention'),
        choices: [
          t('lesson.explains.if-its-map-is-sharp'),
          t('lesson.explains.if-it-ranks-words-as-the-other-methods-do'),
          t('lesson.explains.if-the-prediction-is-right'),
        ],
        right: () => 1,
        found: (live) =>
          t('lesson.explains.the-page-says-about-this-sentence', live.text('.evidence-summary')),
      },
    },
    {
      title: t('lesson.explains.kendalls-tau'),
      say: t('lesson.explains.how-similar-are-two-rankings'),
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '.evidence-summary',
      ask: {
        asked: t('lesson.explains.two-rankings-of-three-words-differ'),
        choices: ['0', '1∕3', '2∕3'],
        right: () => 1,
        found: () => t('lesson.explains.two-pairs-agree-and-one-does-not-2-1'),
      },
    },
    {
      title: t('lesson.explains.shuffled-and-replaced'),
      say: t('lesson.explains.jain-and-wallace-attention'),
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-sentence] .evidence-grid',
      ask: {
        asked: t('lesson.explains.a-very-different-map-gives-the-same'),
        choices: [
          t('lesson.explains.the-map-explains-nothing'),
          t('lesson.explains.this-map-is-one-of-several-that-would-work'),
          t('lesson.explains.the-network-is-broken'),
        ],
        right: () => 1,
        found: () => t('lesson.explains.wiegreffe-and-pinter-attention'),
      },
    },
    {
      title: t('lesson.explains.over-a-whole-data-set'),
      say: t('lesson.explains.one-sentence-proves-little-below'),
      at: evidence({ model: 'enron-request', text: kReport }),
      look: '[aria-labelledby=evidence-data]',
      ask: {
        asked: t('lesson.explains.which-result-would-speak-most'),
        choices: [
          t('lesson.explains.the-network-is-right-just-as-often'),
          t('lesson.explains.its-maps-are-sharp'),
          t('lesson.explains.two-sentences-have-the-same-map'),
        ],
        right: () => 0,
        found: () => t('lesson.explains.if-you-can-take-something-away'),
      },
    },
    {
      title: t('lesson.explains.what-you-may-say'),
      say: t('lesson.explains.the-model-looks-at-x-is-true'),
      at: request(kCall),
      ask: {
        asked: t('lesson.explains.which-sentence-can-you-say'),
        choices: [
          t('lesson.explains.the-network-says-request-because'),
          t('lesson.explains.most-rows-give-the-question-mark'),
          t('lesson.explains.the-question-mark-matters-most'),
        ],
        right: () => 1,
        found: (live) => t('lesson.explains.all-rows-together-give-of-5', weight(live.received()[4]!)),
      },
    },
    {
      title: t('lesson.your-turn'),
      say: t('lesson.explains.find-a-sentence-for-which-the-map-misleads'),
      at: request('We had lunch together.'),
      look: 'textarea',
      task: {
        todo: t('lesson.explains.write-a-sentence-in-which-the-word'),
        done: (live) => {
          const words = live.columns().map((_, i) => live.adds(i));
          return words.length > 2 && largest(live.received()) !== largest(words);
        },
        found: (live) =>
          t(
            'lesson.explains.gets-most-attention-but-adds-most',
            live.columns()[largest(live.received())]!,
            live.columns()[largest(live.columns().map((_, i) => live.adds(i)))]!,
          ),
      },
    },
  ],
};
