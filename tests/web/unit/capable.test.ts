import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFor, runsRelaxed, threadsFor } from '../../../web/src/engine/capable.ts';

test('the build is the fastest that a browser can run', () => {
  assert.equal(buildFor(true, 'heed-full', true), 'heed-full-threads');
  assert.equal(buildFor(false, 'heed-full', true), 'heed-full-relaxed');
  for (const isolated of [true, false]) assert.equal(buildFor(isolated, 'heed-full', false), 'heed-full');
  for (const name of ['heed-trainer', 'heed-writer'] as const) {
    assert.equal(buildFor(true, name, true), `${name}-threads`);
    assert.equal(buildFor(false, name, true), `${name}-relaxed`);
    assert.equal(buildFor(true, name, false), name);
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
