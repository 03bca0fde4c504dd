// The page's module for models of other makers, in Node: files in pieces, PyTorch's numbers, heads that are computed
// when they are asked for, and one message for every file that is damaged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { encoders, floatsOf, integersOf, kPieces, oracle, readTensors, safetensors, tinyFiles } from './encoders.mjs';

let module;
before(async () => {
  module = await encoders();
});

const largest = (a, b) => {
  assert.equal(a.length, b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
};

// Pieces that are read as they stand: text to exactly these ids.
function withoutCutting(name) {
  const vocab = Object.fromEntries(kPieces.map((_, id) => [`t${id}`, id]));
  const tokenizer = {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: null,
    decoder: null,
    model: { type: 'WordLevel', vocab, unk_token: 't1' },
  };
  const { 'vocab.txt': _, ...files } = tinyFiles(name);
  return { 'config.json': files['config.json'], 'tokenizer.json': JSON.stringify(tokenizer), ...files };
}

// The first text of a fixture, which has no padding, and whose segments are all 0.
const kTokens = 9;

test('DistilBERT has PyTorch’s logits within 1e-4 and its attention within 1e-5', () => {
  const io = oracle('distilbert_tiny');
  const ids = integersOf(io['in.input_ids']);
  const mask = integersOf(io['in.attention_mask']);
  const model = module.open('distil', withoutCutting('distilbert_tiny'));
  for (const text of [0, 1]) {
    const length = mask.slice(text * kTokens, (text + 1) * kTokens).reduce((a, b) => a + b);
    const own = ids.slice(text * kTokens, text * kTokens + length);
    const analysis = module.analyse(model, own.map((id) => `t${id}`).join(' '));
    assert.deepEqual(analysis.tokens.map(({ id }) => id), own);
    const logits = floatsOf(io['out.logits']).slice(2 * text, 2 * text + 2);
    const [a, b] = analysis.classes.map(({ probability }) => Math.log(probability));
    assert.ok(Math.abs(a - b - (logits[0] - logits[1])) < 1e-4);
    for (const layer of [0, 1]) {
      const want = floatsOf(io[`out.attention.${layer}`]);
      const rows = [];
      for (let h = 0; h < 4; h++)
        for (let t = 0; t < length; t++) {
          const start = ((text * 4 + h) * kTokens + t) * kTokens;
          rows.push(...want.slice(start, start + length));
        }
      assert.ok(largest(module.weights(layer), rows) < 1e-5);
    }
  }
});

test('heads are the same whether they come with the analysis or are asked for later', () => {
  const model = module.open('distil', tinyFiles('distilbert_tiny'));
  const text = 'the old man walks to the river and sleeps';
  const whole = module.analyse(model, text);
  const T = whole.tokens.length;
  const maps = [0, 1].map((layer) => module.weights(layer));
  const later = module.analyse(model, text, { whole_maps: 4 });
  assert.deepEqual(later.tokens, whole.tokens);
  assert.deepEqual(later.classes, whole.classes);
  assert.ok(largest(later.received, whole.received) < 1e-6);
  assert.deepEqual(
    later.top_pairs.map(({ query, key }) => [query, key]),
    whole.top_pairs.map(({ query, key }) => [query, key]),
  );
  assert.equal(module.weights(0).length, 0);
  for (const layer of [0, 1]) {
    const heads = [0, 1, 2, 3].map((head) => module.head(layer, head));
    heads.forEach((head, h) => assert.ok(largest(head, maps[layer].slice(h * T * T, (h + 1) * T * T)) < 1e-6));
    const mean = module.head(layer, -1);
    assert.ok(largest(mean, heads[0].map((_, i) => heads.reduce((sum, head) => sum + head[i] / 4, 0))) < 1e-6);
    // Small maps hold the largest weight of each block.
    const n = 3;
    const small = module.overview(layer, n);
    assert.equal(small.length, 4 * n * n);
    const want = new Float32Array(4 * n * n);
    heads.forEach((head, h) =>
      head.forEach((weight, i) => {
        const cell = (h * n + Math.floor((Math.floor(i / T) * n) / T)) * n + Math.floor(((i % T) * n) / T);
        want[cell] = Math.max(want[cell], weight);
      }),
    );
    assert.ok(largest(small, want) < 1e-6);
    assert.deepEqual(module.overview(layer, 100).length, 4 * T * T);
  }
  assert.throws(() => module.head(2, 0), /\[attention\] there is no layer 2/);
  assert.throws(() => module.head(0, 4), /\[attention\] there is no head 4/);
  module.analyse(model, 'the old man');
  assert.throws(() => module.head(0, 0), /whole maps/);
});

test('BERT fills masks, the likeliest first', () => {
  const model = module.open('bert', tinyFiles('bert_tiny'));
  const filled = module.fillMask(model, 'the [MASK] flows to the [MASK]', 48);
  assert.deepEqual(filled.masks.map(({ position }) => position), [2, 6]);
  for (const { candidates } of filled.masks) {
    assert.equal(candidates.length, 48);
    assert.ok(Math.abs(candidates.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-6);
  }
  assert.deepEqual(module.tokenize(model, 'The river').map(({ text }) => text), ['[CLS]', 'the', 'river', '[SEP]']);
  assert.equal(module.info(model).architecture, 'BertForMaskedLM');
  assert.throws(() => module.fillMask(module.open('d', tinyFiles('distilbert_tiny')), 'a'), /only a masked language/);
});

test('files may come in pieces of any size, weights in shards', () => {
  const text = 'the old man';
  const files = tinyFiles('distilbert_tiny');
  const want = module.analyse(module.open('m', files), text);
  for (const piece of [1, 7, 4096]) assert.deepEqual(module.analyse(module.open('m', files, { piece }), text), want);
  const tensors = Object.entries(readTensors(files['model.safetensors']));
  const map = {};
  const shards = [tensors.slice(0, 20), tensors.slice(20)].map((part, i) => {
    const header = {};
    let end = 0;
    for (const [name, { dtype, shape, bytes }] of part) {
      header[name] = { dtype, shape, data_offsets: [end, (end += bytes.length)] };
      map[name] = `part-${i}.safetensors`;
    }
    return safetensors(header, Buffer.concat(part.map(([, { bytes }]) => bytes)));
  });
  const { 'model.safetensors': _, ...others } = files;
  const sharded = { ...others, 'model.safetensors.index.json': JSON.stringify({ weight_map: map }) };
  const all = { ...sharded, 'part-0.safetensors': shards[0], 'part-1.safetensors': shards[1] };
  assert.deepEqual(module.analyse(module.open('m', all), text), want);
  assert.throws(() => module.open('m', { ...sharded, 'part-0.safetensors': shards[0] }), /part-1\.safetensors/);
});

test('weights become int8 as they come, and say nearly the same', () => {
  const text = 'the old man walks to the river and sleeps';
  const files = tinyFiles('distilbert_tiny');
  const probability = (options) => module.analyse(module.open('m', files, options), text).classes[0].probability;
  const want = probability();
  const got = probability({ int8: 1 });
  assert.notEqual(got, want);
  assert.ok(Math.abs(got - want) < 0.02, `${got} for ${want}`);
  assert.equal(probability({ int8: 1, piece: 1000 }), got);
  const masked = 'the [MASK] flows to the sea';
  const [wide, small] = [0, 1].map((int8) => module.fillMask(module.open('b', tinyFiles('bert_tiny'), { int8 }), masked, 48));
  for (const { id, probability: p } of wide.masks[0].candidates) {
    const same = small.masks[0].candidates.find((candidate) => candidate.id === id);
    assert.ok(Math.abs(same.probability - p) < 0.03);
  }
});

test('one of our own models opens too', () => {
  const folder = new URL('../../assets/models/enron-request/', import.meta.url);
  const names = ['config.json', 'tokenizer.json', 'model.safetensors'];
  const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(new URL(name, folder)))]));
  const model = module.open('own', files);
  assert.equal(module.analyse(model, 'Please send me the report.').prediction.label, 'request');
});

test('what is damaged is one message, and what was open still is', () => {
  const open = module.open('open', tinyFiles('distilbert_tiny'));
  const files = tinyFiles('distilbert_tiny');
  const weights = files['model.safetensors'];
  const refused = (changes, message) => {
    assert.throws(() => module.open('bad', { ...files, ...changes }), message);
    assert.equal(module.analyse(open, 'the river').tokens.length, 4);
  };
  const length = (value) => {
    const bytes = weights.slice();
    new DataView(bytes.buffer).setBigUint64(0, value, true);
    return bytes;
  };
  refused({ 'model.safetensors': length(2n ** 60n) }, /claims a header of 1152921504606846976 bytes/);
  refused({ 'model.safetensors': weights.slice(0, 4) }, /has 4 bytes/);
  refused({ 'model.safetensors': weights.slice(0, 5000) }, /model\.safetensors\]/);
  const entry = (begin, end, dtype = 'F32') => ({ dtype, shape: [2], data_offsets: [begin, end] });
  refused({ 'model.safetensors': safetensors({ a: entry(0, 8), b: entry(4, 12) }, new Uint8Array(12)) }, /overlaps/);
  refused({ 'model.safetensors': safetensors({ a: entry(0, 8, 'F8') }, new Uint8Array(8)) }, /dtype/);
  refused({ 'model.safetensors': safetensors({ a: entry(0, 8) }, new Uint8Array(8)) }, /is missing/);
  const nan = weights.slice();
  nan.fill(0xff, nan.length - 4);
  refused({ 'model.safetensors': nan }, /not finite|NaN/i);
  refused({ 'config.json': '{' }, /config\.json/);
  const { 'model.safetensors': _, ...none } = files;
  assert.throws(() => module.open('bad', { ...none, 'pytorch_model.bin': '' }), /Python pickle/);
  assert.throws(() => module.open('bad', none), /has no model\.safetensors/);
  module.begin('bad');
  module.file('config.json', new TextEncoder().encode(files['config.json']));
  assert.throws(() => module.file('model.safetensors', weights, { size: 5e9 }), /5\.0 GB: at most 4\.2 GB/);
  module.begin('cut');
  module.file('config.json', new TextEncoder().encode(files['config.json']));
  module.file('vocab.txt', new TextEncoder().encode(files['vocab.txt']));
  module.file('model.safetensors', weights.subarray(0, 70000), { size: weights.length });
  assert.throws(() => module.call('_heed_open'), /ended after 70000 of 85656 bytes/);
  assert.equal(module.analyse(open, 'the river').tokens.length, 4);
});

test('the module needs no eval', () => {
  const source = readFileSync(new URL('../../build/wasm/heed-encoders.mjs', import.meta.url), 'utf8');
  assert.doesNotMatch(source, /new Function|\beval\(/);
});
