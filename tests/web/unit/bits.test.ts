import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitsOf, memoryOf, wantsInt8, withInt8 } from '../../../web/src/state/opened/bits.ts';

test('the choice is one parameter of the link, beside those of others', () => {
  assert.equal(wantsInt8(''), false);
  const on = withInt8('ask.question=who%3F', true);
  assert.equal(on, 'ask.question=who%3F&open.bits=8');
  assert.equal(wantsInt8(on), true);
  assert.equal(withInt8(on, true), on);
  assert.equal(withInt8(on, false), 'ask.question=who%3F');
  for (const words of ['open.bits=', 'open.bits=16', 'open.bits=32', 'bits=8'])
    assert.equal(wantsInt8(words), false);
});

test('weights of 16 bits are widened in memory, those of 8 are not', () => {
  const info = { architecture: '', layers: 1, heads: 1, classes: [], vocabulary: 1 };
  assert.equal(memoryOf({ ...info, parameters: 1000, bytes: 2000 }, false), 4000);
  assert.equal(memoryOf({ ...info, parameters: 1000, bytes: 1040 }, true), 1040);
  assert.deepEqual([true, false].map(bitsOf), ['8-bit weights', '32-bit weights']);
});
