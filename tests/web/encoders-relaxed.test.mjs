// The engine for models of other makers as browsers with relaxed SIMD get it, beside the one for any browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encoders, runsRelaxed, tinyFiles } from './encoders.mjs';

const skip = !runsRelaxed() && 'this Node has no relaxed SIMD';
const modules = skip ? [] : [await encoders(), await encoders('heed-full-relaxed')];
const text = 'the old man walks to the river and sleeps';

const probabilities = (module, options) =>
  module
    .analyse(module.open('m', tinyFiles('distilbert_tiny'), options), text)
    .classes.map(({ probability }) => probability);
const furthest = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

test('float32 gives the same', { skip }, () => {
  const [plain, relaxed] = modules.map((module) => probabilities(module));
  assert.ok(furthest(plain, relaxed) < 1e-6, `${relaxed} for ${plain}`);
});

test('int8 gives the same', { skip }, () => {
  const [plain, relaxed] = modules.map((module) => probabilities(module, { int8: 1 }));
  assert.ok(furthest(plain, relaxed) < 1e-5, `${relaxed} for ${plain}`);
});

test('masks are filled with the same words', { skip }, () => {
  const masked = 'the [MASK] flows to the sea';
  const [plain, relaxed] = modules.map(
    (module) => module.fillMask(module.open('b', tinyFiles('bert_tiny'), { int8: 1 }), masked, 48).masks[0],
  );
  for (const { id, probability } of plain.candidates) {
    const same = relaxed.candidates.find((candidate) => candidate.id === id);
    assert.ok(Math.abs(same.probability - probability) < 1e-5);
  }
});
