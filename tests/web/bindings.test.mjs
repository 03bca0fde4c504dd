// The real module of the page in Node: opens the shipped model, analyses, and turns every failure into a message.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { engine, modelFiles, shippedModel } from './engine.mjs';

const missing = existsSync(shippedModel) ? false : 'assets/models/enron-request is not there';
let heed;

before(async () => {
  heed = await engine();
});

// The files of the shipped model with some replaced.
const broken = (changes) => ({ ...modelFiles(), ...changes });

test('a model says what it is', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  const info = heed.info(handle);
  assert.equal(typeof info.architecture, 'string');
  assert.deepEqual(info.classes, ['no_request', 'request']);
  assert.ok(info.parameters > 1000 && info.vocabulary > 100 && info.layers >= 1 && info.heads >= 1);
  heed.close(handle);
});

test('an analysis holds tokens with byte offsets, classes, attention and pairs', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  const text = 'Könntest du please send me the report?';
  const analysis = heed.analyse(handle, text);
  const bytes = new TextEncoder().encode(text);
  assert.equal(analysis.text, text);
  assert.equal(analysis.model, 'enron-request');
  for (const token of analysis.tokens) {
    const piece = new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(token.start, token.end));
    assert.equal(piece.toLowerCase(), token.text);
  }
  const total = analysis.classes.reduce((sum, entry) => sum + entry.probability, 0);
  assert.ok(Math.abs(total - 1) < 1e-5);
  assert.ok(analysis.classes.some((entry) => entry.label === analysis.prediction.label));
  assert.equal(analysis.received.length, analysis.tokens.length);
  const weights = analysis.top_pairs.map((pair) => pair.weight);
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  );
  assert.equal(weights.length, 8);
  heed.close(handle);
});

test('the weights are [H, T, S] and every row sums to 1', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  const {
    attention,
    tokens,
    top_pairs: pairs,
  } = heed.analyse(handle, 'Please send me the report by Friday.');
  assert.ok(attention.length > 0);
  attention.forEach(({ shape: [H, T, S], kind }, i) => {
    const weights = heed.weights(i);
    assert.equal(weights.length, H * T * S);
    assert.equal(S, tokens.length);
    assert.equal(T, kind === 'pooling' ? 1 : tokens.length);
    for (let row = 0; row < H * T; ++row) {
      const sum = weights.subarray(row * S, (row + 1) * S).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row} sums to ${sum}`);
    }
  });
  if (pairs.length > 0) {
    const [, T, S] = attention.at(-1).shape;
    const { head, query, key, weight } = pairs[0];
    assert.ok(Math.abs(heed.weights(attention.length - 1)[(head * T + query) * S + key] - weight) < 1e-6);
  }
  assert.throws(() => heed.call('map', { map: 99, head: 0 }), /no map 99/);
  assert.throws(() => heed.call('map', { map: 0, head: 99 }), /no head 99/);
  heed.close(handle);
});

test('options are followed', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  assert.equal(heed.analyse(handle, 'please send me the report', { top: 3 }).top_pairs.length, 3);
  const cut = heed.analyse(handle, 'word '.repeat(50), { max_tokens: 20 });
  assert.equal(cut.tokens.length, 20);
  assert.equal(cut.total_tokens, 50);
  assert.ok(cut.cut_at > 0 && cut.cut_at <= 100);
  heed.close(handle);
});

test('empty text has no tokens and no prediction', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  for (const text of ['', '   \n\t']) {
    const analysis = heed.analyse(handle, text);
    assert.deepEqual(analysis.tokens, []);
    assert.equal(analysis.prediction, null);
    assert.deepEqual(analysis.top_pairs, []);
  }
  heed.close(handle);
});

test('any text has an answer', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  for (const text of [
    'please',
    '👩‍👩‍👧 🎉',
    'أرسل لي التقرير',
    'a\u0000b',
    '<img src=x onerror=alert(1)>',
    'x'.repeat(100000),
  ]) {
    const analysis = heed.analyse(handle, text);
    assert.ok(analysis.tokens.length >= 1, text.slice(0, 20));
    assert.ok(analysis.prediction !== null);
  }
  assert.throws(() => heed.raw(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), /command/);
  heed.close(handle);
});

test('a pasted novel is cut, and memory that grew still works', { skip: missing }, () => {
  const handle = heed.open('enron-request', modelFiles());
  const novel = 'please send me the whole story of the report '.repeat(60000);
  const analysis = heed.analyse(handle, novel);
  assert.ok(analysis.tokens.length <= 512);
  assert.equal(analysis.total_tokens, 540000);
  assert.equal(heed.analyse(handle, 'please send it').tokens.length, 3);
  heed.close(handle);
});

test('broken files are errors that name the file, and the module lives on', { skip: missing }, () => {
  const { weights } = modelFiles();
  const cases = [
    [{ config: 'not json' }, /config\.json/],
    [{ config: '[]' }, /config\.json/],
    [{ config: '{}' }, /config\.json/],
    [{ tokenizer: '{"model": 3}' }, /tokenizer\.json/],
    [{ weights: weights.subarray(0, weights.length - 7) }, /model\.safetensors/],
    [{ weights: weights.subarray(0, 5) }, /model\.safetensors/],
    [{ weights: new Uint8Array(64).fill(255) }, /model\.safetensors/],
    [{ weights: new Uint8Array(0) }, /model\.safetensors/],
  ];
  for (const [changes, named] of cases) {
    assert.throws(() => heed.open('broken', broken(changes)), named, JSON.stringify(Object.keys(changes)));
  }
  const handle = heed.open('enron-request', modelFiles());
  assert.ok(heed.analyse(handle, 'please send it').prediction);
  assert.throws(() => heed.raw('not json'), /\[command\]/);
  assert.throws(() => heed.call('fill-mask', { model: handle, text: 'x', top: 1 }), /no command "fill-mask"/);
  assert.throws(() => heed.analyse(handle + 99, 'x'), /no model is open/);
  heed.close(handle);
  assert.throws(() => heed.analyse(handle, 'x'), /no model is open/);
  assert.throws(() => heed.close(handle), /no model is open/);
});

test('models stand side by side', { skip: missing }, () => {
  const first = heed.open('first', modelFiles());
  const second = heed.open('second', modelFiles());
  assert.notEqual(first, second);
  assert.equal(heed.analyse(first, 'send it').model, 'first');
  heed.close(first);
  assert.equal(heed.analyse(second, 'send it').model, 'second');
  heed.close(second);
});

test('the module needs no eval', () => {
  const source = readFileSync(new URL('../../build/wasm/heed-look.mjs', import.meta.url), 'utf8');
  assert.doesNotMatch(source, /new Function|\beval\(/);
});
