// Where a note stands beside its word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placed } from '../../../web/src/views/term/placed.ts';

const view = { width: 360, height: 740 };
const note = { width: 320, height: 100 };
const word = (left: number, top: number) => ({ left, top, bottom: top + 20 });

test('a note stands below its word, and above it near the lower edge', () => {
  assert.deepEqual(placed(word(20, 300), note, view), { left: 20, top: 326, height: 100 });
  assert.deepEqual(placed(word(20, 650), note, view), { left: 20, top: 544, height: 100 });
});

test('a note stays in the window, and never covers its word', () => {
  assert.equal(placed(word(300, 300), note, view).left, 32);
  assert.equal(placed(word(-50, 300), note, view).left, 8);
  for (let top = 0; top <= 180; top += 10) {
    const at = placed(word(0, top), note, { width: 320, height: 200 });
    assert.ok(at.top + at.height <= top || at.top >= top + 20, `${top}: ${JSON.stringify(at)}`);
    assert.ok(at.top >= 8 && at.top + at.height <= 192, `${top}: ${JSON.stringify(at)}`);
  }
});
