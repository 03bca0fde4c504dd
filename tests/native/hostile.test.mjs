// What a stranger's file holds does not get at a terminal, the memory or other files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { copyOfModel, folder, heed, lines, model, noModel, run } from './program.mjs';

const skip = noModel;
const evil = '\u001b[31m\u001b]0;title\u0007\u007f\u009b1m\u202eabc\u2066\u2028\u200f';
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/;

const labelled = (json) => {
  const config = JSON.parse(json);
  config.id2label = { 0: `no${evil}`, 1: `yes${evil}` };
  return JSON.stringify(config);
};

test('no control character of a label, a text or a name reaches a terminal', { skip }, (t) => {
  const named = copyOfModel(t, { 'config.json': labelled });
  const at = folder(t);
  const rows = join(at, `rows${evil.replaceAll('/', '')}.csv`);
  writeFileSync(rows, `text,label\n"please ${evil} send",${evil}\nhello,b\n`);
  const runs = join(at, 'runs');
  mkdirSync(join(runs, 'one'), { recursive: true });
  writeFileSync(
    join(runs, 'one', 'run.json'),
    JSON.stringify({ id: 'one', recipe: evil, status: 'done', settings: { [evil]: 1 } }),
  );
  const said = [
    ['predict', '--model', named, evil],
    ['predict', '--model', named, '--json', evil],
    ['predict', '--model', named, '--brief', evil],
    ['explain', '--model', named, evil],
    ['explain', '--model', named, '--json', evil],
    ['tokenize', '--model', model, evil],
    ['tokenize', '--model', model, '--json', evil],
    ['tokenize', '--tokenizer', evil, 'x'],
    ['info', '--model', named],
    ['info', '--model', named, '--json'],
    ['info', '--model', `/nowhere${evil}`],
    ['data', rows],
    ['data', rows, '--json'],
    ['predict', '--model', named, '--data', rows, '--out', join(at, `out${evil}.csv`)],
    ['runs', '--store', runs],
    ['runs', '--store', runs, '--json'],
    ['runs', '--store', runs, 'one'],
    ['runs', '--store', runs, `x${evil}`],
    ['recipes', evil],
    [evil],
    ['predict', `--${evil}`],
    ['train', `/nowhere/${evil}.json`],
    ['train', '--set', `${evil}=1`, 'enron'],
  ];
  for (const args of said) {
    const { out, err } = run(args);
    assert.doesNotMatch(out + err, obeyed, JSON.stringify(args));
    assert.ok((out + err).length > 0, JSON.stringify(args));
  }
  const [analysis] = lines(run(['predict', '--model', named, '--json', evil]).out);
  assert.equal(analysis.text, evil);
  assert.ok(analysis.classes[1].label.includes(evil));
});

test('what goes to a file or through a pipe stays as it is', { skip }, (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'rows.csv'), `text\n"${evil}"\n`);
  const data = ['predict', '--model', model, '--data', join(at, 'rows.csv')];
  assert.equal(run([...data, '--out', join(at, 'out.csv')]).status, 0);
  assert.ok(readFileSync(join(at, 'out.csv'), 'utf8').includes(evil));
  assert.ok(run(data).out.includes(evil));
});

test('--spreadsheet keeps texts from being calculated, and numbers numbers', { skip }, (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'rows.csv'), 'text,=note\n=1+1,-3\n@SUM(A1),+4.5e1\n-send,plain\n');
  const written = (command, more) => {
    const out = join(at, 'out.csv');
    const { status, err } = run([
      command,
      '--model',
      model,
      '--data',
      join(at, 'rows.csv'),
      '--out',
      out,
      ...more,
    ]);
    assert.equal(status, 0, err);
    return readFileSync(out, 'utf8')
      .split('\n')
      .map((line) => line.split(',').slice(0, 2).join(','));
  };
  for (const command of ['predict', 'explain']) {
    assert.deepEqual(written(command, []).slice(0, 4), [
      'text,=note',
      '=1+1,-3',
      '@SUM(A1),+4.5e1',
      '-send,plain',
    ]);
    const escaped = ["text,'=note", "'=1+1,-3", "'@SUM(A1),+4.5e1", "'-send,plain"];
    assert.deepEqual(written(command, ['--spreadsheet']).slice(0, 4), escaped);
  }
});

test('pipes, devices and bombs are refused at once', { skip }, (t) => {
  const at = folder(t);
  const pipe = join(at, 'pipe.csv');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const bomb = join(at, 'bomb.txt.gz');
  writeFileSync(bomb, gzipSync(Buffer.alloc(150e6, 'a')));
  const long = join(at, 'long.csv');
  writeFileSync(long, Buffer.alloc((16 << 20) + 1, 'a'));
  const cases = [
    [['data', pipe], /is a pipe or a device/],
    [['data', '/dev/zero'], /is a pipe or a device/],
    [['info', '--model', '/dev/zero'], /./],
    [['tokenize', '--tokenizer', '/dev/zero', 'x'], /is a pipe or a device/],
    [
      ['attend', '--query', 'a', '--key', 'b', '--mechanism', 'dot', '--embeddings', '/dev/zero'],
      /is a pipe or a device/,
    ],
    [['data', bomb], /bomb\.txt\.gz\] unpacks to more than/],
    [['data', long], /long\.csv\] line 1 has more than 16777216 bytes/],
  ];
  for (const [args, expected] of cases) {
    const { status, stderr, signal } = spawnSync(heed, args, { timeout: 20000 });
    assert.equal(signal, null, args.join(' '));
    assert.equal(status, 1, args.join(' '));
    assert.match(stderr.toString(), expected);
  }
  const zeros = spawnSync('sh', ['-c', `"${heed}" predict --model "${model}" - < /dev/zero`], {
    timeout: 20000,
  });
  assert.match(zeros.stderr.toString(), /\[standard input\] a line has more than 16777216 bytes/);
});

test('JSON that is nested or wide ends in a message', { skip }, (t) => {
  const deep = '['.repeat(200000);
  for (const name of ['config.json', 'tokenizer.json']) {
    const copy = copyOfModel(t, { [name]: deep });
    const { status, err } = run(['predict', '--model', copy, 'x']);
    assert.equal(status, 1, err);
    assert.match(err, new RegExp(`${name}\\] .*(nested deeper than|is not JSON)`));
  }
  const at = folder(t);
  const file = (name, text) => (writeFileSync(join(at, name), text), join(at, name));
  const row = JSON.stringify({ text: 'a b', label: 'x' });
  assert.match(run(['data', file('a.json', deep)]).err, /nested deeper than 200 levels/);
  assert.match(run(['data', file('a.jsonl', `${row}\n${deep}\n${row}\n`)]).out, /line 2/);
  assert.match(
    run(['train', file('r.json', `{"model":${deep}`)]).err,
    /r\.json\] is nested deeper than 200 levels/,
  );
  const many = Array.from({ length: 2000 }, (_, i) => JSON.stringify({ text: 'a', [`k${i}`]: 1 })).join('\n');
  assert.match(run(['data', file('w.jsonl', many)]).err, /more than 1000 different keys/);
});

test('an empty name is no name of a run', (t) => {
  const runs = join(folder(t), 'runs');
  mkdirSync(join(runs, 'only'), { recursive: true });
  writeFileSync(join(runs, 'only', 'run.json'), JSON.stringify({ id: 'only', status: 'done' }));
  const { status, err } = run(['runs', '', '--delete', '--store', runs]);
  assert.equal(status, 1, err);
  assert.match(err, /the name of a run is empty/);
  assert.deepEqual(readdirSync(runs), ['only']);
});

test('scores that are no numbers are an error, not a class', { skip }, (t) => {
  const copy = copyOfModel(t, {
    'model.safetensors': (bytes) => {
      const start = 8 + Number(bytes.readBigUInt64LE(0));
      const header = JSON.parse(bytes.subarray(8, start).toString());
      const name = 'classifier.weight';
      bytes.fill(
        Buffer.from('ffff7f7f', 'hex'),
        start + header[name].data_offsets[0],
        start + header[name].data_offsets[1],
      );
      return bytes;
    },
  });
  for (const more of [[], ['--json'], ['--brief']]) {
    const { status, out, err } = run(['predict', '--model', copy, ...more, 'please send it']);
    assert.equal(status, 1, out);
    assert.match(err, /^heed: \[[^\n]*expected a finite number[^\n]*\n$/);
  }
});

test('every writer follows a link that is named with --out', { skip }, (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'rows.csv'), 'text\nplease send it\n');
  for (const [name, args] of [
    ['out.csv', ['predict', '--model', model, '--data', join(at, 'rows.csv')]],
    ['out.jsonl', ['explain', '--model', model, '--data', join(at, 'rows.csv')]],
  ]) {
    writeFileSync(join(at, `real-${name}`), '');
    symlinkSync(join(at, `real-${name}`), join(at, name));
    assert.equal(run([...args, '--out', join(at, name)]).status, 0);
    assert.ok(lstatSync(join(at, name)).isSymbolicLink(), name);
    assert.ok(readFileSync(join(at, `real-${name}`)).length > 20, name);
  }
});
