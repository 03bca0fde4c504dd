import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milliseconds, short, size, weight } from '../../../web/src/text/format.ts';
import { plural } from '../../../web/src/text/plural.ts';
import { fromBytes, moved, spans } from '../../../web/src/text/offsets.ts';

const pieces = ['a', 'é', 'ß', '漢', 'א', '👩‍👩‍👧', '🇫🇷', ' ', '\n', 'please', '\u0301', '\ud800'];

// A small generator of our own, so that a failure can be repeated.
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

test('byte offsets become the same places in UTF-16', () => {
  const next = random(1);
  const encoder = new TextEncoder();
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: 12 }, () => pieces[Math.floor(next() * pieces.length)]!);
    const text = words.join('-');
    const ends = words.map((_, i) => words.slice(0, i + 1).join('-').length);
    const bytes = ends.map((end) => encoder.encode(text.slice(0, end)).length);
    assert.deepEqual(fromBytes(text, bytes), ends);
  }
});

test('spans cut the text at its tokens', () => {
  const tokens = [
    { start: 0, end: 2 },
    { start: 3, end: 7 },
  ];
  assert.deepEqual(
    spans('é 🙂!', tokens).map(({ start, end }) => 'é 🙂!'.slice(start, end)),
    ['é', '🙂'],
  );
});

test('spans before and behind a change move with the text', () => {
  const before = 'send the report';
  const list = [
    { start: 0, end: 4 },
    { start: 5, end: 8 },
    { start: 9, end: 15 },
  ];
  const after = 'send a big report';
  const words = moved(list, before, after).map((span) => span && after.slice(span.start, span.end));
  assert.deepEqual(words, ['send', null, 'report']);
  assert.deepEqual(moved(list, before, before), list);
  assert.deepEqual(moved(list, before, ''), [null, null, null]);
});

test('numbers are written one way', () => {
  assert.equal(weight(0.41249), '0.412');
  assert.deepEqual([short(0.412), short(1), short(0.0004), short(0.9996)], ['.412', '1', '0', '1']);
  assert.deepEqual([size(800), size(228356), size(1.25e6)], ['800 B', '228 kB', '1.3 MB']);
  assert.deepEqual([size(999_700), size(999.96e6), size(10_742.5e6)], ['1.0 MB', '1.0 GB', '10.7 GB']);
  assert.deepEqual(
    [milliseconds(0.3), milliseconds(2.34), milliseconds(41.2)],
    ['under 1 ms', '2.3 ms', '41 ms'],
  );
  assert.deepEqual(
    [plural(1, ' token| tokens'), plural(1204, ' token| tokens')],
    ['1 token', '1,204 tokens'],
  );
});
