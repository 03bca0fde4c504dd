// The page's training module trains as `heed train` does.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load, loadPlain } from './door.mjs';
import { noModel, run } from '../native/program.mjs';

const kText = readFileSync(
  fileURLToPath(new URL('../../assets/examples/guests.tsv', import.meta.url)),
  'utf8',
);
const kRecipe = {
  data: { format: 'tsv' },
  split: { train: 0.8, validation: 0.2, test: 0 },
  model: { architecture: 'request-classifier', embedding: 16, attention: 16, heads: 2, feed_forward: 32 },
  training: { epochs: 3, batch_size: 16, optimizer: { name: 'adam', rate: 0.003 } },
};

function lesson(recipe = kRecipe) {
  const rows = kText
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  const labels = [...new Set(rows.map(([label]) => label))].sort();
  return {
    name: 'mine',
    recipe: JSON.stringify(recipe),
    labels,
    rows: rows.map(([label, text]) => ({ text, label: labels.indexOf(label) })),
  };
}

function trained(door, seconds) {
  let points = [],
    last;
  do {
    last = door.call('train', { seconds });
    points = [...points, ...last.points];
  } while (!last.state.ended);
  return { points, ...door.call('finish-training') };
}

test('the same run ends with the same bits, however its steps are cut', async () => {
  const [one, other] = [await load('heed-all'), await load('heed-all')];
  for (const door of [one, other]) door.call('begin-training', lesson());
  const first = trained(one, 0),
    second = trained(other, 60);
  assert.equal(first.points.length, 72);
  assert.deepEqual(first.validation, second.validation);
  const weights = first.files.findIndex(({ name }) => name === 'model.safetensors');
  assert.deepEqual(one.tensors[weights], other.tensors[weights]);
});

for (const [kind, start] of [
  ['relaxed', load],
  ['plain', loadPlain],
])
  test(`${kind} SIMD: it ends where the program ends, within rounding`, { skip: noModel }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'heed-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [recipe, data] = [join(folder, 'recipe.json'), join(folder, 'texts.tsv')];
    writeFileSync(recipe, JSON.stringify(kRecipe));
    writeFileSync(data, kText);
    const native = run(['train', recipe, '--data', data, '--out', join(folder, 'model'), '--json']);
    assert.equal(native.status, 0, native.err);
    const door = await start('heed-all');
    door.call('begin-training', lesson());
    const here = trained(door, 60).validation;
    const there = JSON.parse(native.out.trim().split('\n').at(-1)).validation;
    assert.ok(Math.abs(here.loss - there.loss) < 1e-3, `${here.loss} ${there.loss}`);
    assert.deepEqual(here.confusion, there.confusion);
  });

test('a run that was cut at any step goes on from what was kept with the same bits', async () => {
  const whole = await load('heed-all');
  whole.call('begin-training', lesson());
  const { validation } = trained(whole, 60);
  for (const steps of [1, 24, 31, 70]) {
    const cut = await load('heed-all');
    cut.call('begin-training', lesson());
    cut.call('train', { seconds: 60, steps });
    const { bytes, tensor } = cut.call('keep-training');
    const kept = new Uint8Array(cut.tensors[tensor].buffer, 0, bytes);
    const later = await load('heed-all');
    later.call('begin-training', lesson(), [kept]);
    assert.deepEqual(trained(later, 60).validation, validation, `after ${steps} steps`);
  }
});

const kTuning = {
  data: { format: 'tsv' },
  split: { train: 0.8, validation: 0.2, test: 0 },
  training: { epochs: 1, batch_size: 16, freeze: 3, optimizer: { name: 'adamw', rate: 0.001 } },
};
const encoder = fileURLToPath(new URL('../../assets/models/heed-small', import.meta.url));

test('an encoder is fine-tuned as the program does it', { skip: noModel, timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [recipe, data] = [join(folder, 'recipe.json'), join(folder, 'texts.tsv')];
  writeFileSync(recipe, JSON.stringify(kTuning));
  writeFileSync(data, kText);
  const native = run([
    'train',
    recipe,
    '--from',
    encoder,
    '--data',
    data,
    '--out',
    join(folder, 'model'),
    '--json',
  ]);
  assert.equal(native.status, 0, native.err);
  const there = JSON.parse(native.out.trim().split('\n').at(-1)).validation;
  const files = ['config.json', 'tokenizer.json', 'model.safetensors'];
  const given = { ...lesson(kTuning), from: 'heed-small', files };
  const bytes = files.map((name) => new Uint8Array(readFileSync(join(encoder, name))));
  const door = await load('heed-all');
  assert.throws(
    () => door.call('begin-training', { ...given, memory: 1e7 }, bytes),
    /5,?\d+.*numbers, of which.*room for 10/,
  );
  door.call('begin-training', given, bytes);
  const here = trained(door, 60);
  assert.ok(Math.abs(here.validation.loss - there.loss) < 2e-3, `${here.validation.loss} ${there.loss}`);
  assert.deepEqual(
    here.files.map(({ name }) => name),
    ['README.md', 'config.json', 'model.safetensors', 'tokenizer.json'],
  );
});
