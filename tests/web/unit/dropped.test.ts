// What preprocessing took out of a sentence: the words between the tokens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropped } from '../../../web/src/text/dropped.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

// Tokens for these words, each at its first place behind the one before.
function tokensOf(text: string, words: readonly string[]) {
  let at = 0;
  return words.map((word) => {
    const start = text.indexOf(word, at);
    at = start + word.length;
    return { start: bytes(text.slice(0, start)), end: bytes(text.slice(0, at)) };
  });
}

const said = (text: string, words: readonly string[]) =>
  dropped({ text, tokens: tokensOf(text, words) }).map((gap) => [gap.before, gap.text]);

test('gaps between tokens that hold more than space, each before the token that follows', () => {
  assert.deepEqual(said('Great week for the NYSE!', ['Great', 'week', 'NYSE']), [
    [2, 'for the'],
    [3, '!'],
  ]);
  assert.deepEqual(said('The end', ['end']), [[0, 'The']]);
  assert.deepEqual(said('all of it', ['all', 'of', 'it']), []);
  assert.deepEqual(said('', []), []);
  assert.deepEqual(said(' the\n', []), [[0, 'the']]);
});

test('places are those of the text as typed, whatever it takes to write it', () => {
  const text = 'Ünï 😀 (für) NYSE';
  const [gap] = dropped({ text, tokens: tokensOf(text, ['Ünï', 'NYSE']) });
  assert.equal(text.slice(gap!.start, gap!.end), '😀 (für)');
});

test('what lies behind the end of what is read was cut, not taken out', () => {
  const text = 'great and more words';
  const tokens = tokensOf(text, ['great']);
  assert.deepEqual(
    dropped({ text, tokens, cut_at: 9 }).map((gap) => gap.text),
    ['and'],
  );
});
