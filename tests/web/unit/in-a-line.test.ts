// Names that a stranger has written, as they can stand in a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inALine, kLongestName, wholeOf } from '../../../web/src/text/in-a-line.ts';
import { words } from '../../../web/src/text/format.ts';
import { messageOf } from '../../../web/src/text/message.ts';
import { asPiece } from '../../../web/src/text/pieces.ts';
import { kBudget, Maker, within } from './made.ts';

test('names as people write them stay as they are', () => {
  for (const name of ['request', 'B-PER', 'très fâché', '悲しい', 'שלום', '👩‍👧 family', 'a b', ''])
    assert.equal(inALine(name), name);
  assert.equal(wholeOf('request'), undefined);
});

test('of a long name the beginning stays', () => {
  const long = 'a'.repeat(100_000);
  assert.equal(inALine(long), `${'a'.repeat(kLongestName - 1)}…`);
  assert.equal(inALine('🙏'.repeat(90)), `${'🙏'.repeat(kLongestName - 1)}…`, 'no half of a character');
  assert.equal(wholeOf(long)!.slice(0, 200), long.slice(0, 200));
  assert.ok(wholeOf(long)!.length < 1000);
});

test('what turns letters around or cannot be seen is seen', () => {
  assert.equal(inALine('good\u202elive'), 'good\ufffdlive');
  assert.equal(inALine('a\u0000b\u001b[31mc\u009b'), 'a\ufffdb\ufffd[31mc\ufffd');
  assert.equal(inALine('two\n\n\tlines\u2028more'), 'two lines more');
  assert.equal([...inALine(`a${'\u0301'.repeat(1000)}b`)].length, 8, 'a pile of accents');
});

test('labels, pieces and messages go through it', () => {
  assert.ok(words('no_'.repeat(1000)).length <= kLongestName);
  assert.ok(asPiece('ab'.repeat(5000), true).length <= 101);
  const message = messageOf(new Error(`[${'a'.repeat(100_000)}] has no label: add one`));
  assert.match(message, /^\[a+… has no label: add one$/);
  assert.ok(messageOf('a b '.repeat(10_000)).length <= 600);
});

test('a name of any kind is short in a moment', async () => {
  const maker = new Maker(48);
  const parts = ['a', ' ', '\u0301', '\u202e', '\n', '🙏', '\ud83d', '\u200d', 'ﷺ', '_'];
  for (let i = 0; i < 200; i++) {
    const name = maker.text(parts, 100_000);
    assert.ok(await within(kBudget, () => inALine(name)), JSON.stringify(name.slice(0, 80)));
    const shown = inALine(name);
    assert.ok([...shown].length <= kLongestName);
    assert.doesNotMatch(shown, /[\p{Cc}\u202e\u2028]/u);
    assert.equal(inALine(shown), shown);
  }
});
