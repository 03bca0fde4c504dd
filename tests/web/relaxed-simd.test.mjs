// web/bindings/relaxed_simd.mjs, with a disassembler that knows four things: the instructions, and i32.const before three
// bytes.
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
  kDot = [0xfd, 0xb0, 0x01],
  kPairs = [0xfd, 0xb4, 0x01];

const kConst = 0x41;
const kDisassembler = `#!${process.execPath}
const bytes = require('fs').readFileSync(process.argv[3]);
for (let at = 0; at < bytes.length; at++) {
  const code = bytes.subarray(at, at + 3).toString('hex');
  if (bytes[at] === ${kConst}) at += 3;
  else if (code === 'fdaf01') console.log('(f32x4.relaxed_fma');
  else if (code === 'fdb001') console.log('(f32x4.relaxed_fms');
  else if (code === 'fdb401') console.log('(f32x4.relaxed_min');
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

test('instructions get their final codes, all else stays', () => {
  const { status, bytes, left } = rewrite([1, ...kMadd, 2, ...kDot, ...kMadd, 3, ...kPairs]);
  assert.equal(status, 0);
  assert.deepEqual(bytes, [1, 0xfd, 0x85, 0x02, 2, 0xfd, 0x93, 0x02, 0xfd, 0x85, 0x02, 3, 0xfd, 0x92, 0x02]);
  assert.deepEqual(left, ['dis', 'module.wasm']);
});

test('constants that look like instructions stay', () => {
  const { status, bytes } = rewrite([
    ...[...kDot, kConst, ...kDot, ...kMadd, kConst, ...kMadd, ...kDot],
    ...[kConst, ...kPairs, ...kPairs],
  ]);
  assert.equal(status, 0);
  const madd = [0xfd, 0x85, 0x02],
    dot = [0xfd, 0x93, 0x02];
  const pairs = [0xfd, 0x92, 0x02];
  assert.deepEqual(bytes, [
    ...[...dot, kConst, ...kDot, ...madd, kConst, ...kMadd, ...dot],
    ...[kConst, ...kPairs, ...pairs],
  ]);
});

test('more instructions than places leave the file as it was', () => {
  const { status, stderr, bytes } = rewrite(
    kDot,
    "#!/bin/sh\necho '(f32x4.relaxed_fms (f32x4.relaxed_fms'\n",
  );
  assert.equal(status, 1);
  assert.match(stderr, /0 places with the old code of relaxed_fms, but 2 such/);
  assert.deepEqual(bytes, kDot);
});

test('a module with neither is refused', () => {
  const { status, stderr } = rewrite([1, 2, 3]);
  assert.equal(status, 1);
  assert.match(stderr, /expected at least one/);
});
