// heed train and heed evaluate on a small data set of our own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, lines, run, writeEnron } from './program.mjs';

const metrics = [
  'n',
  'loss',
  'accuracy',
  'macro_f1',
  'weighted_f1',
  'weighted_precision',
  'weighted_recall',
  'confusion',
  'per_class',
  'tpr',
  'fpr',
  'tnr',
  'fnr',
  'roc_auc',
  'f1',
];

const train = (place, ...args) =>
  run(['train', 'enron-request', '--data', join(place, 'data'), '--out', join(place, 'model'), ...args]);

function withData(t) {
  const place = folder(t);
  writeEnron(join(place, 'data'));
  return place;
}

test('training ends with one line of JSON and a model folder', (t) => {
  const place = withData(t);
  const { status, out, err } = train(place, '--epochs', '3', '--json');
  assert.equal(status, 0, err);
  const [result, ...rest] = lines(out);
  assert.equal(rest.length, 0);
  assert.deepEqual(Object.keys(result).sort(), [
    'before',
    'epochs',
    'seconds',
    'seconds_per_epoch',
    'test',
    'train',
    'validation',
  ]);
  for (const part of ['before', 'train', 'validation', 'test'])
    for (const key of metrics) assert.ok(key in result[part], `${part}.${key}`);
  assert.equal(result.before.n, result.train.n);
  assert.equal(result.train.n + result.validation.n + result.test.n, 420);
  assert.ok(result.train.loss < result.before.loss);
  assert.deepEqual(readdirSync(join(place, 'model')).sort(), [
    'README.md',
    'config.json',
    'model.safetensors',
    'tokenizer.json',
  ]);
  assert.deepEqual(readdirSync(place).sort(), ['data', 'model']);

  const evaluated = run([
    'evaluate',
    '--model',
    join(place, 'model'),
    '--data',
    join(place, 'data'),
    '--json',
  ]);
  assert.equal(evaluated.status, 0, evaluated.err);
  assert.equal(lines(evaluated.out)[0].test.n, 420);
  assert.match(
    run(['evaluate', '--model', join(place, 'model'), '--data', join(place, 'data')]).out,
    /accuracy/i,
  );
});

test('the same seed gives the same model', (t) => {
  const first = withData(t);
  const second = withData(t);
  for (const place of [first, second]) assert.equal(train(place, '--epochs', '2', '--seed', '7').status, 0);
  for (const file of ['model.safetensors', 'tokenizer.json', 'config.json'])
    assert.deepEqual(
      readFileSync(join(first, 'model', file)),
      readFileSync(join(second, 'model', file)),
      file,
    );
});

test('people see the run, the tables and progress on standard error', (t) => {
  const { status, out, err } = train(withData(t), '--epochs', '2');
  assert.equal(status, 0, err);
  assert.match(out, /Before training/);
  assert.match(out, /2 epochs in/);
  assert.match(err, /epoch 2\/2: loss \d/);
  assert.doesNotMatch(err, /\u001b/);
});

test('what is in the way of training is one message, and nothing is written', (t) => {
  const place = withData(t);
  const out = ['--out', join(place, 'model')];
  const cases = [
    [['--data', join(place, 'nowhere')], 1, /nowhere/],
    [['--data', join(place, 'data'), '--set', 'training.bogus=1'], 1, /bogus/],
    [['--data', join(place, 'data'), '--splits', join(place, 'data', 'intent_pos')], 1, /intent_pos/],
    [['--data', join(place, 'data'), '--set', 'training.epochs=many'], 1, /epochs/],
  ];
  for (const [args, status, message] of cases) {
    const result = run(['train', 'enron-request', ...args, ...out]);
    assert.equal(result.status, status, result.err);
    assert.match(result.err, message);
    assert.match(result.err, /^heed: [^\n]+\n$/m);
    assert.ok(!existsSync(join(place, 'model')));
  }
});

test('a recipe that is broken is named', (t) => {
  const place = withData(t);
  const recipe = join(place, 'own.json');
  for (const text of ['not json', '[]', '{"trianing": {}}']) {
    writeFileSync(recipe, text);
    const result = run(['train', recipe, '--data', join(place, 'data'), '--out', join(place, 'model')]);
    assert.equal(result.status, 1, result.err);
    assert.match(result.err, /own/);
  }
});

// Starts training, sends SIGINT once an epoch has ended, resolves with {status, err}.
function interrupted(args) {
  return new Promise((resolve) => {
    const child = spawn(heed, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    let sent = false; // a second Ctrl-C would end the program at once
    child.stderr.on('data', (data) => {
      err += data;
      if (!sent && /epoch 2\/\d+: loss/.test(err)) sent = child.kill('SIGINT');
    });
    child.on('close', (status) => resolve({ status, err }));
  });
}

test('Ctrl-C keeps the last epoch, and --resume ends with the same model as an undisturbed run', async (t) => {
  const first = withData(t);
  const second = withData(t);
  const args = (place) => [
    'train',
    'enron-request',
    '--data',
    join(place, 'data'),
    '--out',
    join(place, 'model'),
    '--epochs',
    '40',
    '--set',
    'training.early_stopping=null',
  ];
  assert.equal(run(args(first)).status, 0);
  const stopped = await interrupted(args(second));
  assert.equal(stopped.status, 130, stopped.err);
  assert.match(stopped.err, /--resume/);
  assert.ok(!existsSync(join(second, 'model', 'model.safetensors')));
  const resumed = run([...args(second), '--resume']);
  assert.equal(resumed.status, 0, resumed.err);
  assert.deepEqual(
    readFileSync(join(first, 'model/model.safetensors')),
    readFileSync(join(second, 'model/model.safetensors')),
  );
});

test('--minutes stops as Ctrl-C does, and what it says to scripts goes on to the same model', (t) => {
  const place = withData(t);
  const into = (name, ...more) =>
    run([
      'train',
      'enron-request',
      '--data',
      join(place, 'data'),
      '--out',
      join(place, name),
      '--epochs',
      '3',
      ...more,
    ]);
  assert.equal(into('whole').status, 0);
  const stopped = into('part', '--minutes', '0.00001', '--json'); // at least one step
  assert.equal(stopped.status, 130, stopped.err);
  assert.match(
    stopped.err,
    /heed: stopped; all steps so far are kept\. Go on with: heed train .* --resume\n$/,
  );
  const [{ stopped: where }, ...rest] = lines(stopped.out);
  assert.equal(rest.length, 0);
  assert.deepEqual(Object.keys(where).sort(), ['epoch', 'epochs', 'loss', 'resume', 'step', 'steps']);
  assert.ok(where.epoch === 1 && where.epochs === 3 && where.step === 1 && where.steps > 1, stopped.out);
  assert.match(where.resume, /^heed train enron-request .* --minutes 1e-05 --json --resume$/);
  for (const minutes of ['0.00001', '100']) {
    const resumed = into('part', '--resume', '--minutes', minutes);
    assert.equal(resumed.status, minutes === '100' ? 0 : 130, resumed.err);
  }
  assert.deepEqual(
    readFileSync(join(place, 'part/model.safetensors')),
    readFileSync(join(place, 'whole/model.safetensors')),
  );
});
