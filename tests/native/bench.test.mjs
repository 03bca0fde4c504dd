// The programs of ./dev bench are built, and answer a task that takes no time. No speed is judged here.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { put, taken, tiny } from './encoders.mjs';
import { folder, heed, lines, model, root } from './program.mjs';

const build = dirname(heed);
const programs = ['bert', 'encoder', 'explain', 'matmul', 'recurrent', 'writer'].map(
  (name) => `${name}_rate`,
);
programs.push('int8_accuracy');
const studio = existsSync(join(build, 'studio_tests')) && !spawnSync('xvfb-run', ['--help']).error;
if (studio) programs.push('studio_frames');

before(() => execFileSync('cmake', ['--build', build, '--target', ...programs], { stdio: ['ignore', 2, 2] }));

const answer = (program, { args = [], given = '' }) =>
  execFileSync(join(build, program), args, { input: given, encoding: 'utf8', cwd: root, maxBuffer: 1 << 26 });
const number = (value) => assert.ok(Number.isFinite(value) && value >= 0, `${value}`);

const batches = [
  [
    [0, 5, 6, 7],
    [1, 8, 9],
  ],
  [[1, 9, 5, 6, 7]],
];

test('bert: a forward pass and a product', (t) => {
  const ask = [
    { model: tiny(t, 'bert_tiny'), threads: 1, ids: [2, 5, 6, 3] },
    { product: [8, 16, 16], threads: 1 },
    { product: [8, 16, 16], threads: 2, int8: true },
  ];
  const given = ask.map((one) => `${JSON.stringify(one)}\n`).join('');
  const [passed, ...products] = lines(answer('bert_rate', { given }));
  assert.ok(passed.logits.length > 0 && passed.logits.every(Number.isFinite));
  for (const { ms } of [passed, ...products]) number(ms);
});

// bert_tiny with a head for two classes.
function classifier(t) {
  const path = tiny(t, 'bert_tiny', { architectures: ['BertForSequenceClassification'] });
  const file = join(path, 'model.safetensors');
  const { header, data } = taken(readFileSync(file));
  const head = { 'classifier.weight': [2, 32], 'classifier.bias': [2] };
  let end = data.length;
  for (const [name, shape] of Object.entries(head)) {
    const begin = end;
    end += 4 * shape.reduce((a, b) => a * b);
    header[name] = { dtype: 'F32', shape, data_offsets: [begin, end] };
  }
  const more = Float32Array.from({ length: (end - data.length) / 4 }, (_, i) => Math.sin(i) / 5);
  writeFileSync(file, put({ header, data: Buffer.concat([data, Buffer.from(more.buffer)]) }));
  return path;
}

test('encoder: training steps, whose loss falls', (t) => {
  const given = JSON.stringify({ model: classifier(t), threads: 1, batches });
  const [said] = lines(answer('encoder_rate', { given }));
  assert.ok(said.losses[1] < said.losses[0], `${said.losses}`);
  for (const key of ['processor', 'wall', 'gflop', 'peak']) number(said[key]);
});

test('recurrent: an epoch, and its products alone', () => {
  const sizes = { cell: 'lstm', hidden: 8, bidirectional: true, head_hidden: 8, classes: 2, vocabulary: 20 };
  const [said] = lines(answer('recurrent_rate', { given: JSON.stringify({ ...sizes, batches }) }));
  for (const key of ['training', 'heed', 'eigen']) number(said[key]);
});

test('train: the products of a step', () => {
  const said = lines(answer('matmul_rate', {}));
  assert.deepEqual([...new Set(said.map(({ product }) => product))], ['forward', 'dx', 'dW']);
  for (const { eigen, heed: ours } of said) [eigen, ours].forEach(number);
});

test('explain: a sentence of 20 tokens by every method, and rows', (t) => {
  const data = join(folder(t), 'rows.csv');
  const sentence =
    'please send me the signed contract for the new office today so that we can begin the work next week';
  writeFileSync(data, `text,label\n${sentence},request\nthe meeting was moved,no_request\n`);
  const said = answer('explain_rate', { args: [model, data, 'csv'] });
  assert.match(said, /then 2 rows/);
  assert.match(said, /integrated-gradients +\d/);
  assert.match(said, /rows together +\d/);
});

test('writer: a text is read and continued', () => {
  const ask = { model: 'assets/models/heed-writer', threads: 1, int8: false, read: 'The old man', write: 3 };
  const [said] = lines(answer('writer_rate', { given: `${JSON.stringify(ask)}\n` }));
  assert.equal(said.ids.length, 3);
  [said.read, said.write].forEach(number);
});

test('int8: sentences get the same class with 8 bits', (t) => {
  const rows = join(folder(t), 'rows.tsv');
  const texts = ['1\ta fine film', '0\ta dull film', '1\ta fine fine story', '0\ta dull dull story'];
  writeFileSync(rows, `label\tsentence\n${texts.join('\n')}\n`);
  for (const said of lines(answer('int8_accuracy', { args: [rows, rows, '0.1'] }))) {
    assert.equal(said.sentences, 4);
    assert.equal(said.same_class, 4);
  }
});

test(
  'studio: frames are drawn while a run trains',
  { skip: !studio && 'studio_tests or xvfb-run is not there' },
  () => {
    const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' };
    const said = execFileSync('xvfb-run', ['-a', join(build, 'studio_frames'), '0.05'], {
      encoding: 'utf8',
      env,
    });
    assert.match(said, /training, 10000 rows +whole frame +\d/);
  },
);
