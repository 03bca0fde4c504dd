// Damaged files of a BERT-family model, and files that are far too large: one message that names the file, status 1,
// within a moment and without taking the memory that they claim.
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { put, taken, tiny } from './encoders.mjs';
import { run } from './program.mjs';

const QUERY = 'bert.encoder.layer.1.attention.self.query.weight';

// [what, how model.safetensors is changed, what the message says]
const cases = [
  [
    'a header that claims 2^60 bytes',
    () => Buffer.from('0000000000000010ff', 'hex'),
    /claims a header of 1152921504606846976 bytes/,
  ],
  ['a header that is no JSON', (bytes) => bytes.fill(0x7b, 8, 40), /model\.safetensors\]/],
  [
    'half a file',
    (bytes) => bytes.subarray(0, bytes.length / 2),
    /data_offsets .* in a file with \d+ bytes of data/,
  ],
  [
    'a file cut inside its header',
    (bytes) => bytes.subarray(0, 300),
    /it is cut off, or it is not a safetensors file/,
  ],
  ['an empty file', () => Buffer.alloc(0), /has 0 bytes/],
  [
    'overlapping offsets',
    changed(({ header }) => {
      const { data_offsets: place } = header[QUERY];
      header[QUERY].data_offsets = [place[0] - 4, place[1] - 4];
    }),
    /it overlaps another|there is a hole before it/,
  ],
  [
    'offsets behind the end',
    changed(({ header }) => {
      header[QUERY].data_offsets = [2 ** 52, 2 ** 52 + 4096];
    }),
    /has data_offsets/,
  ],
  [
    'a shape that overflows',
    changed(({ header }) => {
      header[QUERY].shape = [2 ** 40, 2 ** 40];
    }),
    /does not fit into 64 bits/,
  ],
  [
    'whole numbers where weights should be',
    changed(({ header }) => {
      header[QUERY].dtype = 'I32';
    }),
    /holds I32: expected F32, F16, BF16, F64 or I8/,
  ],
  [
    'a type that does not fit the bytes',
    changed(({ header }) => {
      header[QUERY].dtype = 'F16';
    }),
    /of type F16 and shape \[32, 32\] has 4096 bytes, expected 2048/,
  ],
  [
    'a type that there is not',
    changed(({ header }) => {
      header[QUERY].dtype = 'F7';
    }),
    /has dtype the string "F7", expected one of/,
  ],
  [
    'NaN among the weights',
    changed(({ header, data }) => {
      data.writeFloatLE(NaN, header[QUERY].data_offsets[0] + 40);
    }),
    new RegExp(`${QUERY.replaceAll('.', '\\.')}.*not finite|nan`, 'i'),
  ],
];

function changed(change) {
  return (bytes) => {
    const file = taken(bytes);
    change(file);
    return put(file);
  };
}

// One line on standard error that begins with the program and names the file in brackets.
function refused(model, message) {
  const begun = process.hrtime.bigint();
  const result = run(['predict', '--model', model, 'a river']);
  assert.equal(result.status, 1, result.err);
  assert.equal(result.out, '');
  assert.match(result.err, message);
  assert.match(result.err, /\[[^\]]*(model\.safetensors|config\.json|vocab\.txt)[^\]]*\]/);
  assert.equal(result.err.trimEnd().split('\n').length, 1, result.err);
  return Number(process.hrtime.bigint() - begun) / 1e9;
}

for (const [what, change, message] of cases) {
  test(`${what}: one message`, (t) => {
    const model = tiny(t, 'bert_tiny');
    const path = join(model, 'model.safetensors');
    writeFileSync(path, change(readFileSync(path)));
    refused(model, message);
  });
}

// A file of 5 GB that takes no room on the disk: zeros behind what is there.
function grow(path) {
  const file = openSync(path, 'r+');
  ftruncateSync(file, 5 * 2 ** 30);
  closeSync(file);
}

test('five gigabytes behind the weights: one message', (t) => {
  const model = tiny(t, 'bert_tiny');
  grow(join(model, 'model.safetensors'));
  refused(model, /has \d+ bytes of data, its tensors take \d+/);
});

for (const name of ['config.json', 'vocab.txt'])
  test(`${name} of five gigabytes: one message, before it is read`, (t) => {
    const model = tiny(t, 'bert_tiny');
    grow(join(model, name));
    assert.ok(refused(model, /5368709120 bytes/) < 20);
  });

test('a vocabulary without the pieces that the model needs: one message', (t) => {
  const model = tiny(t, 'bert_tiny');
  rmSync(join(model, 'vocab.txt'));
  writeFileSync(join(model, 'vocab.txt'), Buffer.from([0xff, 0xfe, 0, 10, 0]));
  refused(model, /vocab\.txt\]/);
});
