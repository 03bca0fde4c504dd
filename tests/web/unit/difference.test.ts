// What changed from one text to the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../../../web/src/text/difference.ts';

// "-for -" for what went, "+ +" for what came.
const said = (before: string, after: string) =>
  difference(before, after)
    .map(({ kind, text }) => ({ same: text, out: `-${text}-`, new: `+${text}+` })[kind])
    .join('');

test('words taken out, spaces put in, and case', () => {
  assert.equal(said('great week for the nyse', 'great week nyse'), 'great week -for the -nyse');
  assert.equal(said('nyse!', 'nyse !'), 'nyse+ +!');
  assert.equal(said('Great NYSE week', 'great nyse week'), '+great+ +nyse+ week');
  assert.equal(said('oil (in dollars) up', 'oil  up'), 'oil -(in dollars)- up');
});

test('nothing changed is one piece that is the same', () => {
  assert.deepEqual(difference('a b', 'a b'), [{ kind: 'same', text: 'a b' }]);
  assert.deepEqual(difference('', ''), []);
});

test('what is not new makes the text before, what is not out the text after', () => {
  const words = ['great', 'week', ' ', '  ', '!', 'für', '😀', 'x1', '(', ')'];
  let state = 7;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const some = () => Array.from({ length: random(12) }, () => words[random(words.length)]!).join(' ');
  for (let run = 0; run < 300; run++) {
    const [before, after] = [some(), some()];
    const list = difference(before, after);
    const of = (other: string) =>
      list
        .filter(({ kind }) => kind !== other)
        .map(({ text }) => text)
        .join('');
    assert.equal(of('out'), after);
    assert.equal(of('new'), before);
  }
});

test('a very long text comes without marks', () => {
  const long = 'word '.repeat(400);
  assert.deepEqual(difference(long, long.trim()), [{ kind: 'same', text: long.trim() }]);
});
