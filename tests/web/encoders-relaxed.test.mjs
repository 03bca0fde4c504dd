// The engine for models of other makers as browsers with relaxed SIMD get it, and as others do.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeOutRelaxed } from '../../web/src/engine/relaxed.ts';
import { moduleFile } from './door.mjs';
import { encoders, plainEncoders, tinyFiles } from './encoders.mjs';

const modules = [await plainEncoders(), await encoders()];
const text = 'the old man walks to the river and sleeps';

const probabilities = (module, options) =>
  module
    .analyse(module.open('m', tinyFiles('distilbert_tiny'), options), text)
    .classes.map(({ probability }) => probability);
const furthest = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

test('nothing is left of relaxed SIMD once it is taken out', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heed-relaxed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['heed-full.wasm', 'heed-all.wasm']) {
    const file = join(folder, name);
    const wasm = readFileSync(moduleFile(name));
    writeFileSync(file, takeOutRelaxed(Uint8Array.from(wasm)));
    assert.notDeepEqual(readFileSync(file), wasm);
    const options = { encoding: 'utf8', maxBuffer: 2 ** 30 };
    const { status, stdout } = spawnSync('wasm-dis', ['--all-features', file, '-o', '-'], options);
    assert.equal(status, 0);
    assert.equal(stdout.match(/\(f32x4\.relaxed/g), null);
    assert.ok(stdout.includes('(v128.bitselect'));
  }
});

test('float32 gives the same', () => {
  const [plain, relaxed] = modules.map((module) => probabilities(module));
  assert.ok(furthest(plain, relaxed) < 1e-6, `${relaxed} for ${plain}`);
});

test('int8 gives the same', () => {
  const [plain, relaxed] = modules.map((module) => probabilities(module, { int8: 1 }));
  assert.ok(furthest(plain, relaxed) < 1e-5, `${relaxed} for ${plain}`);
});

test('masks are filled with the same words', () => {
  const masked = 'the [MASK] flows to the sea';
  const [plain, relaxed] = modules.map(
    (module) => module.fillMask(module.open('b', tinyFiles('bert_tiny'), { int8: 1 }), masked, 48).masks[0],
  );
  for (const { id, probability } of plain.candidates) {
    const same = relaxed.candidates.find((candidate) => candidate.id === id);
    assert.ok(Math.abs(same.probability - probability) < 1e-5);
  }
});
