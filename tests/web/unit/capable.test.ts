import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFor, threadsFor } from '../../../web/src/engine/encoders/capable.ts';

const yes = () => true;

test('the build is the fastest that a browser can run', () => {
  assert.equal(buildFor(true, yes), 'heed-encoders-threads');
  assert.equal(buildFor(false, yes), 'heed-encoders-relaxed');
  for (const isolated of [true, false])
    assert.equal(
      buildFor(isolated, () => false),
      'heed-encoders',
    );
});

test('what is validated fails for its instruction alone', () => {
  buildFor(true, (bytes) => {
    // v128.bitselect takes and gives the same, and is everywhere where SIMD is.
    const at = bytes.findIndex((byte, i) => byte === 0xfd && bytes[i + 1] === 0x85 && bytes[i + 2] === 0x02);
    assert.ok(at > 0);
    const other = bytes.slice();
    other.set([0xfd, 0xd2, 0x00], at);
    assert.ok(WebAssembly.validate(other));
    return true;
  });
});

test('threads are as many as processors, within limits', () => {
  assert.deepEqual([undefined, 0, 1, 2, 4, 64].map(threadsFor), [1, 1, 1, 2, 4, 4]);
});
