// web/bindings/relaxed_simd.mjs, with a disassembler that knows three things: the instruction by its codes of before and now, and
// i32.const before three bytes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../web/bindings/relaxed_simd.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heed-relaxed-'));
after(() => rmSync(folder, { recursive: true }));

const kMadd = [0xfd, 0xaf, 0x01],
  kFinal = [0xfd, 0x85, 0x02];

const kConst = 0x41;
const kDisassembler = `#!${process.execPath}
const bytes = require('fs').readFileSync(process.argv[3]);
for (let at = 0; at < bytes.length; at++) {
  const code = bytes.subarray(at, at + 3).toString('hex');
  if (bytes[at] === ${kConst}) at += 3;
  else if (code === 'fdaf01') console.log('(f32x4.relaxed_fma');
  else if (code === 'fd8502') console.log('(f32x4.relaxed_madd');
}
`;

function rewrite(given, says = kDisassembler) {
  const file = join(folder, 'module.wasm'),
    disassembler = join(folder, 'dis');
  writeFileSync(file, Uint8Array.from(given));
  writeFileSync(disassembler, says, { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [script, file, disassembler], { encoding: 'utf8' });
  return { status, stderr, bytes: [...readFileSync(file)], left: readdirSync(folder).sort() };
}

// The end of a module that says where its instructions stand.
const section = (...places) => [0, 13 + places.length, 12, ...Buffer.from('relaxed_madd'), ...places];

test('instructions get their final codes, and the module says where they are; all else stays', () => {
  const { status, bytes, left } = rewrite([1, ...kMadd, 2, ...kMadd]);
  assert.equal(status, 0);
  assert.deepEqual(bytes, [1, ...kFinal, 2, ...kFinal, ...section(1, 5)]);
  assert.deepEqual(left, ['dis', 'module.wasm']);
});

test('instructions that a compiler wrote with their final codes are found as well', () => {
  const { status, bytes } = rewrite([1, ...kFinal, ...kFinal]);
  assert.equal(status, 0);
  assert.deepEqual(bytes, [1, ...kFinal, ...kFinal, ...section(1, 4)]);
});

test('places beyond 127 are written in seven bits a byte', () => {
  const { bytes } = rewrite([...Array(300).fill(7), ...kMadd]);
  assert.deepEqual(bytes.slice(303), section(0xac, 0x02));
});

test('constants that look like instructions stay', () => {
  const { status, bytes } = rewrite([...kMadd, kConst, ...kMadd, ...kMadd, kConst, ...kMadd]);
  assert.equal(status, 0);
  assert.deepEqual(bytes, [...kFinal, kConst, ...kMadd, ...kFinal, kConst, ...kMadd, ...section(0, 7)]);
});

test('more instructions than places leave the file as it was', () => {
  const { status, stderr, bytes } = rewrite(
    [1, 2, 3],
    "#!/bin/sh\necho '(f32x4.relaxed_fma (f32x4.relaxed_fma'\n",
  );
  assert.equal(status, 1);
  assert.match(stderr, /0 places with the code of relaxed_fma, but 2 such/);
  assert.deepEqual(bytes, [1, 2, 3]);
});

test('a module without any is refused', () => {
  const { status, stderr } = rewrite([1, 2, 3]);
  assert.equal(status, 1);
  assert.match(stderr, /expected at least one/);
});
