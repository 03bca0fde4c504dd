// The transformer: scaled dot-product attention, masks, layers and heads, word pieces, BERT's task.
import { t } from '../text/t.ts';
import { at, type Lesson } from './lesson.ts';
import type { Live } from './live.ts';
import { signed, weight } from './numbers.ts';

const read = (text: string, more: Readonly<Record<string, string>> = {}) =>
  at({ model: 'ours:heed-small-sentiment', text, ...more });
const kFilm = 'A moving film with a weak ending.';
const lab = (more: Readonly<Record<string, string>> = {}) => at({ section: 'lab', ...more });
const pieces = (text: string) => at({ section: 'tokenizer', 'tokenizer.text': text });
const kMask = 'The river flows to the sea, and the river bank is green.';
const positive = (live: Live) => live.probability('positive');

export const transformer: Lesson = {
  id: 'transformer',
  title: t('lesson.transformer.inside-a-transformer'),
  about: t('lesson.transformer.scaled-dot-product-attention-masks'),
  steps: [
    {
      title: t('lesson.transformer.one-row-step-by-step'),
      say: t('lesson.transformer.the-lab-computes-one-row-of-scaled'),
      at: lab(),
      look: '.through',
      ask: {
        asked: t('lesson.transformer.each-key-has-50-numbers-its-width'),
        choices: ['50', t('lesson.transformer.root-50-7-07'), '50²'],
        right: () => 1,
        found: () => t('lesson.transformer.they-are-divided-by-the-root'),
      },
    },
    {
      title: t('page.temperature'),
      say: t('lesson.transformer.you-can-divide-the-scores'),
      at: lab({ 'lab.temperature': '1' }),
      ask: {
        asked: t('lesson.transformer.what-happens-to-the-rows'),
        choices: [t('lesson.transformer.they-become-sharper'), t('lesson.they-become-more-even')],
        then: lab({ 'lab.temperature': '0.2' }),
        right: (live) => (live.weight(1, live.strongest(1)) > 0.5 ? 0 : 1),
        found: (live) =>
          t(
            'lesson.transformer.king-now-gives-to-one-word-models',
            weight(live.weight(1, live.strongest(1))),
          ),
      },
    },
    {
      title: t('lesson.transformer.who-may-be-seen'),
      say: t('lesson.transformer.a-network-that-only-reads-such'),
      at: lab(),
      ask: {
        asked: t('lesson.transformer.with-a-causal-mask-how-many-words'),
        choices: ['1', '3', t('lesson.transformer.all')],
        then: lab({ 'lab.causal': 'yes' }),
        right: () => 1,
        found: (live) => t('lesson.transformer.it-sees-itself-and-the-two-words', weight(live.weight(0, 0))),
      },
    },
    {
      title: t('lesson.transformer.word-pieces'),
      say: t('lesson.transformer.a-vocabulary-cannot-hold-all-words'),
      at: pieces('Transformer models are powerful.'),
      ask: {
        asked: t('lesson.transformer.here-the-vocabulary-has-8-000-pieces'),
        choices: [t('lesson.yes'), t('lesson.transformer.no-several')],
        then: pieces('unbelievably'),
        right: (live) => (live.count('.tz-chip') > 8 ? 1 : 0),
        found: () => t('lesson.transformer.the-word-is-cut-into-pieces-put'),
      },
    },
    {
      title: t('lesson.transformer.layers-and-heads'),
      say: t('lesson.transformer.heed-small-is-a-transformer-of-our'),
      at: read(kFilm, { view: 'heads' }),
      ask: {
        asked: t('lesson.transformer.how-many-maps-is-that'),
        choices: ['4', '8', '16'],
        right: (live) => ({ 4: 0, 8: 1, 16: 2 })[live.count('.heads-option')] ?? -1,
        found: (live) =>
          t('lesson.transformer.four-layers-with-four-heads-make', live.count('.heads-option')),
      },
    },
    {
      title: t('lesson.transformer.the-first-token-sums-up'),
      say: t('lesson.transformer.a-token-called-cls-special-token'),
      at: read('The film is good.'),
      ask: {
        asked: t('lesson.transformer.in-where-will-cls-look-most-take', kFilm),
        choices: ['moving', 'weak', '[SEP]'],
        then: read(kFilm),
        right: (live) => ({ 2: 0, 6: 1, 9: 2 })[live.strongest(0)] ?? -1,
        found: (live) =>
          t(
            'lesson.transformer.moving-gets-and-weak-gets-the-class',
            weight(live.weight(0, 2)),
            weight(live.weight(0, 6)),
            weight(positive(live)),
          ),
      },
    },
    {
      title: t('lesson.transformer.where-attention-goes-to-rest'),
      say: t('lesson.transformer.a-row-has-to-sum-to-1-even-if-a-head'),
      at: read(kFilm),
      ask: {
        asked: t('lesson.transformer.the-full-stop-gives-sep-much'),
        choices: [t('lesson.transformer.much'), t('lesson.nearly-nothing')],
        right: (live) => (Math.abs(live.adds(9)) > 0.2 ? 0 : 1),
        found: (live) =>
          t(
            'lesson.transformer.the-full-stop-gives-it-but-sep-adds',
            weight(live.weight(8, 9)),
            signed(live.adds(9)),
          ),
      },
    },
    {
      title: t('lesson.not-good'),
      say: t('lesson.transformer.after-the-first-layer-the-state'),
      at: read('The film is good.'),
      ask: {
        asked: t('lesson.transformer.what-will-the-network-predict'),
        choices: [t('page.positive'), t('page.negative')],
        then: read('The film is not good.'),
        right: (live) => (positive(live) > 0.5 ? 0 : 1),
        found: (live) => t('lesson.transformer.positive-gets-the-word-not-turns', weight(positive(live))),
      },
    },
    {
      title: t('lesson.transformer.learning-from-hidden-words'),
      say: t('lesson.transformer.a-network-like-this-is-first'),
      at: at({ section: 'fill', model: 'ours:heed-small', text: kMask }),
      look: '.fill-words',
      task: {
        todo: t('lesson.transformer.click-the-word-sea-the-page-hides'),
        done: (live) => live.text('.opening-title q') === 'sea' && live.count('.fill-candidate') > 0,
        found: (live) =>
          t(
            'lesson.transformer.the-network-puts-first-nobody-ever',
            live.text('.fill-candidate .fill-piece'),
          ),
      },
    },
    {
      title: t('lesson.transformer.writing'),
      say: t('lesson.transformer.gpt-is-the-same-kind-of-network'),
      at: at({ section: 'write', 'write.model': 'heed-writer', 'write.text': 'The old man' }),
      ask: {
        asked: t('lesson.transformer.in-the-map-of-the-old-man-how-many'),
        choices: ['3', '6', '9'],
        right: () => 1,
        found: (live) => t('lesson.transformer.the-three-rows-have-one-two', weight(live.weight(0, 0))),
      },
    },
  ],
};
