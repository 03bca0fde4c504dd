// web/bindings/relaxed_simd.mjs, with a disassembler that says what the test wants.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../web/bindings/relaxed_simd.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heed-relaxed-'));
after(() => rmSync(folder, { recursive: true }));

const kMadd = [0xfd, 0xaf, 0x01], kDot = [0xfd, 0xb0, 0x01];

function rewrite(given, disassembly) {
  const file = join(folder, 'module.wasm'), disassembler = join(folder, 'dis');
  writeFileSync(file, Uint8Array.from(given));
  writeFileSync(disassembler, `#!/bin/sh\nprintf '%s\\n' '${disassembly}'\n`, { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [script, file, disassembler], { encoding: 'utf8' });
  return { status, stderr, bytes: [...readFileSync(file)] };
}

test('both instructions get their final codes, all else stays', () => {
  const { status, bytes } = rewrite([1, ...kMadd, 2, ...kDot, ...kMadd, 3], '(f32x4.relaxed_fma (f32x4.relaxed_fms (f32x4.relaxed_fma');
  assert.equal(status, 0);
  assert.deepEqual(bytes, [1, 0xfd, 0x85, 0x02, 2, 0xfd, 0x93, 0x02, 0xfd, 0x85, 0x02, 3]);
});

test('a constant that looks like an instruction leaves the file as it was', () => {
  const given = [...kMadd, ...kDot, ...kDot];
  const { status, stderr, bytes } = rewrite(given, '(f32x4.relaxed_fma (f32x4.relaxed_fms');
  assert.equal(status, 1);
  assert.match(stderr, /2 places with the old code of relaxed_fms, but 1 such/);
  assert.deepEqual(bytes, given);
});

test('a module with neither is refused', () => {
  const { status, stderr } = rewrite([1, 2, 3], '(f32x4.add');
  assert.equal(status, 1);
  assert.match(stderr, /expected at least one/);
});
