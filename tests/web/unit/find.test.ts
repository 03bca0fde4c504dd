import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from '../../../web/src/text/find.ts';

const texts = ['[CLS]', 'Send', '##er', 'sends', 'it', '7', 'send'];

test('the next token of the text, around the end, in both directions', () => {
  assert.equal(find(texts, 'send', -1), 1);
  assert.equal(find(texts, ' SEND ', 1), 6);
  assert.equal(find(texts, 'send', 6), 1);
  assert.equal(find(texts, 'send', 1, -1), 6);
  assert.equal(find(texts, 'send', -1, -1), 6);
});

test('what a token begins with finds it, but a whole one comes first', () => {
  assert.equal(find(texts, 'sen', -1), 1);
  assert.equal(find(texts, 'sends', -1), 3);
  assert.equal(find(texts, 'er', -1), 2, 'without the sign of a piece');
});

test('a number is a place, unless it is a token', () => {
  assert.equal(find(texts, '7', -1), 5);
  assert.equal(find(texts, '#7', -1), 6);
  assert.equal(find(texts, '5', -1), 4);
  assert.equal(find(texts, '8', -1), null);
  assert.equal(find(texts, '0', -1), null);
});

test('nothing is found of nothing', () => {
  assert.equal(find(texts, '  ', 2), null);
  assert.equal(find([], 'a', -1), null);
  assert.equal(find(texts, 'zebra', 2), null);
});
