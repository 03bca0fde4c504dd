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
  title: t('page.two-sentences'),
  about: t('lesson.two-sentences.every-word-of-one-sentence-looks'),
  steps: [
    {
      title: t('lesson.two-sentences.words-as-vectors'),
      say: t('lesson.two-sentences.here-a-word-is-a-list-of-50-numbers'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.where-will-cat-look'),
        choices: ['dog', 'lay', 'bed'],
        right: (live) => ({ 1: 0, 2: 1, 5: 2 })[cat(live)] ?? -1,
        found: (live) =>
          t('lesson.two-sentences.cat-gives-dog-more-than-it-gives', weight(live.weight(1, 1))),
      },
    },
    {
      title: t('lesson.two-sentences.the-dot-product'),
      say: t('lesson.two-sentences.the-score-of-a-pair-of-words'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.which-pair-of-words-has-the-largest'),
        choices: ['cat → dog', 'on → on', 'chair → bed'],
        right: (live) => {
          const [cat, on, chair] = [live.weight(1, 1), live.weight(3, 3), live.weight(5, 5)];
          return on > cat && on > chair ? 1 : cat > chair ? 0 : 2;
        },
        found: (live) =>
          t(
            'lesson.two-sentences.on-gives-on-cat-gives-dog-find',
            weight(live.weight(3, 3)),
            weight(live.weight(1, 1)),
          ),
      },
    },
    {
      title: t('lesson.two-sentences.softmax-makes-shares'),
      say: t('lesson.two-sentences.the-softmax-turns-scores'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.now-leave-out-the-division'),
        choices: [
          t('lesson.they-become-more-even'),
          t('lesson.two-sentences.nearly-all-goes-to-one-word'),
          t('lesson.two-sentences.nothing-changes'),
        ],
        then: two({ 'two.mechanism': 'dot' }),
        right: (live) => (live.weight(1, 1) > 0.6 ? 1 : 0),
        found: (live) => t('lesson.two-sentences.now-cat-gives-dog-transformers', weight(live.weight(1, 1))),
      },
    },
    {
      title: t('lesson.two-sentences.what-a-map-is-for'),
      say: t('lesson.two-sentences.the-weights-mix-the-vectors'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.a-row-gives-1-to-one-word-and-0'),
        choices: [
          t('lesson.two-sentences.the-mean-of-all-words'),
          t('lesson.two-sentences.the-vector-of-that-word'),
          t('lesson.two-sentences.zero'),
        ],
        right: () => 1,
        found: (live) =>
          t('lesson.two-sentences.only-one-part-of-the-sum-is-left', weight(live.weight(5, 5))),
      },
    },
    {
      title: t('lesson.two-sentences.layers-that-learn-what-to-look-for'),
      say: t('lesson.two-sentences.a-trainable-mechanism-first-sends'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.with-the-trained-layers-how-much'),
        choices: [
          t('lesson.two-sentences.about-as-much'),
          t('lesson.two-sentences.nearly-everything'),
          t('lesson.nearly-nothing'),
        ],
        then: two({ 'two.mechanism': 'trainable' }),
        right: (live) => {
          const now = live.weight(1, 1);
          return now > 0.8 ? 1 : now < 0.1 ? 2 : 0;
        },
        found: (live) => t('lesson.two-sentences.now-cat-gives-dog-the-layers', weight(live.weight(1, 1))),
      },
    },
    {
      title: t('lesson.two-sentences.before-they-have-learned'),
      say: t('lesson.two-sentences.a-layer-begins-with-random-numbers'),
      at: two({ 'two.mechanism': 'trainable' }),
      ask: {
        asked: t('lesson.two-sentences.what-will-the-map-look-like'),
        choices: [
          t('lesson.two-sentences.sharp-on-other-words'),
          t('lesson.two-sentences.nearly-even'),
          t('lesson.two-sentences.as-before'),
        ],
        then: two({ 'two.mechanism': 'trainable', 'two.trained': 'no' }),
        right: (live) => (live.weight(1, live.strongest(1)) < 0.4 ? 1 : 0),
        found: (live) =>
          t(
            'lesson.two-sentences.the-largest-weight-in-the-row-of-cat',
            weight(live.weight(1, live.strongest(1))),
            weight(1 / 6),
          ),
      },
    },
    {
      title: t('lesson.two-sentences.additive-scores'),
      say: t('lesson.two-sentences.the-first-attention-for-translation'),
      at: two(kChairs),
      ask: {
        asked: t('lesson.two-sentences.this-network-was-trained-on-the-same'),
        choices: [t('lesson.two-sentences.yes-with-most-of-its-weight'), t('lesson.no')],
        then: two({ ...kChairs, 'two.mechanism': 'additive' }),
        right: (live) => (live.weight(5, 1) > 0.5 ? 0 : 1),
        found: (live) => t('lesson.two-sentences.chairs-gives-chair-the-network', weight(live.weight(5, 1))),
      },
    },
    {
      title: t('lesson.two-sentences.the-mask'),
      say: t('lesson.two-sentences.here-both-sentences-are-the-same'),
      at: two(kSame),
      ask: {
        asked: t('lesson.two-sentences.with-the-causal-mask-the-first-word'),
        choices: ['0', t('page.half'), '1'],
        then: two({ ...kSame, 'two.causal': 'yes' }),
        right: (live) => (live.weight(0, 0) > 0.99 ? 2 : 0),
        found: (live) =>
          t('lesson.two-sentences.it-is-since-there-is-no-other-word', weight(live.weight(0, 0))),
      },
    },
    {
      title: t('lesson.two-sentences.words-without-a-vector'),
      say: t('lesson.two-sentences.only-the-most-frequent-words'),
      at: two(),
      ask: {
        asked: t('lesson.two-sentences.with-a-dot-product-where-does-a-word'),
        choices: [
          t('lesson.two-sentences.at-nothing'),
          t('lesson.two-sentences.at-all-words-alike'),
          t('lesson.two-sentences.at-itself'),
        ],
        then: two({ 'two.query': 'the zzyzx sat on the chair' }),
        right: (live) => (Math.abs(live.weight(1, 0) - live.weight(1, 5)) < 0.001 ? 1 : 0),
        found: (live) => t('lesson.two-sentences.each-of-the-six-words-gets', weight(live.weight(1, 0))),
      },
    },
    {
      title: t('lesson.your-turn'),
      say: t('lesson.two-sentences.here-a-pronoun-has-to-find'),
      at: at({ section: 'two' }),
      look: '.lab-settings select',
      task: {
        todo: t('lesson.two-sentences.choose-another-mechanism-until-her'),
        done: (live) => live.weight(3, live.strongest(3)) > 0.9,
        found: (live) =>
          t(
            'lesson.two-sentences.her-gives-to',
            weight(live.weight(3, live.strongest(3))),
            live.columns()[live.strongest(3)]!,
          ),
      },
    },
  ],
};
