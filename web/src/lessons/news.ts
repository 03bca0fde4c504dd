// News topics: a text is named after one of four sections of a newspaper; and a whole training recipe for a recurrent network.
import { percent } from '../text/format.ts';
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import { numberOf, type Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'ag-news-topics', text, ...more });
const kTopics = [t('page.world'), t('page.sports'), t('page.business'), t('read.sci-tech')];
const p = (live: Live, topic: number) => live.probability(kTopics[topic]!);
const largest = (values: readonly number[]) => values.indexOf(Math.max(...values));
const topic = (live: Live) => largest(kTopics.map((_, i) => p(live, i)));

const kOil = 'Oil prices climb to a new record';
const kRace = 'Jaguar beats Ferrari in the final race';
const kJobs = 'Jaguar cuts jobs at its car plants';
const kTalks = 'Rebels and troops clash hours before peace talks begin';
const train = (more: Readonly<Record<string, string>> = {}) =>
  at({ section: 'train', 'train.kind': 'recurrent', ...more });
const accuracy = (live: Live) => numberOf(live.text('[aria-labelledby=train-learned] b.number'));

export const news: Lesson = {
  id: 'news',
  title: t('lesson.news.what-is-the-news-about'),
  about: t('lesson.news.topics-of-headlines-and-how-to-train'),
  steps: [
    {
      title: t('lesson.news.four-drawers'),
      say: t('lesson.news.this-network-sorts-headlines'),
      at: read(kRace),
      ask: {
        asked: t('lesson.news.where-will-the-network-put', kOil),
        choices: kTopics,
        then: read(kOil),
        right: topic,
        found: (live) =>
          t('lesson.news.business-gets-the-word-oil-alone', weight(p(live, 2)), signed(live.adds(0))),
      },
    },
    {
      title: t('lesson.news.one-word-two-worlds'),
      say: t('lesson.news.a-jaguar-is-an-animal-a-car'),
      at: read('Jaguar'),
      ask: {
        asked: t('lesson.news.where-will-the-network-put', kRace),
        choices: kTopics,
        then: read(kRace),
        right: topic,
        found: (live) =>
          t(
            'lesson.news.sports-gets-and-business-still-gets',
            weight(p(live, 1)),
            weight(p(live, 2)),
            signed(live.adds(0)),
            signed(live.adds(1)),
          ),
      },
    },
    {
      title: t('lesson.news.the-same-word-counts-differently'),
      say: t('lesson.news.a-word-adds-its-vote-times'),
      at: read(kRace),
      ask: {
        asked: t('lesson.news.in-which-word-adds-most-to-business', kJobs),
        choices: ['jaguar', 'cuts', 'jobs'],
        then: read(kJobs),
        right: (live) => largest([live.adds(0), live.adds(1), live.adds(2)]),
        found: (live) =>
          t(
            'lesson.news.jaguar-adds-cuts-adds-and-jobs-adds',
            signed(live.adds(0)),
            signed(live.adds(1)),
            signed(live.adds(2)),
          ),
      },
    },
    {
      title: t('lesson.news.what-a-name-means-to-the-network'),
      say: t('lesson.news.this-network-learned-from-news-there'),
      at: read(kJobs),
      ask: {
        asked: t('lesson.news.where-will-the-network-put-apple-pie'),
        choices: kTopics,
        then: read('Apple pie wins prize'),
        right: topic,
        found: (live) =>
          t(
            'lesson.news.sci-tech-gets-apple-adds',
            weight(p(live, 3)),
            signed(live.adds(0)),
            signed(live.adds(1)),
          ),
      },
    },
    {
      title: t('lesson.news.does-this-network-need-its-map'),
      say: t('lesson.news.the-map-looks-sharp-some-words-get'),
      at: read(kTalks),
      ask: {
        asked: t('lesson.news.what-will-even-attention-do'),
        choices: [t('lesson.news.it-will-fall-far'), t('lesson.news.it-will-hardly-change')],
        then: read(kTalks, { edits: '0.0.even' }),
        right: (live) => (Math.abs(live.after(t('page.world')) - p(live, 0)) > 0.1 ? 0 : 1),
        found: (live) =>
          t(
            'lesson.news.it-goes-from-to-many-words-point',
            weight(p(live, 0)),
            weight(live.after(t('page.world'))),
          ),
      },
    },
    {
      title: t('lesson.news.a-recurrent-network-with-attention'),
      say: t('lesson.news.a-recurrent-network-reads-word'),
      at: train(),
      ask: {
        asked: t('lesson.news.the-network-knows-nothing-yet'),
        choices: [
          t('lesson.news.never'),
          t('lesson.news.about-a-third-of-the-time'),
          t('lesson.news.half-of-the-time'),
        ],
        right: () => 1,
        found: () => t('lesson.news.there-are-three-classes-and-all'),
      },
    },
    {
      title: t('lesson.news.training'),
      say: t('lesson.news.a-training-step-takes-a-batch'),
      at: train({ 'train.set': 'training.epochs=6' }),
      look: '.train-controls',
      task: {
        todo: t('lesson.news.press-train-watch-the-loss'),
        done: (live) => live.count('[aria-labelledby=train-learned] .train-controls') > 0,
        found: (live) => t('lesson.news.the-network-is-right-on-of-the-texts', percent(accuracy(live))),
      },
    },
    {
      title: t('lesson.news.the-learning-rate'),
      say: t('lesson.news.the-learning-rate-says-how-far'),
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t('lesson.news.the-loss-jumps-up-and-down'),
        choices: [
          t('lesson.news.a-smaller-learning-rate'),
          t('lesson.news.a-larger-learning-rate'),
          t('lesson.news.more-epochs'),
        ],
        right: () => 0,
        found: () => t('lesson.news.first-try-a-third-or-a-tenth'),
      },
    },
    {
      title: t('lesson.news.learning-by-heart'),
      say: t('lesson.news.a-network-with-many-numbers'),
      at: train({ 'train.set': 'training.epochs=6' }),
      ask: {
        asked: t('lesson.news.which-number-says-how-good-the-network-is'),
        choices: [
          t('lesson.news.its-accuracy-on-the-training-part'),
          t('lesson.news.its-accuracy-on-the-held-out-part'),
        ],
        right: () => 1,
        found: () => t('lesson.news.only-texts-that-the-network-never'),
      },
    },
    {
      title: t('lesson.your-turn'),
      say: t('lesson.news.now-go-back-to-the-headlines'),
      at: read('The final of the talks ended without a winner'),
      look: 'textarea',
      task: {
        todo: t('lesson.news.sports-leads-but-with-less-than-half'),
        done: (live) => p(live, 1) > 0.5,
        found: (live) => t('lesson.news.sports-gets', weight(p(live, 1))),
      },
    },
  ],
};
