// The page's module for models of other makers, in Node: files in pieces, PyTorch's numbers, heads that are computed
// when they are asked for, and one message for every file that is damaged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import {
  encoders,
  floatsOf,
  headedFiles,
  integersOf,
  kPieces,
  oracle,
  readTensors,
  safetensors,
  tinyFiles,
  writeTensors,
} from './encoders.mjs';

let module;
before(async () => {
  module = await encoders();
});

const largest = (a, b) => {
  assert.equal(a.length, b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
};

// Pieces that are read as they stand: text to exactly these ids.
function withoutCutting(name, mask = -1) {
  const vocab = Object.fromEntries(kPieces.map((_, id) => [id === mask ? '[MASK]' : `t${id}`, id]));
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
    assert.deepEqual(
      analysis.tokens.map(({ id }) => id),
      own,
    );
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
    heads.forEach((head, h) =>
      assert.ok(largest(head, maps[layer].slice(h * T * T, (h + 1) * T * T)) < 1e-6),
    );
    const mean = module.head(layer, -1);
    assert.ok(
      largest(
        mean,
        heads[0].map((_, i) => heads.reduce((sum, head) => sum + head[i] / 4, 0)),
      ) < 1e-6,
    );
  }
  assert.throws(() => module.head(2, 0), /has no map 2/);
  assert.throws(() => module.head(0, 4), /\[attention\] there is no head 4/);
  module.analyse(model, 'the old man');
  const [first] = module.tensors;
  assert.deepEqual(module.head(0, 1), first.slice(first.length / 4, first.length / 2));
});

test('BERT fills masks, the likeliest first', () => {
  const model = module.open('bert', tinyFiles('bert_tiny'));
  const filled = module.fillMask(model, 'the [MASK] flows to the [MASK]', 48);
  assert.deepEqual(
    filled.masks.map(({ position }) => position),
    [2, 6],
  );
  for (const { candidates } of filled.masks) {
    assert.equal(candidates.length, 48);
    assert.ok(Math.abs(candidates.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-6);
  }
  assert.deepEqual(
    module.tokenize(model, 'The river').map(({ text }) => text),
    ['[CLS]', 'the', 'river', '[SEP]'],
  );
  assert.equal(module.info(model).architecture, 'BertForMaskedLM');
  assert.throws(
    () => module.fillMask(module.open('d', tinyFiles('distilbert_tiny')), 'a'),
    /only a masked language/,
  );
});

test('BERT’s masked language model has PyTorch’s logits within 1e-4, float16 and bfloat16 nearly', () => {
  const io = oracle('bert_tiny');
  const ids = integersOf(io['in.input_ids']).slice(0, kTokens);
  const types = integersOf(io['in.token_type_ids']).slice(0, kTokens);
  const logits = floatsOf(io['out.mlm_logits']);
  for (const at of [1, 4, 7]) {
    // Whatever stands there is called the mask.
    const files = withSegments(withoutCutting('bert_tiny', ids[at]), types);
    const text = ids.map((id) => (id === ids[at] ? '[MASK]' : `t${id}`)).join(' ');
    const want = logits.slice(at * 48, (at + 1) * 48);
    const differ = (given) => {
      const { masks } = module.fillMask(module.open('bert', given), text, 48);
      const { candidates } = masks.find(({ position }) => position === at);
      const [first] = candidates;
      const of = ({ id, probability }) =>
        Math.log(probability / first.probability) - (want[id] - want[first.id]);
      return Math.max(...candidates.map((one) => Math.abs(of(one))));
    };
    assert.ok(differ(files) < 1e-4);
    const stored = (dtype) => ({ ...files, 'model.safetensors': halved(files['model.safetensors'], dtype) });
    assert.ok(differ(stored('F16')) < 0.01);
    assert.ok(differ(stored('BF16')) < 0.1);
  }
});

// A text has one segment here: what another one adds to a token is added to its place.
function withSegments(files, types) {
  const tensors = readTensors(files['model.safetensors']);
  const [places, segments] = ['position', 'token_type'].map(
    (name) => tensors[`bert.embeddings.${name}_embeddings.weight`],
  );
  const [table, added] = [floatsOf(places), floatsOf(segments)];
  types.forEach((type, at) => {
    for (let d = 0; d < 32; d++) table[at * 32 + d] += added[type * 32 + d] - added[d];
  });
  places.bytes = new Uint8Array(table.buffer);
  return { ...files, 'model.safetensors': writeTensors(tensors) };
}

// A file of float32 weights as one of float16 or bfloat16, cut to what these hold.
function halved(bytes, dtype) {
  const half = (value) => {
    const bits = new Uint32Array(Float32Array.of(value).buffer)[0];
    if (dtype === 'BF16') return (bits + 0x8000) >>> 16;
    const exponent = ((bits >>> 23) & 0xff) - 112;
    if (exponent <= 0) return (bits >>> 16) & 0x8000; // too small: a zero with its sign
    return ((bits >>> 16) & 0x8000) | (((exponent << 10) | ((bits >>> 13) & 0x3ff)) + ((bits >>> 12) & 1));
  };
  const tensors = Object.entries(readTensors(bytes)).map(([name, tensor]) => [
    name,
    { ...tensor, dtype, bytes: new Uint8Array(Uint16Array.from(floatsOf(tensor), half).buffer) },
  ]);
  return writeTensors(Object.fromEntries(tensors));
}

// Random numbers would take longer than the model: a block of small ones, over and over.
test('BERT-base takes little more memory than its weights', async () => {
  const own = await encoders();
  const config = {
    ...JSON.parse(tinyFiles('bert_tiny')['config.json']),
    ...{ hidden_size: 768, num_attention_heads: 12, intermediate_size: 3072, num_hidden_layers: 12 },
    ...{ vocab_size: 30522, max_position_embeddings: 512 },
  };
  const header = {};
  let end = 0;
  const add = (name, ...shape) => {
    const bytes = 4 * shape.reduce((a, b) => a * b, 1);
    header[name] = { dtype: 'F32', shape, data_offsets: [end, (end += bytes)] };
  };
  for (const [name, { shape }] of Object.entries(readTensors(tinyFiles('bert_tiny')['model.safetensors']))) {
    const sizes = { 48: 30522, 32: 768, 64: 3072, 16: 512 };
    const large = shape.map((size) => sizes[size] ?? size);
    if (!name.includes('layer.1.')) add(name, ...large);
    else for (let layer = 1; layer < 12; layer++) add(name.replace('layer.1.', `layer.${layer}.`), ...large);
  }
  const block = new Uint8Array(Float32Array.from({ length: 1 << 18 }, (_, i) => Math.sin(i * i) / 30).buffer);
  const vocabulary = [...kPieces, ...Array.from({ length: 30522 - kPieces.length }, (_, i) => `x${i}`)].join(
    '\n',
  );
  own.begin('base');
  const text = (value) => new TextEncoder().encode(value);
  own.file('config.json', text(JSON.stringify(config)));
  own.file('vocab.txt', text(vocabulary));
  const head = safetensors(header, new Uint8Array());
  own.call('begin-file', { file: 'model.safetensors', bytes: head.length + end });
  own.write(head);
  for (let at = 0; at < end; at += block.length)
    own.write(block.subarray(0, Math.min(block.length, end - at)));
  const model = own.end();
  own.analyse(model, 'the old man walks to the river', { whole_maps: 64 });
  const took = own.module.HEAPU8.length / 1e6;
  const bound = (end / 1e6) * 1.15 + 50;
  console.log(`# ${(end / 1e6).toFixed(0)} MB of weights, ${took.toFixed(0)} MB of memory`);
  assert.ok(took <= bound, `${took} MB, ${bound} at most`);
});

test('tokens are labelled, questions answered, sentences made into vectors', () => {
  const text = 'the old man walks to the river';
  const { labels, tokens } = module.analyse(
    module.open('l', headedFiles('BertForTokenClassification')),
    text,
  );
  assert.equal(labels.length, tokens.length);
  for (const { label, probability } of labels) {
    assert.ok(['O', 'B-PLACE', 'B-BEING'].includes(label));
    assert.ok(probability >= 1 / 3 && probability <= 1);
  }
  const asked = module.answer(module.open('q', headedFiles('BertForQuestionAnswering')), 'the old', text);
  assert.deepEqual(asked.answer, asked.answers[0]);
  for (const { start, end, text: words } of asked.answers) assert.equal(text.slice(start, end), words);
  assert.deepEqual(
    asked.tokens.filter(({ question }) => question).map(({ text }) => text),
    ['the', 'old'],
  );
  const plain = module.open('v', headedFiles('BertModel'));
  const { embedding, cls_embedding } = module.analyse(plain, text, { whole_maps: 4 });
  assert.equal(embedding.length, 32);
  const head = module.head(0, 0);
  assert.deepEqual(module.embed(plain, text), { embedding, cls_embedding });
  assert.ok(largest(module.head(0, 0), head) < 1e-6, 'the last analysis stays');
  assert.deepEqual(module.embed(plain, ''), { embedding: [], cls_embedding: [] });
});

test('files may come in pieces of any size, weights in shards', () => {
  const text = 'the old man';
  const files = tinyFiles('distilbert_tiny');
  const want = module.analyse(module.open('m', files), text);
  for (const piece of [1, 7, 4096])
    assert.deepEqual(module.analyse(module.open('m', files, { piece }), text), want);
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
  assert.throws(
    () => module.open('m', { ...sharded, 'part-0.safetensors': shards[0] }),
    /part-1\.safetensors/,
  );
});

test('weights become int8 as they come, and say nearly the same', () => {
  const text = 'the old man walks to the river and sleeps';
  const files = tinyFiles('distilbert_tiny');
  const probability = (options) =>
    module.analyse(module.open('m', files, options), text).classes[0].probability;
  const want = probability();
  const got = probability({ int8: 1 });
  assert.notEqual(got, want);
  assert.ok(Math.abs(got - want) < 0.02, `${got} for ${want}`);
  assert.equal(probability({ int8: 1, piece: 1000 }), got);
  const said = [0, 1].map((int8) => Number(module.int8(module.open('m', files, { int8 }))));
  assert.deepEqual(said, [0, 1]);
  const masked = 'the [MASK] flows to the sea';
  const [wide, small] = [0, 1].map((int8) =>
    module.fillMask(module.open('b', tinyFiles('bert_tiny'), { int8 }), masked, 48),
  );
  for (const { id, probability: p } of wide.masks[0].candidates) {
    const same = small.masks[0].candidates.find((candidate) => candidate.id === id);
    assert.ok(Math.abs(same.probability - p) < 0.03);
  }
});

test('one of our own models opens too', () => {
  const folder = new URL('../../assets/models/enron-request/', import.meta.url);
  const names = ['config.json', 'tokenizer.json', 'model.safetensors'];
  const files = Object.fromEntries(
    names.map((name) => [name, new Uint8Array(readFileSync(new URL(name, folder)))]),
  );
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
  refused(
    { 'model.safetensors': safetensors({ a: entry(0, 8), b: entry(4, 12) }, new Uint8Array(12)) },
    /overlaps/,
  );
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
  assert.throws(() => module.end(), /ended after 70000 of 85656 bytes/);
  assert.equal(module.analyse(open, 'the river').tokens.length, 4);
});

test('the module needs no eval', () => {
  const source = readFileSync(new URL('../../build/wasm/heed-full.mjs', import.meta.url), 'utf8');
  assert.doesNotMatch(source, /new Function|\beval\(/);
});
