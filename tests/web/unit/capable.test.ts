import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFor, runsRelaxed, threadsFor } from '../../../web/src/engine/capable.ts';

test('the module is the fastest that a browser can run', () => {
  for (const name of ['heed-full', 'heed-all'] as const) {
    assert.equal(buildFor(true, name, true), 'heed-all-threads');
    assert.equal(buildFor(false, name, true), name);
    for (const isolated of [true, false]) assert.equal(buildFor(isolated, name, false), name);
  }
});

test('relaxed SIMD is what is there', (t) => {
  assert.equal(runsRelaxed(), true);
  t.mock.method(WebAssembly, 'validate', () => false);
  assert.equal(runsRelaxed(), false);
});

test('threads are as many as processors, within limits', () => {
  assert.deepEqual([undefined, 0, 1, 2, 4, 64].map(threadsFor), [1, 1, 1, 2, 4, 4]);
});
