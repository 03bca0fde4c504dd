// How lessons judge answers: over a page that shows what is said here, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLessons, lessonNamed } from '../../../web/src/lessons/course.ts';
import { isAnswered, type Question, type Step, type Task } from '../../../web/src/lessons/lesson.ts';
import type { Live } from '../../../web/src/lessons/live.ts';

interface Shown {
  readonly of?: Readonly<Record<string, number>>; // probabilities
  readonly words?: readonly string[];
  readonly map?: readonly (readonly number[])[];
  readonly adds?: readonly number[];
  readonly texts?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
}

const largest = (values: readonly number[]) => values.indexOf(Math.max(...values));

function page({ of = {}, words = [], map = [], adds = [], texts = {}, counts = {} }: Shown): Live {
  return {
    probability: (label) => of[label] ?? 0.5,
    after: (label) => of[label] ?? 0.5,
    adds: (word) => adds[word] ?? 0.25,
    weight: (query, key) => map[query]?.[key] ?? 0.25,
    strongest: (query) => largest(map[query] ?? [1]),
    received: () => words.map((_, key) => map.reduce((sum, row) => sum + row[key]!, 0)),
    columns: () => [...words],
    count: (selector) => counts[selector] ?? 0,
    text: (selector) => texts[selector] ?? '0.5',
  };
}

const step = (at: string): Step => {
  const [id, number] = at.split('.') as [string, string];
  return lessonNamed(id)!.steps[Number(number) - 1]!;
};
const task = (at: string): Task => step(at).task!;
const question = (at: string): Question => step(at).ask!;
const chosen = (at: string, shown: Shown) => question(at).choices[question(at).right(page(shown))];

const fill = (masked: string, candidates: number) => ({
  texts: { '.opening-title q': masked },
  counts: { '.fill-candidate': candidates },
});
const her = (weight: number) => ({ map: [[1], [1], [1], [1 - weight, weight]], words: ['a', 'her'] });
const lunch = (map: readonly number[]) => ({
  words: ['we', 'had', 'lunch'],
  map: [map, map, map],
  adds: [0.1, 0.9, 0.2],
});

// As each task is found on arrival, which is not done; and after answers that are right, the foreseen and others.
const kTasks: Readonly<
  Record<string, { readonly open: readonly Shown[]; readonly right: readonly Shown[] }>
> = {
  'requests.10': { open: [{ of: { request: 0.018 } }], right: [{ of: { request: 0.51 } }] },
  'two.10': { open: [her(0.6)], right: [her(0.91)] },
  'news.7': { open: [{}], right: [{ counts: { '[aria-labelledby=train-learned] .train-controls': 1 } }] },
  // talks; and cup, match, game
  'news.10': {
    open: [{ of: { Sports: 0.399 } }],
    right: [0.734, 0.786, 0.74].map((Sports) => ({ of: { Sports } })),
  },
  // The longest word is hidden on arrival, and has its candidates.
  'transformer.9': { open: [fill('flows', 10), fill('sea', 0)], right: [fill('sea', 10)] },
  'lstm.10': {
    open: [
      { words: ['it', 'is', 'not'], of: { positive: 0.132 } },
      { words: ['it', 'is', 'good'], of: { positive: 0.98 } },
    ],
    right: [
      { words: ['you', 'will', 'not', 'regret', 'it'], of: { positive: 0.53 } },
      { words: ['Not', 'only', 'funny'], of: { positive: 0.97 } },
    ],
  },
  'explains.10': { open: [lunch([0.1, 0.8, 0.1])], right: [lunch([0.1, 0.1, 0.8])] },
};

test('a task is open on arrival, and done by any right answer', () => {
  const all = kLessons.flatMap(({ id, steps }) =>
    steps.flatMap(({ task }, i) => (task ? `${id}.${i + 1}` : [])),
  );
  assert.deepEqual(all, Object.keys(kTasks));
  for (const [at, { open, right }] of Object.entries(kTasks)) {
    for (const shown of open) assert.equal(task(at).done(page(shown)), false, `${at} on arrival`);
    for (const shown of right)
      assert.equal(task(at).done(page(shown)), true, `${at} ${JSON.stringify(shown)}`);
  }
});

const kFull: Shown = { words: Array(10).fill('word'), map: Array(10).fill(Array(10).fill(0.1)) };

test('a question names one of its choices, with its numbers, whatever the page shows', () => {
  for (const { id, steps } of kLessons)
    for (const [i, { ask }] of steps.entries()) {
      if (!ask) continue;
      assert.equal(new Set(ask.choices).size, ask.choices.length, `${id}.${i + 1}`);
      assert.ok(ask.right(page(kFull)) < ask.choices.length, `${id}.${i + 1}`);
      assert.doesNotMatch(ask.found(page(kFull)), /undefined|NaN|null/, `${id}.${i + 1}`);
    }
});

test('what order does is asked with the order changed and nothing else', () => {
  const { then } = question('requests.4');
  const words = (fragment: string) =>
    new URLSearchParams(fragment)
      .get('text')!
      .toLowerCase()
      .match(/\w+|[^\w\s]/g)!;
  assert.deepEqual(words(then!).sort(), words(step('requests.4').at).sort());
  assert.notDeepEqual(words(then!), words(step('requests.4').at));
  assert.equal(chosen('requests.4', { of: { request: 0.296 } }), 'It falls');
  assert.equal(chosen('requests.4', { of: { request: 0.896 } }), 'It stays about the same');
});

test('what leads a network astray is said to be wrong only where it is', () => {
  assert.equal(chosen('requests.9', { of: { request: 0.939 } }), 'A request');
  assert.match(question('requests.9').found(page({ of: { request: 0.939 } })), /0\.939, which is wrong/);
});

test('a mask that hides later words stands over one sentence', () => {
  const masked = kLessons.flatMap(({ steps }) =>
    steps
      .flatMap(({ at, ask }) => [at, ask?.then ?? ''])
      .filter((fragment) => /two\.causal=yes/.test(fragment)),
  );
  assert.equal(masked.length, 1);
  for (const fragment of masked) {
    const settings = new URLSearchParams(fragment);
    assert.equal(settings.get('two.query'), settings.get('two.key'));
  }
});

test('an address whose page shows the answer is told from one that asks', () => {
  const first = step('requests.1');
  assert.equal(isAnswered(first, `#${first.at}&lesson.at=requests.1`), false);
  assert.equal(isAnswered(first, `#${first.ask!.then}&pin=1.2&lesson.at=requests.1`), true);
  assert.equal(isAnswered(step('requests.10'), `#${step('requests.10').at}`), false);
});
