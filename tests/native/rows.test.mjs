// People's own files of rows: looked at, predicted in bulk, judged row by row; what a run may not write over.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, lines, model, noModel, root, run, writeEnron } from './program.mjs';

const small = {
  architecture: 'request-classifier',
  embedding: 8,
  attention: 4,
  heads: 1,
  layers: 1,
  feed_forward: 8,
};
const moods = ['schön', 'häßlich'];
const table = (n, between, label = (i) => moods[i % 2]) =>
  `post${between}mood\r\n${Array.from({ length: n }, (_, i) => `"it is${between} ${moods[i % 2]}"${between}${label(i)}`).join('\r\n')}\r\n`;

function recipe(place, more = {}) {
  const path = join(place, 'small.json');
  writeFileSync(
    path,
    JSON.stringify({
      data: { format: 'csv' },
      model: small,
      training: { epochs: 2, batch_size: 8 },
      ...more,
    }),
  );
  return path;
}
const columns = ['--set', 'data.text_column=post', '--set', 'data.label_column=mood'];

test('semicolons, tabs and bars between fields, Latin-1 and UTF-16 are found and said', (t) => {
  const place = folder(t);
  const small = recipe(place);
  const cases = [
    [
      'latin.csv',
      Buffer.from(table(40, ';'), 'latin1'),
      /windows-1252 \(Latin-1\), with a semicolon between fields\. Change it with --set data\.encoding=…, data\.delimiter=…/,
    ],
    ['tab.csv', table(40, '\t'), /with a tab between/],
    ['bar.csv', table(40, '|'), /with "\|" between/],
    ['wide.csv', Buffer.from(`\ufeff${table(40, ',')}`, 'utf16le'), /utf-16/],
  ];
  for (const [name, bytes, said] of cases) {
    const data = join(place, name);
    writeFileSync(data, bytes);
    const { status, out, err } = run(['train', small, '--data', data, ...columns, '--out', join(place, 'm')]);
    assert.equal(status, 0, err);
    assert.match(err, said);
    assert.match(out, /Data: 40 texts \(20 häßlich, 20 schön\)/);
    assert.doesNotMatch(out, /warning/);
  }
  const asked = run([
    'train',
    small,
    '--data',
    join(place, 'latin.csv'),
    ...columns,
    '--out',
    join(place, 'm'),
    '--set',
    'data.delimiter=;',
    '--set',
    'data.encoding=latin-1',
  ]);
  assert.equal(asked.status, 0, asked.err);
  assert.doesNotMatch(asked.err, /warning/);
  const wrong = run([
    'train',
    small,
    '--data',
    join(place, 'tab.csv'),
    ...columns,
    '--out',
    join(place, 'm'),
    '--set',
    'data.encoding=ebcdic',
  ]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /"ebcdic" is unknown: expected utf-8/);
});

test('a column of ids, one class and a text of 16,000 words', (t) => {
  const place = folder(t);
  const small = recipe(place);
  const data = join(place, 'd.csv');
  const train = () => run(['train', small, '--data', data, ...columns, '--out', join(place, 'm')]);
  writeFileSync(
    data,
    table(3000, ',', (i) => `id${i}`),
  );
  let ended = train();
  assert.equal(ended.status, 1);
  assert.match(
    ended.err,
    /3000 of 3000 values are different \(id0, .*is this column an id\?.*data\.most_classes raises/,
  );
  writeFileSync(
    data,
    table(30, ',', () => 'same'),
  );
  ended = train();
  assert.equal(ended.status, 1);
  assert.match(ended.err, /every one of the 24 rows to train on has the label "same"/);
  writeFileSync(data, `${table(40, ',')}"${'long '.repeat(16000)}",schön\r\n`);
  ended = train();
  assert.equal(ended.status, 0, ended.err);
  assert.match(
    ended.err,
    /1 text has more than 512 tokens, the longest 16000: the first 512 are read .*: 41\./,
  );
});

test('nothing that is not Heed’s own is written over', (t) => {
  const place = folder(t);
  const small = recipe(place);
  const data = join(place, 'd.csv');
  writeFileSync(data, table(40, ','));
  const mine = join(place, 'mine');
  mkdirSync(mine);
  writeFileSync(join(mine, 'README.md'), 'years of work');
  writeFileSync(join(mine, 'config.json'), '{}');
  const refused = run(['train', small, '--data', data, ...columns, '--out', mine]);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /mine\] holds README\.md, config\.json, which are no model of Heed's/);
  assert.equal(readFileSync(join(mine, 'README.md'), 'utf8'), 'years of work');

  // Files of any name are in the way, and a folder without any is not.
  const notes = join(place, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'thesis.txt'), 'years of work');
  for (const out of [notes, `${notes}/`, `${notes}/.`]) {
    const ended = run(['train', small, '--data', data, ...columns, '--out', out]);
    assert.equal(ended.status, 1);
    assert.match(ended.err, /holds thesis\.txt, which are no model of Heed's/);
  }
  assert.deepEqual(readdirSync(notes), ['thesis.txt']);
  const here = join(place, 'here');
  mkdirSync(here);
  const stood = run(['train', small, '--data', data, ...columns, '--out', '.'], { cwd: here });
  assert.equal(stood.status, 0, stood.err);
  assert.ok(existsSync(join(here, 'model.safetensors')));
  assert.deepEqual(
    readdirSync(here).filter((name) => name.startsWith('.')),
    [],
  );
  const packed = run(['pack', data, '--data', data, '--out', join(notes, 'thesis.txt')]);
  assert.equal(packed.status, 1);
  assert.match(packed.err, /thesis\.txt\] is a file that is no packed corpus/);

  const made = join(place, 'made');
  for (let again = 0; again < 2; ++again)
    assert.equal(run(['train', small, '--data', data, ...columns, '--out', made]).status, 0);
  assert.deepEqual(
    readdirSync(place).filter((name) => name.startsWith('.')),
    [],
  );
  const itself = run(['quantize', '--model', made, '--out', `${made}/../made`]);
  assert.equal(itself.status, 1);
  assert.match(itself.err, /is the model itself/);
  assert.equal(run(['quantize', '--model', made, '--out', mine]).status, 1);
  assert.equal(run(['quantize', '--model', made, '--out', join(place, 'int8')]).status, 0);
  assert.match(
    run(['train', small, '--data', data, ...columns, '--out', join(data, 'below')]).err,
    /cannot be written/,
  );
});

test('two trainings do not share a folder', async (t) => {
  const place = folder(t);
  const small = recipe(place, { training: { epochs: 100000, batch_size: 8 } });
  const data = join(place, 'd.csv');
  writeFileSync(data, table(40, ','));
  const args = ['train', small, '--data', data, ...columns, '--out', join(place, 'm')];
  const first = spawn(heed, args);
  t.after(() => first.kill('SIGKILL'));
  await new Promise((resolve) => first.stderr.on('data', resolve)); // an epoch has ended
  const second = run(args);
  assert.equal(second.status, 1);
  assert.match(second.err, new RegExp(`process ${first.pid} is writing there: wait`));
  first.kill('SIGTERM');
  assert.equal(await new Promise((resolve) => first.on('exit', (code) => resolve(code))), 143);
});

test('a run says that it diverged, that it stopped early, and what differs from its checkpoint', (t) => {
  const place = folder(t);
  const data = join(place, 'd.csv');
  writeFileSync(data, table(40, ','));
  const out = join(place, 'm');
  const train = (training, more = []) =>
    run(['train', recipe(place, { training }), '--data', data, ...columns, '--out', out, ...more]);
  const wild = train({ epochs: 3, batch_size: 8, optimizer: { name: 'sgd', rate: 3e4 }, clip: 1 });
  assert.equal(wild.status, 1);
  assert.match(
    wild.err,
    /training has diverged, and no model was written\. Lower training\.optimizer\.rate \(30000/,
  );
  assert.ok(!existsSync(out));
  const early = train({
    epochs: 50,
    batch_size: 8,
    optimizer: { rate: 0.02 },
    early_stopping: { metric: 'accuracy', patience: 2 },
  });
  assert.equal(early.status, 0, early.err);
  assert.match(
    early.out,
    /Stopped early: the validation part was best after epoch \d+, whose weights are kept\./,
  );
  const stopped = train({ epochs: 5000, batch_size: 8 }, ['--minutes', '0.005']);
  assert.equal(stopped.status, 130);
  const other = train({ epochs: 5000, batch_size: 4 }, ['--resume']);
  assert.equal(other.status, 1);
  assert.match(other.err, /another run: training\.batch_size was 8 and is 4\. Start again/);
});

test('heed data shows columns, classes, duplicates and doubts before anything is read as data', (t) => {
  const place = folder(t);
  const data = join(place, 'd.csv');
  writeFileSync(data, Buffer.from(`${table(40, ';')}"it is; schön";häßlich\r\n;schön\r\n`, 'latin1'));
  const [look] = lines(run(['data', data, '--json']).out);
  assert.deepEqual(
    [look.format, look.encoding, look.delimiter, look.header, look.rows],
    ['csv', 'windows-1252', ';', true, 42],
  );
  const [plain] = lines(run(['data', data, '--json', '--set', 'header=false']).out);
  assert.deepEqual([plain.rows, plain.columns[0].name], [43, '1']);
  assert.deepEqual(
    look.columns.map((c) => [c.name, c.role, c.guessed]),
    [
      ['post', 'text', true],
      ['mood', 'label', true],
    ],
  );
  assert.deepEqual(look.settings, ['data.text_column=post', 'data.label_column=mood']);
  assert.deepEqual(look.classes, [
    { label: 'häßlich', n: 21 },
    { label: 'schön', n: 20 },
  ]);
  assert.deepEqual(look.duplicates, { texts: 2, rows: 41, other_label: 1 });
  assert.equal(look.in_two_parts, 2);
  assert.deepEqual(look.problems, ['line 43: no text']);
  const shown = run(['data', data]);
  assert.match(
    shown.out,
    /To train on these columns: --set data\.text_column=post --set data\.label_column=mood/,
  );
  writeFileSync(data, `text,label\n${Array.from({ length: 50 }, (_, i) => `t ${i},${i}`).join('\n')}\n`);
  assert.match(
    run(['data', data]).out,
    /doubt: 50 of 50 values of the column "label" are different: is this column an id\?/,
  );
});

test('rows come out with label, probability and margin, in the form they had', { skip: noModel }, (t) => {
  const place = folder(t);
  const texts = ['Please send me the "report", thanks.', 'The weather\nis fine.', '', 'Ünïcode, yes'];
  const csv = `id;text\n${texts.map((text, i) => `${i};"${text.replaceAll('"', '""')}"`).join('\n')}\n`;
  writeFileSync(join(place, 'in.csv'), csv);
  const out = join(place, 'out.csv');
  const ended = run([
    'predict',
    '--model',
    model,
    '--data',
    join(place, 'in.csv'),
    '--out',
    out,
    '--threads',
    '2',
  ]);
  assert.equal(ended.status, 0, ended.err);
  const [header, first] = readFileSync(out, 'utf8').split('\n');
  assert.equal(header, 'id;text;label;probability;margin;p(no_request);p(request);remark');
  assert.match(first, /^0;"Please send me the ""report"", thanks\.";request;0\.\d+;0\.\d+;0\.\d+;0\.\d+;$/);
  assert.equal(readFileSync(out, 'utf8').trimEnd().split('\n').length, 6); // one text has a line end in it

  const rows = texts.map((text, id) => JSON.stringify({ id, text, label: 'mine' })).join('\n');
  const json = run(['predict', '--model', model, '--data', '-', '--format', 'jsonl'], { input: rows });
  assert.deepEqual(
    lines(json.out).map((row) => Object.keys(row)),
    texts.map(() => [
      ...['id', 'text', 'label', 'predicted_label', 'probability', 'margin'],
      ...['p(no_request)', 'p(request)', 'remark'],
    ]),
  );
  const alone = lines(
    run(['predict', '--model', model, '--json', '--brief', '-'], { input: `\ufeff${texts[0]}\n` }).out,
  )[0];
  const [whole] = lines(json.out);
  assert.equal(alone.text, texts[0]);
  assert.equal(alone.label, whole.predicted_label);
  assert.ok(
    Math.abs(alone.probability - whole.probability) < 1e-6 &&
      Math.abs(alone.margin - (2 * alone.probability - 1)) < 1e-6,
  );

  // Standard output is as the rows were read, or with --json an object for each.
  const asked = lines(run(['predict', '--model', model, '--data', join(place, 'in.csv'), '--json']).out);
  assert.deepEqual(
    asked.map(({ id, text, label }) => [id, text, label]),
    lines(json.out).map(({ id, text, predicted_label }) => [`${id}`, text, predicted_label]),
  );
  const [, , empty] = lines(json.out);
  for (const name of ['predicted_label', 'probability', 'margin', 'p(request)'])
    assert.equal(empty[name], null);
  assert.equal(empty.remark, 'no text');
  assert.match(json.err, /1 row has no text/);

  const nowhere = run([
    'predict',
    '--model',
    join(place, 'no-model'),
    '--data',
    join(place, 'in.csv'),
    '--out',
    join(place, 'gone', 'x.csv'),
  ]);
  assert.match(nowhere.err, /x\.csv\] cannot be written/); // before anything is read
  const many = Array.from({ length: 3000 }, (_, i) => `${texts[i % 4]} ${i}`.replaceAll('\n', ' ')).join(
    '\n',
  );
  const by = (threads) =>
    run(['predict', '--model', model, '--data', '-', '--threads', threads], { input: many }).out;
  assert.equal(by('1'), by('3'));
});

test(
  'the ending of --out says the format, and the rows that are read are not written over',
  { skip: noModel },
  (t) => {
    const place = folder(t);
    const data = join(place, 'in.csv');
    const rows = 'a;Text;a;probability;predicted_probability\n1;"Please send it.";2;x;y\n';
    writeFileSync(data, rows);
    const predict = (out) => run(['predict', '--model', model, '--data', data, '--out', join(place, out)]);
    assert.equal(predict('out.jsonl').status, 0);
    const [row] = lines(readFileSync(join(place, 'out.jsonl'), 'utf8'));
    assert.deepEqual(Object.keys(row), [
      ...['a', 'Text', 'a_2', 'probability', 'predicted_probability'],
      ...['label', 'predicted_probability_2', 'margin', 'p(no_request)', 'p(request)', 'remark'],
    ]);
    assert.equal(row['p(request)'], row.predicted_probability_2);
    assert.equal(predict('out.tsv').status, 0);
    assert.match(readFileSync(join(place, 'out.tsv'), 'utf8'), /^a\tText\ta_2\t/);
    const xlsx = predict('out.xlsx');
    assert.equal(xlsx.status, 1);
    assert.match(xlsx.err, /out\.xlsx\] ends in "\.xlsx": expected \.csv, \.tsv or \.jsonl/);
    symlinkSync(data, join(place, 'soft.csv'));
    linkSync(data, join(place, 'hard.csv'));
    for (const same of ['in.csv', '../' + basename(place) + '/in.csv', 'soft.csv', 'hard.csv']) {
      const ended = predict(same);
      assert.equal(ended.status, 1);
      assert.match(ended.err, /is the file that is read/);
    }
    assert.equal(readFileSync(data, 'utf8'), rows);
  },
);

test('figures lead to their rows: errors, slices, calibration, another model', { skip: noModel }, (t) => {
  const place = folder(t);
  const data = writeEnron(join(place, 'enron'));
  const [result] = lines(
    run([
      'evaluate',
      '--model',
      model,
      '--data',
      data,
      '--errors',
      '--slices',
      '--calibration',
      '--word',
      'Thanks',
      '--compare',
      model,
      '--threads',
      '2',
      '--json',
    ]).out,
  );
  const wrong = Math.round(result.test.n * (1 - result.test.accuracy));
  assert.equal(result.errors.length, wrong);
  for (const [i, error] of result.errors.entries()) {
    assert.notEqual(error.label, error.predicted);
    assert.ok(i === 0 || error.probability <= result.errors[i - 1].probability);
  }
  for (const by of ['class', 'tokens', 'unknown words', 'word']) {
    const slices = result.slices.filter((slice) => slice.by === by);
    assert.equal(
      slices.reduce((n, slice) => n + slice.n, 0),
      result.test.n,
    );
    const right = slices.reduce((sum, slice) => sum + slice.n * slice.accuracy, 0);
    assert.ok(Math.abs(right / result.test.n - result.test.accuracy) < 1e-9);
  }
  const bins = result.calibration.bins;
  const error =
    bins.reduce((sum, bin) => sum + bin.n * Math.abs(bin.confidence - bin.accuracy), 0) / result.test.n;
  assert.ok(Math.abs(error - result.calibration.expected_error) < 1e-9);
  const half = result.calibration.thresholds.find((one) => one.threshold === 0.5);
  assert.ok(Math.abs(half.recall - result.test.tpr) < 1e-9);
  assert.deepEqual(
    [
      result.comparison.only_first,
      result.comparison.only_second,
      result.comparison.p,
      result.comparison.disagreements,
    ],
    [0, 0, 1, []],
  );
  const shown = run([
    'evaluate',
    '--model',
    model,
    '--data',
    data,
    '--errors',
    '--calibration',
    '--most',
    '1',
  ]);
  assert.match(shown.out, /rows? (is|are) wrong, the surest first/);
  assert.match(shown.out, /expected calibration error 0\.\d+; temperature/);
});

test('a model is measured on what it was not trained on, wherever those rows stand', (t) => {
  const place = folder(t);
  const env = { HEED_RUNS: join(place, 'runs') };
  const rows = Array.from({ length: 60 }, (_, i) => `it is ${moods[i % 2]} ${i},${moods[i % 2]}`);
  writeFileSync(join(place, 'rows.csv'), `post,mood\n${rows.join('\n')}\n`);
  const split = { split: { train: 0.8, validation: 0.1, test: 0.1 } };
  const train = ['train', recipe(place, split), '--data', 'rows.csv', ...columns, '--out', 'm'];
  assert.equal(run(train, { env, cwd: place }).status, 0);
  const measure = (file, more = {}) =>
    run(['evaluate', '--model', join(place, 'm'), '--data', file, '--held-out', '--json'], { env, ...more });
  const own = measure(join(place, 'rows.csv'));
  assert.match(own.err, /54 of 60 rows are left out/, own.err);
  assert.equal(lines(own.out)[0].test.n, 6);
  // A copy with the same rows twice, in another order, and two that nobody saw.
  const copied = join(place, 'copy.csv');
  writeFileSync(copied, `post,mood\n${[...rows.reverse(), ...rows, `so neu,${moods[0]}`].join('\n')}\n`);
  assert.equal(lines(measure(copied).out)[0].test.n, 13);
  writeFileSync(copied, `post,mood\n${rows.slice(0, 40).join('\n')}\nx y z,${moods[0]}\n`);
  assert.ok(lines(measure(copied).out)[0].test.n < 20);
  // The card tells what was read, and not where it is: without the run it is not known.
  assert.match(readFileSync(join(place, 'm/README.md'), 'utf8'), /\| data \| rows\.csv \|/);
  const unknown = measure(join(place, 'rows.csv'), { env: { HEED_RUNS: '' } });
  assert.equal(unknown.status, 1);
  assert.match(unknown.err, /names no public data set|data of its own/);
});

test('rows come out with what a model of any kind finds', { skip: noModel }, (t) => {
  const data = join(folder(t), 'rows.csv');
  const ask = (model, text) => {
    writeFileSync(data, `n,text\n1,${text}\n2,"of 3 May 2001"\n`);
    const { status, out, err } = run(['predict', '--model', model, '--data', data]);
    assert.equal(status, 0, err);
    return out.trimEnd().split('\n');
  };
  const [head, date] = ask('dates', '14 mars 1987');
  assert.equal(head, 'n,text,translation,probability,remark');
  assert.match(date, /^1,14 mars 1987,1987-03-14,0\.99/);
  const [masked, filled, bare] = ask('heed-small', 'the [MASK] sat on the [MASK].');
  assert.equal(masked, 'n,text,filled,probability,remark');
  assert.match(filled, /^1,the \[MASK\] sat on the \[MASK\]\.,the \w+ sat on the \w+\.,0\.\d+,$/);
  assert.equal(bare, '2,of 3 May 2001,,,');
  const [next, word] = ask('heed-writer', 'once upon a');
  assert.equal(next, 'n,text,next,probability,remark');
  assert.match(word, /^1,once upon a, \w+,0\.\d+,$/);
});

test(
  'a table is measured by a model that learned from a folder, whatever its recipe says',
  { skip: noModel },
  (t) => {
    const data = join(folder(t), 'mails.csv');
    writeFileSync(data, 'text,label\nPlease send it to me.,request\nWe had lunch.,no_request\n');
    const { status, out, err } = run(['evaluate', '--model', model, '--data', data, '--json']);
    assert.equal(status, 0, err);
    assert.equal(lines(out)[0].test.n, 2);
    assert.equal(run(['evaluate', '--model', model, '--data', data, '--errors']).status, 0);
  },
);

test('the training sentences that a model takes for most like a text', (t) => {
  const place = folder(t);
  const env = { HEED_RUNS: join(place, 'runs') };
  const rows = Array.from({ length: 60 }, (_, i) => `it is ${moods[i % 2]} ${i},${moods[i % 2]}`);
  writeFileSync(join(place, 'rows.csv'), `post,mood\n${rows.join('\n')}\n`);
  const split = {
    split: { train: 0.8, validation: 0.1, test: 0.1 },
    training: { epochs: 20, batch_size: 8 },
  };
  const train = ['train', recipe(place, split), '--data', 'rows.csv', ...columns, '--out', 'm'];
  assert.equal(run(train, { env, cwd: place }).status, 0);
  const ask = (args, more = {}) => run(['nearest', '--model', join(place, 'm'), ...args], { env, ...more });
  const [found] = lines(ask(['--most', '1000', '--json', 'it is schön 8']).out);
  assert.equal(found.nearest.length, 48); // those that were trained on, not those that were held out
  assert.equal(found.label, 'schön');
  assert.ok(found.nearest.slice(0, 5).every((one) => one.label === 'schön'));
  const distances = found.nearest.map((one) => one.distance);
  assert.deepEqual(
    distances,
    distances.toSorted((a, b) => a - b),
  );
  const [itself] = lines(ask(['--json', '--threads', '2', found.nearest[7].text]).out);
  assert.equal(itself.nearest[0].text, found.nearest[7].text);
  assert.ok(itself.nearest[0].distance < 1e-5);
  assert.equal(itself.nearest.length, 10);
  // Among other rows, of which one that is there twice is listed once.
  const others = join(place, 'others.csv');
  writeFileSync(others, 'text,label\nit is schön,a\nit is schön,a\nit is häßlich,b\n');
  const shown = ask(['--among', others, '-'], { input: 'it is schön\n' });
  assert.match(
    shown.out,
    /^it is schön\n {2}schön 0\.\d{4}\n {2}0\.000 {2}a {2}it is schön\n {2}\d\.\d{3} {2}b {2}it is häßlich\n$/,
  );
  const unknown = ask(['x'], { env: { HEED_RUNS: '' } });
  assert.equal(unknown.status, 1);
  assert.match(unknown.err, /names no public data set|data of its own/);
});

test('of a sentence of which no word is known it is said', { skip: noModel }, () => {
  const said = (text) => run(['predict', '--model', model, text]).out;
  assert.match(said('Zorblax frumious snicker.'), /none of these words is in the model's vocabulary/);
  assert.doesNotMatch(said('Zorblax, please send it.'), /none of these words/);
  assert.doesNotMatch(said('. , !'), /none of these words/);
});

test('recipes and the version are told', () => {
  assert.match(run(['--version']).out, /^heed \d+\.\d+\.\d+\n$/);
  const all = lines(run(['recipes', '--json']).out);
  assert.ok(all.some((one) => one.name === 'enron-tutorial' && one.description.length > 0));
  assert.match(run(['recipes']).out, /^enron-tutorial +\S/m);
});

test('what was meant is asked, and a shipped model is known by its name', { skip: noModel }, () => {
  assert.match(run(['trian', 'x']).err, /no command "trian x": did you mean train\?/);
  assert.match(run(['predict', '--modle', 'x', 'y']).err, /did you mean --model\?/);
  assert.match(
    run(['train', 'enron-tutroial']).err,
    /"enron-tutroial" is not a recipe: did you mean enron-tutorial\?/,
  );
  const named = run(['predict', '--model', 'enron-request', '--brief', 'Please send it.'], { cwd: tmpdir() });
  assert.match(named.out, /^request\t/, named.err);
});

test('shells complete, and manual pages are made, from the commands themselves', () => {
  const { out } = run(['completion', 'bash']);
  const complete = (words) => {
    const script = `${out}\nCOMP_WORDS=(heed ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _heed; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script], { cwd: root }).stdout.toString().trim();
  };
  assert.equal(complete('pre'), 'predict');
  assert.equal(complete('train enron-t'), 'enron-tutorial');
  assert.equal(complete('runs --cu'), '--curve');
  assert.match(run(['completion', 'zsh']).out, /^#compdef heed\n/);
  assert.match(
    run(['completion', 'fish']).out,
    /^complete -c heed -n '__fish_seen_subcommand_from train' -l from -r -d 'Model to fine-tune/m,
  );
  assert.equal(run(['completion', 'cmd']).status, 2);
  assert.match(run(['man', 'train']).out, /^\.TH heed\\-train 1 .*\n[^]*\.B \\-\\-from\n\.I DIR\n/);
  assert.match(run(['man']).out, /\.SH COMMANDS\n\.TP\n\.B predict\n/);
  assert.equal(run(['man', 'bogus']).status, 2);
});
