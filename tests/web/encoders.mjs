// build/wasm/heed-encoders.mjs, or another build of it, for the tests, and the tiny models of tests/fixtures as the files that it opens.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const build = new URL('../../build/wasm/', import.meta.url);
const fixture = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const asBytes = (value) => (typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value));

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
    Object.entries(header).map(([name, { dtype, shape, data_offsets: [begin, end] }]) => [
      name,
      { dtype, shape, bytes: data.slice(begin, end) },
    ]),
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
  return floats(shape, Array.from({ length: count }, (_, i) => Math.sin((i + 1) * 12.9898 + seed * 78.233) * 0.8));
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

class Encoders {
  constructor(module) {
    this.module = module;
  }

  #text(pointer, size) {
    const start = pointer >>> 0;
    return new TextDecoder('utf-8', { fatal: true }).decode(this.module.HEAPU8.slice(start, start + size));
  }
  error() {
    return new Error(this.#text(this.module._heed_error(), this.module._heed_error_size()));
  }
  result() {
    return JSON.parse(this.#text(this.module._heed_result(), this.module._heed_result_size()));
  }
  // Strings and bytes go in as pointer and length, numbers as they are.
  call(name, ...values) {
    const pointers = [];
    const given = values.flatMap((value) => {
      if (typeof value === 'number') return [value];
      const bytes = asBytes(value);
      const pointer = this.module._malloc(Math.max(bytes.length, 1)) >>> 0;
      this.module.HEAPU8.set(bytes, pointer);
      pointers.push(pointer);
      return [pointer, bytes.length];
    });
    const done = this.module[name](...given);
    pointers.forEach((pointer) => this.module._free(pointer));
    if (done === (name === '_heed_open' ? -1 : 0)) throw this.error();
    return done;
  }

  begin(name, int8 = 0) {
    this.call('_heed_begin', name, int8);
  }
  // Announces a file of `size` bytes and writes `bytes`, at most `piece` at a time.
  file(name, bytes, { size = bytes.length, piece = 1 << 20 } = {}) {
    this.call('_heed_file', name, size);
    this.write(bytes, piece);
  }
  // The next bytes of the file.
  write(bytes, piece = 1 << 20) {
    for (let at = 0; at < bytes.length; ) {
      const room = Math.min(this.module._heed_room_size() >>> 0, piece, bytes.length - at);
      if (room === 0) return;
      this.module.HEAPU8.set(bytes.subarray(at, at + room), this.module._heed_room() >>> 0);
      this.call('_heed_wrote', room);
      at += room;
    }
  }
  open(name, files, options) {
    this.begin(name, options?.int8);
    for (const [file, bytes] of Object.entries(files)) this.file(file, asBytes(bytes), options);
    return this.call('_heed_open');
  }

  info(handle) {
    this.call('_heed_info', handle);
    return this.result();
  }
  analyse(handle, text, options = {}) {
    this.call('_heed_analyse', handle, text, JSON.stringify(options));
    return this.result();
  }
  fillMask(handle, text, top = 5) {
    this.call('_heed_fill_mask', handle, text, top);
    return this.result();
  }
  tokenize(handle, text) {
    this.call('_heed_tokenize', handle, text);
    return this.result();
  }
  #floats(pointer, count) {
    const start = pointer >>> 0;
    return new Float32Array(this.module.HEAPU8.slice(start, start + 4 * count).buffer);
  }
  weights(map) {
    return this.#floats(this.module._heed_weights(map), this.module._heed_weights_count(map));
  }
  head(layer, head) {
    this.call('_heed_head', layer, head);
    return this.#floats(this.module._heed_floats(), this.module._heed_floats_count());
  }
  answer(handle, question, text, options = {}) {
    this.call('_heed_answer', handle, question, text, JSON.stringify(options));
    return this.result();
  }
  embed(handle, text) {
    this.call('_heed_embed', handle, text);
    return this.result();
  }
}

export async function encoders(name = 'heed-encoders') {
  const { default: factory } = await import(new URL(`${name}.mjs`, build));
  return new Encoders(await factory({ wasmBinary: readFileSync(new URL(`${name}.wasm`, build)) }));
}
// Node runs relaxed SIMD from version 22 on; before that when asked to, and as it is meant by its slower compiler.
export function runsRelaxed() {
  if (parseInt(process.versions.node) < 22)
    for (const flag of ['--experimental-wasm-relaxed-simd', '--no-liftoff']) setFlagsFromString(flag);
  return WebAssembly.validate(readFileSync(new URL('heed-encoders-relaxed.wasm', build)));
}
