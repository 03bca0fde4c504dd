// What the page puts in the place of relaxed SIMD, by the list at a module's end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeOutRelaxed } from '../../../web/src/engine/relaxed.ts';

const kHeader = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const kMadd = [0xfd, 0x85, 0x02];
const kInstead = [0xfd, 0x52, 0x01];
const custom = (name: string, content: readonly number[]) => {
  const text = [...Buffer.from(name)];
  return [0, 1 + text.length + content.length, text.length, ...text, ...content];
};
const taken = (bytes: readonly number[]) => [...takeOutRelaxed(Uint8Array.from(bytes))];

test('instructions that are listed are replaced, and what looks like them stays', () => {
  // A section of 200 bytes, whose size takes two.
  const body = [...kMadd, ...kMadd, ...Array<number>(191).fill(7), ...kMadd];
  const start = kHeader.length + 3;
  const list = custom('relaxed_madd', [start, (start + 197) | 0x80, (start + 197) >> 7]);
  const before = [...kHeader, 10, (200 & 0x7f) | 0x80, 200 >> 7, ...body, ...custom('name', [1, 2]), ...list];
  const after = [...before];
  after.splice(start, 3, ...kInstead);
  after.splice(start + 197, 3, ...kInstead);
  assert.deepEqual(taken(before), after);
});

test('a module without a list stays as it is', () => {
  const module = [...kHeader, ...custom('name', kMadd)];
  assert.deepEqual(taken(module), module);
});

test('what comes in its place takes as many vectors', () => {
  // (func i32.const 0 i32x4.splat, three times, f32x4.relaxed_madd drop), which stands at 39
  const splat = [0x41, 0x00, 0xfd, 0x11];
  const code = [0x00, ...splat, ...splat, ...splat, ...kMadd, 0x1a, 0x0b];
  const module = [...kHeader, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, code.length + 2, 1, code.length, ...code];
  const list = custom('relaxed_madd', [module.length - 5]);
  const given = Uint8Array.from([...module, ...list]);
  assert.ok(WebAssembly.validate(given));
  assert.ok(WebAssembly.validate(takeOutRelaxed(given)));
  assert.ok(!Buffer.from(given).includes(Buffer.from(kMadd)));
});
