// heed faithfulness: whether attention explains the answers, over a data set made here.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
    assert.equal(
      histogram.reduce((a, b) => a + b),
      n,
    );
  }
  const methods = Object.keys(m.comprehensiveness);
  for (const method of ['attention', 'contribution', 'leave-one-out', 'integrated-gradients', 'random'])
    assert.ok(methods.includes(method), method);
  for (const figures of [
    m.sufficiency,
    m.normalised.comprehensiveness,
    m.normalised.sufficiency,
    m.curves.sufficiency,
  ])
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
  const data = csv(t),
    m = measure(['--data', data, '--methods', 'attention']);
  const { test: figures } = lines(
    run(['evaluate', '--model', model, '--data', data, '--format', 'csv', '--json']).out,
  )[0];
  assert.equal(m.accuracy, figures.accuracy);
  assert.ok(Math.abs(m.loss - figures.loss) < 1e-6);
  const edited = lines(
    run([
      'explain',
      '--model',
      model,
      '--json',
      '--method',
      'attention',
      '--edit',
      '*.*.even',
      ...rows.map(([text]) => text),
    ]).out,
  );
  const right = edited.filter((one, i) => one.edited.prediction.label === rows[i][1]).length;
  assert.equal(m.even.accuracy, right / rows.length);
});

test('the same seed gives the same bytes; limit, methods and ends are asked for', { skip }, (t) => {
  const data = csv(t),
    args = ['--data', data, '--limit', '4', '--methods', 'attention,value-norm', '--seed', '5'];
  const m = measure(args);
  assert.deepEqual(m, measure(args));
  assert.equal(m.n, 4);
  assert.deepEqual(Object.keys(m.sufficiency), ['attention', 'random', 'value-norm']);
  assert.notDeepEqual(
    measure(['--data', data, '--drop-ends', '--methods', 'attention']).tau,
    measure(['--data', data, '--methods', 'attention']).tau,
  );
});

test('a run that was stopped goes on to the same figures, and leaves nothing behind', { skip }, (t) => {
  const copy = copyOfModel(t),
    data = csv(t);
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
  const resumed = run([...args, '--resume', '--threads', '2']);
  assert.deepEqual(lines(resumed.out)[0], lines(run(args).out)[0]);
  assert.ok(!existsSync(kept));
  assert.equal(run([...args, '--resume']).status, 1);
});

test("of the data the card's recipe holds out its test part", { skip }, (t) => {
  const data = writeEnron(folder(t));
  const args = ['faithfulness', '--model', model, '--data', data, '--methods', 'attention', '--json'];
  const [all] = lines(run([...args, '--limit', '500']).out),
    [part] = lines(run([...args, '--held-out']).out);
  assert.equal(all.n, 420);
  assert.equal(part.n, 42);
});

// Its own split would hold out rows that such a model was trained on.
test('of a model whose split came from a file it has to be given the rows', { skip }, (t) => {
  const copy = copyOfModel(t),
    card = join(copy, 'README.md');
  writeFileSync(card, readFileSync(card, 'utf8').replace(/\| split \| seed \d+/, '| split | from a file'));
  const { status, err } = run([
    'faithfulness',
    '--model',
    copy,
    '--data',
    writeEnron(folder(t)),
    '--held-out',
  ]);
  assert.equal(status, 1);
  assert.match(err, /README\.md\] was trained on a split from a file, .* without --held-out/);
});

test('heads have a role, a worth and a place in the order of removing', { skip }, (t) => {
  const m = measure(['--data', csv(t), '--methods', 'attention']);
  const [{ layer, head, looks_at: looks, even, ...rest }] = m.heads;
  assert.deepEqual([layer, head], [0, 0]);
  for (const where of [looks, even]) {
    assert.ok(Math.abs(where.distance.reduce((a, b) => a + b) - 1) < 1e-6);
    share(where.previous + where.next + where.self);
  }
  share(rest.supports);
  assert.equal(rest.accuracy_without, 0.5); // one answer to every text, and each class has half of them
  assert.deepEqual(m.removing, [{ layer, head, accuracy: rest.accuracy_without, loss: rest.loss_without }]);
});

test('a report names what moves the answers, and its changes do what it says', { skip }, (t) => {
  const data = csv(t),
    { report } = measure(['--data', data, '--methods', 'attention', '--report']);
  const { for: asks, against } = report.words.request;
  assert.ok(asks.some(({ text, mean }) => text === 'please' && mean > 0));
  assert.ok(against.every(({ mean }) => mean < 0));
  assert.deepEqual(Object.keys(report.phrases), ['no_request', 'request']);
  assert.ok(Math.abs(report.components.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
  for (const how of ['left_out', 'replaced'])
    for (const { text, word, becomes, from, to, before, after } of report.one_word[how].examples) {
      const [{ tokens }] = lines(run(['tokenize', '--model', model, '--json', text]).out);
      const token = tokens.findIndex((one) => one.text === word);
      const edit = becomes === undefined ? `token.${token}.remove` : `token.${token}=${becomes}`;
      const [{ prediction, edited }] = lines(
        run(['explain', '--model', model, '--json', '--method', 'attention', '--edit', edit, text]).out,
      );
      assert.deepEqual([prediction.label, edited.prediction.label], [from, to]);
      assert.ok(Math.abs(prediction.probability - before) < 1e-5 && after < before);
    }
  assert.ok(report.one_word.replaced.examples.length > 0);
  const kinds = Object.fromEntries(report.invariance.map((one) => [one.change, one]));
  assert.equal(kinds['lower case'].n, rows.length);
  assert.equal(kinds['lower case'].moved, 0); // its tokenizer makes letters small
  assert.equal(kinds.typo.same_meaning, true);
  assert.equal(kinds.negation.same_meaning, false);
  assert.match(
    run(['faithfulness', '--model', model, '--data', data, '--format', 'csv', '--report']).out,
    /words for request: .*please/,
  );
});

test('a small network learns under its attention, even and adversarial weights', { skip }, (t) => {
  const data = csv(t);
  const { guides } = measure(['--data', data, '--guide', data]);
  assert.deepEqual(Object.keys(guides).sort(), ['adversarial', 'even', 'learned']);
  for (const { accuracy, macro_f1: f1 } of Object.values(guides)) {
    share(f1);
    assert.ok(Math.abs(accuracy * rows.length - Math.round(accuracy * rows.length)) < 1e-9);
  }
  assert.deepEqual(measure(['--data', data, '--guide', data]).guides, guides);
  assert.ok(!('guides' in measure(['--data', data])));
  const { out } = run(['faithfulness', '--model', model, '--data', data, '--format', 'csv', '--guide', data]);
  assert.match(out, /guided by +accuracy +macro F1\n +adversarial .*\n +even .*\n +learned /);
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
  fails(['--data', data, '--guide', '/nowhere.csv'], 1, /nowhere\.csv/);
  fails(['--data', data, '--limit', '0'], 2, /limit/);
  fails([], 2, /--data/);
});
