// A model folder made up on the spot: a request classifier with the shipped model's tokenizer and any number of layers,
// heads and classes, and small random weights. Its predictions mean nothing; its attention is real.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dist } from './harness.mjs';

const kFolder = 'models/enron-request';
const kHidden = 16;

// [name, shape] of every tensor, as the engine wants them.
function tensors({ layers, vocabulary, classes, width }) {
  const linear = (name, inputs, outputs) => [
    [`${name}.weight`, [outputs, inputs]],
    [`${name}.bias`, [outputs]],
  ];
  const norm = (name) => [
    [`${name}.weight`, [width]],
    [`${name}.bias`, [width]],
  ];
  const layer = (i) => [
    ...['query', 'key', 'value', 'out'].flatMap((part) =>
      linear(`encoder.${i}.attention.${part}`, width, width),
    ),
    ...norm(`encoder.${i}.attention_norm`),
    ...linear(`encoder.${i}.feed_forward.in`, width, kHidden),
    ...linear(`encoder.${i}.feed_forward.out`, kHidden, width),
    ...norm(`encoder.${i}.feed_forward_norm`),
  ];
  const list = [
    ['embedding.weight', [vocabulary, width]],
    ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
  ];
  return [...list, ...linear('classifier', width, classes.length)];
}

// Numbers from -1.5 to 1.5 that are the same on every run (a multiplicative generator modulo 2^31 - 1).
function* randoms() {
  for (let state = 20_251; ; state = (state * 48_271) % 2_147_483_647)
    yield (3 * state) / 2_147_483_647 - 1.5;
}

function safetensors(list) {
  const random = randoms();
  let at = 0;
  const header = Object.fromEntries(
    list.map(([name, shape]) => {
      const bytes = 4 * shape.reduce((a, b) => a * b);
      const entry = { dtype: 'F32', shape, data_offsets: [at, at + bytes] };
      at += bytes;
      return [name, entry];
    }),
  );
  const text = JSON.stringify(header);
  const head = Buffer.from(text.padEnd(8 * Math.ceil(text.length / 8)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  const values = Float32Array.from({ length: at / 4 }, () => random.next().value);
  return Buffer.concat([length, head, Buffer.from(values.buffer)]);
}

// Lets the page find this model in place of the shipped one. `width`: of the embedding and of the attention.
export async function useSmallModel(page, { layers, heads, classes, width = 8 }) {
  const config = JSON.parse(await readFile(join(dist, kFolder, 'config.json'), 'utf8'));
  const byIndex = classes.map((label, i) => [String(i), label]);
  const own = {
    ...config,
    architecture: 'request-classifier',
    text: {},
    layers,
    heads,
    embedding: width,
    attention: width,
    feed_forward: kHidden,
    id2label: Object.fromEntries(byIndex),
    label2id: Object.fromEntries(classes.map((label, i) => [label, i])),
  };
  const weights = safetensors(tensors({ layers, vocabulary: config.vocab_size, classes, width }));
  await page.route(`**/${kFolder}/config.json`, (route) => route.fulfill({ json: own }));
  await page.route(`**/${kFolder}/model.safetensors`, (route) =>
    route.fulfill({ body: weights, contentType: 'application/octet-stream' }),
  );
}
