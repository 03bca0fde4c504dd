// DistilBERT of its real size, made int8 while it comes: what the module's memory grows to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encoders, kPieces, plainEncoders, safetensors } from './encoders.mjs';

const D = 768,
  F = 3072,
  V = 30522;
const config = {
  model_type: 'distilbert',
  architectures: ['DistilBertForSequenceClassification'],
  vocab_size: V,
  dim: D,
  hidden_dim: F,
  n_layers: 6,
  n_heads: 12,
  max_position_embeddings: 512,
  activation: 'gelu',
};

// {name: shape} in the order of the file.
function shapes() {
  const all = {
    'distilbert.embeddings.LayerNorm.bias': [D],
    'distilbert.embeddings.LayerNorm.weight': [D],
    'distilbert.embeddings.position_embeddings.weight': [512, D],
    'distilbert.embeddings.word_embeddings.weight': [V, D],
    'pre_classifier.weight': [D, D],
    'pre_classifier.bias': [D],
    'classifier.weight': [2, D],
    'classifier.bias': [2],
  };
  for (let l = 0; l < 6; l++) {
    const at = `distilbert.transformer.layer.${l}.`;
    for (const [name, rows, columns] of [
      ['attention.q_lin', D, D],
      ['attention.k_lin', D, D],
      ['attention.v_lin', D, D],
      ['attention.out_lin', D, D],
      ['ffn.lin1', F, D],
      ['ffn.lin2', D, F],
    ])
      Object.assign(all, { [`${at}${name}.weight`]: [rows, columns], [`${at}${name}.bias`]: [rows] });
    for (const name of ['sa_layer_norm', 'output_layer_norm'])
      Object.assign(all, { [`${at}${name}.weight`]: [D], [`${at}${name}.bias`]: [D] });
  }
  return all;
}

async function fill(module) {
  const header = {};
  let end = 0;
  for (const [name, shape] of Object.entries(shapes())) {
    const bytes = 4 * shape.reduce((a, b) => a * b);
    header[name] = { dtype: 'F32', shape, data_offsets: [end, (end += bytes)] };
  }
  const vocabulary = [...kPieces, ...Array.from({ length: V - kPieces.length }, (_, i) => `v${i}`)].join(
    '\n',
  );
  module.begin('distilbert', 1);
  module.file('config.json', new TextEncoder().encode(JSON.stringify(config)));
  module.file('vocab.txt', new TextEncoder().encode(vocabulary));
  const start = safetensors(header, new Uint8Array(0));
  module.file('model.safetensors', start, { size: start.length + end });
  const numbers = Float32Array.from({ length: 1 << 18 }, (_, i) => ((i * 7919) % 1009) / 12000 - 0.042);
  for (let left = end; left > 0;) {
    const room = Math.min(module.roomSize, 4 * numbers.length, left);
    module.write(new Uint8Array(numbers.buffer, 0, room), room);
    left -= room;
  }
  const model = module.end();
  const megabytes = () => module.memory / 1e6;
  assert.ok(megabytes() <= 120, `${megabytes()} MB after loading`);
  const analysis = module.analyse(model, 'the old man walks to the river '.repeat(18));
  assert.equal(analysis.tokens.length, 128);
  assert.ok(analysis.classes.every(({ probability }) => probability > 0));
  assert.ok(megabytes() <= 140, `${megabytes()} MB after a text of 128 tokens`);
}

test('the memory of DistilBERT as int8 is at most 120 MB', async () => fill(await encoders()));

test('it is without relaxed SIMD', async () => fill(await plainEncoders()));
