// build/wasm/heed-full.mjs for the tests, and the tiny models of tests/fixtures as the files that it opens.
import { readFileSync } from 'node:fs';
import { asBytes, Door, load, loadPlain } from './door.mjs';

const fixture = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

export const kPieces = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
kPieces.push(...'the a river flows to sea is cold bank of green old man walks and sleeps , .'.split(' '));
while (kPieces.length < 48) kPieces.push(`w${kPieces.length}`);

// Files of bert_tiny or distilbert_tiny by name; `config` changes keys of config.json.
export function tinyFiles(name, config = {}) {
  const given = JSON.parse(fixture(`${name}_config.json`));
  return {
    'config.json': JSON.stringify({ ...given, ...config }),
    'vocab.txt': `${kPieces.join('\n')}\n`,
    'model.safetensors': asBytes(fixture(`${name}_model.safetensors`)),
  };
}

// {name: {dtype, shape, bytes}} of a safetensors file.
export function readTensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  delete header.__metadata__;
  const data = bytes.subarray(8 + length);
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [begin, end],
        },
      ]) => [name, { dtype, shape, bytes: data.slice(begin, end) }],
    ),
  );
}
export const oracle = (name) => readTensors(asBytes(fixture(`${name}_io.safetensors`)));
export const floatsOf = ({ bytes }) => new Float32Array(bytes.buffer);
export const integersOf = ({ bytes }) => [...new BigInt64Array(bytes.buffer)].map(Number);

// A safetensors file with this header, as an object or as bytes, and so much data.
export function safetensors(header, data) {
  const text = header instanceof Uint8Array ? header : asBytes(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

// A file of {name: {dtype, shape, bytes}}, as readTensors() has them.
export function writeTensors(tensors) {
  const header = {};
  let end = 0;
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors))
    header[name] = { dtype, shape, data_offsets: [end, (end += bytes.length)] };
  return safetensors(header, Buffer.concat(Object.values(tensors).map(({ bytes }) => bytes)));
}
export const floats = (shape, values) => ({
  dtype: 'F32',
  shape,
  bytes: new Uint8Array(Float32Array.from(values).buffer),
});
// Numbers that look random, the same each time.
export const noise = (shape, seed) => {
  const count = shape.reduce((a, b) => a * b, 1);
  return floats(
    shape,
    Array.from({ length: count }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233) * 0.8),
  );
};

const kHeads = {
  BertForTokenClassification: {
    'classifier.weight': noise([3, 32], 1),
    'classifier.bias': noise([3], 2),
  },
  BertForQuestionAnswering: { 'qa_outputs.weight': noise([2, 32], 3), 'qa_outputs.bias': noise([2], 4) },
  BertModel: {},
};
const kLabels = { id2label: { 0: 'O', 1: 'B-PLACE', 2: 'B-BEING' } };

// bert_tiny under another head.
export function headedFiles(architecture) {
  const files = tinyFiles('bert_tiny', { architectures: [architecture], ...kLabels });
  const weights = { ...readTensors(files['model.safetensors']), ...kHeads[architecture] };
  return { ...files, 'model.safetensors': writeTensors(weights) };
}

class Encoders extends Door {
  #opened = new Map();

  begin(name, int8 = 0) {
    this.call('begin-model', { name, int8: Boolean(int8) });
  }
  // Announces a file of `size` bytes and writes `bytes`, at most `piece` at a time.
  file(file, bytes, { size = bytes.length, piece = 1 << 20 } = {}) {
    this.call('begin-file', { file, bytes: size });
    this.write(bytes, piece);
  }
  end() {
    const { model, ...opened } = this.call('end-model');
    this.#opened.set(model, opened);
    return model;
  }
  open(name, files, options) {
    this.begin(name, options?.int8);
    for (const [file, bytes] of Object.entries(files)) this.file(file, asBytes(bytes), options);
    return this.end();
  }

  info(model) {
    return this.#opened.get(model).info;
  }
  int8(model) {
    return this.#opened.get(model).int8;
  }
  analyse(model, text, options = {}) {
    return this.call('analyse', { model, text, most_weights: 1 << 24, ...options });
  }
  answer(model, question, text, options = {}) {
    return this.analyse(model, text, { question, ...options });
  }
  fillMask(model, text, top = 5) {
    return this.call('fill-mask', { model, text, top });
  }
  tokenize(model, text) {
    return this.call('tokenize', { model, text });
  }
  // The weights of a map of the last analysis; none of a long text.
  weights(map) {
    return this.tensors[map] ?? new Float32Array();
  }
  head(map, head) {
    this.call('map', { map, head });
    return this.tensors[0];
  }
  embed(model, text) {
    this.call('embed', { model, text });
    const [embedding, cls_embedding] = this.tensors.map((vector) => [...vector]);
    return { embedding, cls_embedding };
  }
}

export const encoders = () => load('heed-full', Encoders);
// As browsers without relaxed SIMD get it.
export const plainEncoders = () => loadPlain('heed-full', Encoders);
