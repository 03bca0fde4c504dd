// The toy recipe as a user runs it: no data set, nothing to fetch.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, run } from './program.mjs';

const text = 'a warm and wonderful film';

function trained(t, ...set) {
  const out = join(folder(t), 'toy');
  const result = run([
    'train',
    'toy-sentiment',
    '--json',
    '--out',
    out,
    ...set.flatMap((value) => ['--set', value]),
  ]);
  assert.equal(result.status, 0, result.err);
  return { out, metrics: JSON.parse(result.out.trim().split('\n').at(-1)) };
}

test('five sentences of its own are learned, and attention is one row that sums to 1', (t) => {
  const { out, metrics } = trained(t);
  assert.equal(metrics.train.n, 5);
  assert.ok(metrics.train.loss < metrics.before.loss);
  const analysis = JSON.parse(run(['predict', '--model', out, '--json', '--attention', text]).out);
  assert.equal(analysis.attention.length, 1);
  assert.equal(analysis.attention[0].kind, 'pooling');
  assert.deepEqual(analysis.attention[0].shape, [1, 1, 5]);
  assert.deepEqual(analysis.attention[0].weights[0][0], analysis.received);
  assert.ok(Math.abs(analysis.received.reduce((a, b) => a + b) - 1) < 1e-6);
  assert.deepEqual(analysis.top_pairs, []);
});

test('a report gives the whole distribution where there are more than two classes, else the second', (t) => {
  const out = join(folder(t), 'toy');
  const data = join(folder(t), 'three.csv');
  writeFileSync(
    data,
    'label,text\nred,a rose\ngreen,a leaf\nblue,the sky\nred,a cherry\ngreen,grass\nblue,the sea\n',
  );
  const two = run(['train', 'toy-sentiment', '--out', out]);
  assert.match(two.out, /sentence +P\(positive\)\n +a wonderful film +0\.\d{3}\n/);
  const three = run(['train', 'toy-sentiment', '--data', data, '--format', 'csv', '--out', out]);
  assert.equal(three.status, 0, three.err);
  const [, row] = three.out.match(/sentence +P\(blue\) +P\(green\) +P\(red\)\n +a wonderful film +(.*)\n/);
  const sum = row.split(/ +/).reduce((total, value) => total + Number(value), 0);
  assert.ok(Math.abs(sum - 1) < 0.002, row);
});

test('a model that pools without attention shows none', (t) => {
  for (const pooling of ['mean', 'last']) {
    const { out } = trained(t, `model.pooling=${pooling}`, 'model.bidirectional=true', 'model.layers=2');
    const analysis = JSON.parse(run(['predict', '--model', out, '--json', '--attention', text]).out);
    assert.deepEqual([analysis.attention, analysis.received], [[], []]);
    const shown = run(['predict', '--model', out, text]).out;
    assert.match(shown, /wonderful/);
    assert.doesNotMatch(shown, /attention/);
    assert.equal(JSON.parse(run(['info', '--model', out, '--json']).out).layers, 2);
  }
});

test('optimizers, schedules and poolings that do not exist are usage errors', (t) => {
  const out = join(folder(t), 'toy');
  for (const [set, message] of [
    ['training.optimizer.name=lion', /adam, adamw, sgd, lamb or muon/],
    ['training.schedule.name=sawtooth', /plateau/],
    ['model.pooling=max', /additive/],
    ['model.cell=mgu', /lstm/],
  ]) {
    const result = run(['train', 'toy-sentiment', '--out', out, '--set', set]);
    assert.equal(result.status, 2, result.err);
    assert.match(result.err, message);
  }
});
