// A model of the BERT family is in memory once: the weights that are multiplied with are laid out anew, and what they
// were made from is let go of.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed } from './program.mjs';

const D = 512,
  FF = 2048,
  V = 8000,
  LAYERS = 4;
const config = {
  model_type: 'distilbert',
  architectures: ['DistilBertForSequenceClassification'],
  vocab_size: V,
  dim: D,
  hidden_dim: FF,
  n_layers: LAYERS,
  n_heads: 8,
  max_position_embeddings: 128,
  activation: 'gelu',
};

function shapes() {
  const all = {};
  const vectors = (name, size) =>
    Object.assign(all, { [`${name}.weight`]: [size], [`${name}.bias`]: [size] });
  const linear = (name, inputs, outputs) =>
    Object.assign(all, { [`${name}.weight`]: [outputs, inputs], [`${name}.bias`]: [outputs] });
  all['distilbert.embeddings.word_embeddings.weight'] = [V, D];
  all['distilbert.embeddings.position_embeddings.weight'] = [128, D];
  vectors('distilbert.embeddings.LayerNorm', D);
  for (let l = 0; l < LAYERS; ++l) {
    const layer = `distilbert.transformer.layer.${l}`;
    for (const part of ['q_lin', 'k_lin', 'v_lin', 'out_lin']) linear(`${layer}.attention.${part}`, D, D);
    linear(`${layer}.ffn.lin1`, D, FF);
    linear(`${layer}.ffn.lin2`, FF, D);
    vectors(`${layer}.sa_layer_norm`, D);
    vectors(`${layer}.output_layer_norm`, D);
  }
  linear('pre_classifier', D, D);
  linear('classifier', D, 2);
  return all;
}

// Small numbers without a pattern; bytes of the file.
function writeModel(path) {
  mkdirSync(path);
  writeFileSync(join(path, 'config.json'), JSON.stringify(config));
  writeFileSync(
    join(path, 'vocab.txt'),
    ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'river'].join('\n') + '\n',
  );
  const header = {};
  let end = 0;
  for (const [name, shape] of Object.entries(shapes()))
    header[name] = { dtype: 'F32', shape, data_offsets: [end, (end += 4 * shape.reduce((a, b) => a * b))] };
  const text = Buffer.from(JSON.stringify(header)),
    length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const block = Float32Array.from({ length: end / 4 }, (_, i) => Math.sin(i * 1.7) / 30);
  const file = openSync(join(path, 'model.safetensors'), 'w');
  for (const bytes of [length, text, new Uint8Array(block.buffer)]) writeSync(file, bytes);
  closeSync(file);
  return end;
}

const PEAK =
  'import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); ' +
  'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)';

test('the peak is the model × 1.15 + 50 MB at most', (t) => {
  const model = join(folder(t), 'medium');
  const bytes = writeModel(model);
  const result = spawnSync('python3', [
    '-c',
    PEAK,
    heed,
    'predict',
    '--model',
    model,
    '--json',
    '--attention',
    'river '.repeat(100),
  ]);
  assert.equal(result.status, 0, result.stderr.toString());
  const peak = Number(result.stdout) * 1024;
  assert.ok(bytes > 60e6 && peak > bytes / 2, `${bytes} bytes, a peak of ${peak}`);
  assert.ok(peak <= bytes * 1.15 + 50e6, `a peak of ${peak} bytes for a model of ${bytes}`);
});
