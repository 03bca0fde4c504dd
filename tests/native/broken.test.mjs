// Broken model folders: one message that names the file, status 1, nothing half-written.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyOfModel, folder, model, noModel, run } from './program.mjs';

const skip = noModel;

// A safetensors file with another header over the same data.
function withHeader(bytes, change) {
  const size = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + size).toString());
  change(header);
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, bytes.subarray(8 + size)]);
}

const firstTensor = (header) => header[Object.keys(header).find((name) => name !== '__metadata__')];
const edit = (change) => (bytes) => {
  const json = JSON.parse(bytes);
  change(json);
  return JSON.stringify(json);
};

const cases = [
  ['a truncated safetensors file', { 'model.safetensors': (bytes) => bytes.subarray(0, bytes.length / 2) }],
  ['a safetensors file of five bytes', { 'model.safetensors': 'short' }],
  ['an empty safetensors file', { 'model.safetensors': '' }],
  ['a header that claims 2^60 bytes', { 'model.safetensors': Buffer.from('0000000000000010ff', 'hex') }],
  [
    'a shape that does not fit its bytes',
    { 'model.safetensors': (bytes) => withHeader(bytes, (h) => firstTensor(h).shape[0]++) },
  ],
  [
    'a negative size',
    { 'model.safetensors': (bytes) => withHeader(bytes, (h) => (firstTensor(h).shape[0] = -1)) },
  ],
  ['no safetensors file', { 'model.safetensors': null }],
  ['a config that is not JSON', { 'config.json': 'not json' }],
  ['a config that is a list', { 'config.json': '[]' }],
  ['a config without anything', { 'config.json': '{}' }],
  ['an unknown architecture', { 'config.json': edit((json) => (json.architecture = 'bogus')) }],
  ['no config', { 'config.json': null }],
  ['a tokenizer that is not JSON', { 'tokenizer.json': '{' }],
  ['a tokenizer without a vocabulary', { 'tokenizer.json': '{}' }],
  ['no tokenizer', { 'tokenizer.json': null }],
];

for (const [what, changes] of cases) {
  test(what, { skip }, (t) => {
    const copy = copyOfModel(t, changes);
    for (const args of [
      ['predict', '--model', copy, 'x'],
      ['info', '--model', copy],
    ]) {
      const { status, out, err } = run(args);
      assert.equal(status, 1, err);
      assert.equal(out, '');
      assert.match(err, /^heed: [^\n]+\n$/);
      assert.match(err, new RegExp(Object.keys(changes)[0].replace('.', '\\.')));
    }
  });
}

test('sizes in the config that the weights do not have are named', { skip }, (t) => {
  const numbers = (json) => Object.keys(json).filter((key) => Number.isInteger(json[key]) && json[key] > 16);
  const copy = copyOfModel(t, {
    'config.json': edit((json) => numbers(json).forEach((key) => (json[key] += 1))),
  });
  const { status, err } = run(['predict', '--model', copy, 'x']);
  assert.equal(status, 1, err);
  assert.match(err, /^heed: \[[^\n]+\n$/);
});

test('a file where a folder should be', { skip }, (t) => {
  const file = join(folder(t), 'file');
  writeFileSync(file, 'x');
  assert.equal(run(['predict', '--model', file, 'x']).status, 1);
  assert.match(run(['info', '--model', join(file, 'below')]).err, /^heed: \[[^\n]+\n$/);
});

test('quantize writes a model that still answers, or nothing', { skip }, (t) => {
  const place = folder(t);
  const out = join(place, 'small');
  const done = run(['quantize', '--model', model, '--out', out]);
  assert.equal(done.status, 0, done.err);
  assert.match(done.out, /bytes/);
  assert.equal(run(['predict', '--model', out, 'please send it']).status, 0);

  const broken = copyOfModel(t, { 'model.safetensors': 'x' });
  const before = readdirSync(place);
  assert.equal(run(['quantize', '--model', broken, '--out', join(place, 'never')]).status, 1);
  assert.deepEqual(readdirSync(place), before);

  writeFileSync(join(place, 'file'), 'x');
  assert.equal(run(['quantize', '--model', model, '--out', join(place, 'file', 'below')]).status, 1);
  assert.ok(!existsSync(join(place, 'file', 'below')));
});

test('a folder one may not write to', { skip: skip || process.getuid() === 0 }, (t) => {
  const place = join(folder(t), 'locked');
  mkdirSync(place, { mode: 0o500 });
  const { status, err } = run(['quantize', '--model', model, '--out', join(place, 'small')]);
  assert.equal(status, 1);
  assert.match(err, /locked/);
});
