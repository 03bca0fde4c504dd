// Where the words and bars of the attention strip stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kStripTop, layOutStrip } from '../../../web/src/views/strip.ts';

// Without a browser a character is 8 pixels wide.
globalThis.document ??= { createElement: () => ({ getContext: () => null }) } as unknown as Document;

const tokens = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ text: `word${i}`, known: true }));
const kRoom = { width: 400, height: 340 };

test('words stand in the order of the sentence, beside and below each other, within the width', () => {
  for (const count of [1, 3, 14, 15, 40, 64, 65, 300]) {
    const { words, bar, line, width, height } = layOutStrip(tokens(count), [], kRoom);
    assert.deepEqual(
      words.map(({ key }) => key),
      Array.from({ length: count }, (_, i) => i),
    );
    assert.ok(width <= kRoom.width);
    words.forEach(({ x, y, width: own }, i) => {
      assert.ok(x >= 0 && x + own <= kRoom.width && y >= kStripTop && y + bar + line <= height);
      const before = words[i - 1];
      if (before)
        assert.ok(before.y < y ? x === 0 : before.y === y && before.x + before.width < x, `word ${i}`);
    });
  }
});

test('bars take the height there is, and shrink as lines are added', () => {
  const heights = [1, 8, 16, 60].map((count) => layOutStrip(tokens(count), [], kRoom));
  heights.forEach(({ bar }, i) => assert.ok(i === 0 || bar <= heights[i - 1]!.bar));
  assert.equal(heights[0]!.bar, 200);
  assert.ok(heights[2]!.height <= kRoom.height);
  assert.ok(heights[3]!.height > kRoom.height, 'many lines scroll');
});

test('what was taken out stands where it was, without a bar of its own', () => {
  const out = [
    { start: 0, end: 3, text: 'the', before: 0 },
    { start: 9, end: 16, text: 'for\n the', before: 1 },
    { start: 20, end: 21, text: '!', before: 2 },
  ];
  const { words } = layOutStrip(tokens(2), out, kRoom);
  assert.deepEqual(
    words.map(({ key, text }) => [key, text]),
    [
      [null, 'the'],
      [0, 'word0'],
      [null, 'for the'],
      [1, 'word1'],
      [null, '!'],
    ],
  );
});

test('above 64 tokens only what is in view is drawn', () => {
  assert.equal(layOutStrip(tokens(64), [], kRoom).virtual, false);
  assert.equal(layOutStrip(tokens(65), [], kRoom).virtual, true);
});

test('one endless word keeps within the width', () => {
  const [word] = layOutStrip([{ text: 'x'.repeat(500), known: true }], [], { width: 200, height: 300 }).words;
  assert.ok(word!.width <= 200);
});
