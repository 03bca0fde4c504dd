// Lessons can be read by a reader of sixteen whose English is not perfect: short sentences with a subject and a verb, plain words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLessons } from '../../../web/src/lessons/course.ts';
import type { Lesson } from '../../../web/src/lessons/lesson.ts';
import type { Live } from '../../../web/src/lessons/live.ts';
import { withoutMarks } from '../../../web/src/text/marks.ts';
import { readLanguages } from '../../../web/vite/words.mts';
import { measure, type Prose } from './prose.ts';

const kBounds = { median: 15, longest: 30, ease: 60 };

// A page that shows some number for everything.
const live: Live = {
  probability: () => 0.123,
  after: () => 0.123,
  adds: () => 0.25,
  weight: () => 0.123,
  strongest: () => 0,
  received: () => Array<number>(10).fill(1),
  columns: () => Array<string>(10).fill('word'),
  count: () => 16,
  text: () => '0.5',
};

const textOf = ({ about, steps }: Lesson): string =>
  [
    about,
    ...steps.flatMap(({ say, ask, task }) => [say, ask?.asked ?? task!.todo, (ask ?? task)!.found(live)]),
  ]
    .map(withoutMarks)
    .join('\n\n');

function isShort({ sentences, median, longest }: Prose): void {
  const words = (one: string) => one.split(' ').length;
  const long = sentences.toSorted((a, b) => words(b) - words(a))[0];
  assert.ok(median <= kBounds.median, `the median sentence has ${median} words`);
  assert.ok(longest <= kBounds.longest, `${longest} words: ${long}`);
}

for (const lesson of kLessons)
  test(`the lesson ${lesson.id} can be read once`, () => {
    const prose = measure(textOf(lesson));
    assert.ok(prose.sentences.length > 50, `${prose.sentences.length} sentences`);
    const hidden = prose.hidden.filter((one) => !/^What .*\?$/.test(one)); // a lesson asks questions
    assert.deepEqual(hidden, [], 'sentences that hide their subject');
    assert.deepEqual(prose.verbless, [], 'sentences without a verb (or with one that verbs.ts lacks)');
    isShort(prose);
    assert.ok(prose.ease >= kBounds.ease, `reading ease is ${prose.ease.toFixed(1)}`);
  });

const kFiles = ['explains', 'lstm', 'news', 'requests', 'transformer', 'two-sentences'];
for (const language of readLanguages())
  for (const name of kFiles)
    test(`the lesson ${name} has short sentences in ${language.name}`, () => {
      const own = Object.entries(language.messages).filter(([id]) => id.startsWith(`lesson.${name}.`));
      const whole = own
        .map(([, { text }]) => withoutMarks(text as string))
        .filter((one) => /[.?!。？！]$/.test(one));
      isShort(measure(whole.join('\n\n')));
    });
