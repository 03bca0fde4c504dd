// Texts that are longer than what is taken of them are cut where it is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutTo } from '../../../web/src/text/cut.ts';

test('a text that fits stays as it is, and nothing is said', () => {
  for (const text of ['', 'a', 'x'.repeat(400)]) assert.deepEqual(cutTo(text, 400), { text, said: null });
});

test('of a longer one the beginning is taken, and said how much is left out and where', () => {
  const text = 'Please send me the report. '.repeat(100);
  const cut = cutTo(text, 400);
  assert.equal(cut.text, text.slice(0, 400));
  assert.equal(
    cut.said,
    'This field holds 400 characters: of 2,700, the 2,300 after “Please send me the repor” are left out.'.replace(
      'Please send me the repor',
      cut.text.slice(-24).replace(/^\S*\s/, ''),
    ),
  );
});

test('no character is cut in two', () => {
  for (let longest = 1; longest < 12; longest++) {
    const { text } = cutTo('a🙂🙏b🙂é漢', longest);
    assert.ok(text.length <= longest && !/[\ud800-\udbff]$/.test(text), text);
  }
});
