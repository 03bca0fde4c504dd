// heed faithfulness: whether attention explains the answers, over a data set made here.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyOfModel, folder, lines, model, noModel, run, writeEnron } from './program.mjs';

const skip = noModel;

const rows = [
  ['Could you send me the report?', 'request'],
  ['Please review this draft before noon.', 'request'],
  ['Let me know whether you can come.', 'request'],
  ['Thanks for the numbers.', 'no_request'],
  ['The meeting went well, and everyone liked the plan.', 'no_request'],
  ['I have put the slides on the drive.', 'no_request'],
];

function csv(t, some = rows) {
  const file = join(folder(t), 'rows.csv');
  writeFileSync(file, 'text,label\n' + some.map(([text, label]) => `"${text}",${label}\n`).join(''));
  return file;
}

const measure = (args) => {
  const { status, out, err } = run(['faithfulness', '--model', model, '--format', 'csv', '--json', ...args]);
  assert.equal(status, 0, err);
  return lines(out)[0];
};
const share = (value) => assert.ok(value >= 0 && value <= 1, `${value}`);

test('every figure of the contract is there, and between its bounds', { skip }, (t) => {
  const m = measure(['--data', csv(t)]);
  assert.equal(m.n, rows.length);
  share(m.accuracy);
  share(m.even.accuracy);
  share(m.even.changed);
  for (const measure of ['gradient', 'leave-one-out']) {
    const { mean, sd, significant, n, histogram, same_first: first } = m.tau[measure];
    assert.ok(Math.abs(mean) <= 1 && sd >= 0 && sd <= 1);
    share(significant);
    share(first);
    assert.equal(histogram.reduce((a, b) => a + b), n);
  }
  const methods = Object.keys(m.comprehensiveness);
  for (const method of ['attention', 'contribution', 'leave-one-out', 'integrated-gradients', 'random'])
    assert.ok(methods.includes(method), method);
  for (const figures of [m.sufficiency, m.normalised.comprehensiveness, m.normalised.sufficiency, m.curves.sufficiency])
    assert.deepEqual(Object.keys(figures), methods);
  for (const method of methods) {
    assert.equal(m.curves.comprehensiveness[method].length, m.curves.shares.length);
    share(m.normalised.comprehensiveness[method]);
  }
  assert.ok(m.comprehensiveness['leave-one-out'] > m.comprehensiveness.random);
  assert.ok(m.permutations.median <= m.permutations.largest);
  assert.ok(m.adversarial.mean > 0 && m.adversarial.mean <= Math.log(2));
  for (const { mean, median, turned } of Object.values(m.silence)) [mean, median, turned].forEach(share);
});

test('accuracy is what evaluate measures, and even accuracy what explain --edit shows', { skip }, (t) => {
  const data = csv(t), m = measure(['--data', data, '--methods', 'attention']);
  const { test: figures } = lines(
    run(['evaluate', '--model', model, '--data', data, '--format', 'csv', '--json']).out)[0];
  assert.equal(m.accuracy, figures.accuracy);
  assert.ok(Math.abs(m.loss - figures.loss) < 1e-6);
  const edited = lines(run(['explain', '--model', model, '--json', '--method', 'attention', '--edit', '*.*.even',
    ...rows.map(([text]) => text)]).out);
  const right = edited.filter((one, i) => one.edited.prediction.label === rows[i][1]).length;
  assert.equal(m.even.accuracy, right / rows.length);
});

test('the same seed gives the same bytes; limit, methods and ends are asked for', { skip }, (t) => {
  const data = csv(t), args = ['--data', data, '--limit', '4', '--methods', 'attention,value-norm', '--seed', '5'];
  const m = measure(args);
  assert.deepEqual(m, measure(args));
  assert.equal(m.n, 4);
  assert.deepEqual(Object.keys(m.sufficiency), ['attention', 'random', 'value-norm']);
  assert.notDeepEqual(measure(['--data', data, '--drop-ends', '--methods', 'attention']).tau,
    measure(['--data', data, '--methods', 'attention']).tau);
});

test('a run that was stopped goes on to the same figures, and leaves nothing behind', { skip }, (t) => {
  const copy = copyOfModel(t), data = csv(t);
  const args = ['faithfulness', '--model', `${copy}/`, '--data', data, '--format', 'csv', '--json'];
  const stopped = run([...args, '--minutes', '0']);
  assert.equal(stopped.status, 130);
  assert.equal(stopped.out, '');
  assert.match(stopped.err, /stopped; 1 text is kept in (.*faithfulness-rows\.json): .*--resume/);
  const kept = stopped.err.match(/kept in (\S+):/)[1];
  assert.ok(existsSync(kept));
  const other = run([...args, '--resume', '--seed', '9']);
  assert.equal(other.status, 1);
  assert.match(other.err, /rows of another model, of other data or of other options/);
  const resumed = run([...args, '--resume']);
  assert.deepEqual(lines(resumed.out)[0], lines(run(args).out)[0]);
  assert.ok(!existsSync(kept));
  assert.equal(run([...args, '--resume']).status, 1);
});

test('of the data the card\'s recipe holds out its test part', { skip }, (t) => {
  const data = writeEnron(folder(t));
  const args = ['faithfulness', '--model', model, '--data', data, '--methods', 'attention', '--json'];
  const [all] = lines(run([...args, '--limit', '500']).out), [part] = lines(run([...args, '--held-out']).out);
  assert.equal(all.n, 420);
  assert.equal(part.n, 42);
});

test('people read a table of it', { skip }, (t) => {
  const { status, out, err } = run(['faithfulness', '--model', model, '--data', csv(t), '--format', 'csv']);
  assert.equal(status, 0, err);
  assert.match(out, /^6 texts of \d/);
  assert.match(out, /accuracy +\d\.\d{3} +\d\.\d{3}/);
  for (const word of ['leave-one-out', 'comprehensiveness', 'random', 'weights silenced by'])
    assert.ok(out.includes(word), word);
});

test('what there is not is said: names with 2, data and what a model lacks with 1', { skip }, (t) => {
  const fails = (args, status, message) => {
    const result = run(['faithfulness', '--model', model, '--format', 'csv', ...args]);
    assert.equal(result.status, status, result.err);
    assert.equal(result.out, '');
    assert.match(result.err, message);
  };
  const data = csv(t);
  fails(['--data', data, '--methods', 'bogus'], 2, /bogus.*expected one of contribution, /);
  fails(['--data', data, '--methods', 'leave-one-out-masked'], 1, /no mask/);
  fails(['--data', '/nowhere.csv'], 1, /nowhere\.csv/);
  fails(['--data', csv(t, [['Hello', 'bogus']])], 1, /bogus/);
  fails(['--data', data, '--limit', '0'], 2, /limit/);
  fails([], 2, /--data/);
});
