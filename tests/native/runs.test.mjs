// Runs are kept: listed, compared, exported, removed; also those that were stopped, failed or killed. TensorBoard's files are
// read by a reader of their format's description alone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, lines, run, writeEnron } from './program.mjs';

const model = {
  architecture: 'request-classifier',
  embedding: 8,
  attention: 4,
  heads: 1,
  layers: 1,
  feed_forward: 8,
};

function place(t) {
  const at = folder(t);
  const env = { HEED_RUNS: join(at, 'runs') };
  const data = writeEnron(join(at, 'data'));
  const recipe = join(at, 'small.json');
  const arguments_ = (training, more = []) => {
    writeFileSync(
      recipe,
      JSON.stringify({ data: { format: 'enron' }, model, training: { batch_size: 64, ...training } }),
    );
    return ['train', recipe, '--data', data, '--out', join(at, 'm'), ...more];
  };
  const heedRuns = (...more) => run(['runs', ...more], { env });
  return {
    at,
    env,
    data,
    arguments_,
    heedRuns,
    train: (training, more) => run(arguments_(training, more), { env }),
    runs: (...more) => {
      const { out } = heedRuns('--json', ...more);
      return out === '' ? [] : lines(out);
    },
  };
}

// CRC-32C bit by bit, masked as record_writer.h says.
function masked(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  crc = ~crc >>> 0;
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

// The Event messages of a file of records.
function events(bytes) {
  const all = [];
  for (let at = 0; at < bytes.length;) {
    const length = Number(bytes.readBigUInt64LE(at));
    assert.equal(bytes.readUInt32LE(at + 8), masked(bytes.subarray(at, at + 8)));
    const event = bytes.subarray(at + 12, at + 12 + length);
    assert.equal(bytes.readUInt32LE(at + 12 + length), masked(event));
    all.push(event);
    at += 16 + length;
  }
  return all.map(message);
}

// Fields of a protocol buffer by number; what is nested stays bytes.
function message(bytes) {
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const field = key >>> 3;
    if ((key & 7) === 0) fields.push([field, varint()]);
    else if ((key & 7) === 1) fields.push([field, bytes.readDoubleLE((at += 8) - 8)]);
    else if ((key & 7) === 5) fields.push([field, bytes.readFloatLE((at += 4) - 4)]);
    else {
      const length = varint();
      fields.push([field, bytes.subarray(at, (at += length))]);
    }
  }
  return fields;
}

const scalars = (event) =>
  event
    .filter(([field]) => field === 5)
    .flatMap(([, summary]) =>
      message(summary).map(([, value]) => {
        const of = Object.fromEntries(message(value));
        return [of[1].toString(), of[2]];
      }),
    );

test('a run is kept with its settings, data, epochs and figures, and TensorBoard can read it', (t) => {
  const { train, runs, heedRuns, data } = place(t);
  const ended = train({ epochs: 3 }, ['--json']);
  assert.equal(ended.status, 0, ended.err);
  const [kept, ...others] = runs();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [kept.status, kept.epoch, kept.epochs, kept.settings.training.epochs, kept.settings.model.heads],
    ['ended', 3, 3, 3, 1],
  );
  assert.deepEqual(kept.figures.test, lines(ended.out)[0].test);
  assert.deepEqual(
    kept.data.files.map((file) => file.path),
    ['intent_neg', 'intent_pos'].map((name) => join(data, name)),
  );
  assert.equal(
    kept.data.files[0].sha256,
    createHash('sha256')
      .update(readFileSync(join(data, 'intent_neg')))
      .digest('hex'),
  );
  assert.deepEqual(
    kept.data.read.rows.reduce((a, b) => a + b),
    420,
  );
  assert.deepEqual(
    kept.epochs_logged.map((line) => line.epoch),
    [1, 2, 3],
  );
  assert.ok(
    kept.epochs_logged.every(
      (line) => line.loss > 0 && line.validation.accuracy >= 0 && !('confusion' in line.validation),
    ),
  );

  const file = readdirSync(kept.folder).find((name) => name.startsWith('events.out.tfevents.'));
  const [first, ...rest] = events(readFileSync(join(kept.folder, file)));
  assert.equal(first.find(([field]) => field === 3)[1].toString(), 'brain.Event:2');
  const last = Object.fromEntries(scalars(rest.at(-1)));
  assert.ok(Math.abs(last['train/loss'] - kept.epochs_logged[2].loss) < 1e-6);
  assert.ok(Math.abs(last['validation/accuracy'] - kept.epochs_logged[2].validation.accuracy) < 1e-6);
  const steps = rest.map((event) => event.find(([field]) => field === 2)[1]);
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  assert.match(heedRuns().out, /^run +status .*\n\S+-small +ended +3\/3/);
});

test('runs are filtered, compared, drawn, exported and removed', (t) => {
  const { train, runs, heedRuns, at } = place(t);
  for (const epochs of [1, 2]) assert.equal(train({ epochs }).status, 0);
  assert.equal(runs('--filter', 'settings.training.epochs=2').length, 1);
  assert.equal(runs('--filter', 'recipe=other').length, 0);
  const missed = heedRuns('--filter', 'recipe=other');
  assert.equal(missed.out, '');
  assert.match(missed.err, /\[--filter\] "recipe=other" fits none of 2 runs: their recipe is .*small/);
  assert.match(heedRuns('--filter', 'recpie=small').err, /none has a "recpie"; heed runs RUN --json shows/);
  const [a, b] = runs().map((one) => one.id);
  assert.match(heedRuns(a).out, /^test +42 examples: accuracy [01]\.\d+, /m);
  assert.match(heedRuns().out, /^run .*\n(.* [01]\.\d{4} of 42 +[01]\.\d{4} of 42 .*\n){2}$/);
  const compared = heedRuns(a, b).out;
  assert.match(compared, /^training\.epochs +1 +2/m);
  assert.doesNotMatch(compared, /training\.batch_size/);
  assert.match(
    heedRuns(b, '--curve', 'validation.loss').out,
    /validation\.loss\n +1 +\d\.\d{4} █.*\n +2 +\d\.\d{4} /,
  );
  const csv = heedRuns('--csv', '-').out.trimEnd().split('\n');
  assert.equal(csv.length, 1 + 1 + 2);
  assert.equal(
    csv[0],
    'run,epoch,loss,accuracy,validation_loss,validation_accuracy,rate,seconds,validation_n',
  );
  assert.match(csv[1], /,42$/);
  assert.equal(heedRuns('--delete').status, 2);
  assert.match(heedRuns(a, a, '--delete').out, /^removed \S+-small\n1 run removed; its model stays\n$/);
  assert.deepEqual(
    runs().map((one) => one.id),
    [b],
  );
  assert.ok(existsSync(join(at, 'm', 'model.safetensors')));
  const none = heedRuns('nothing');
  assert.equal(none.status, 1);
  assert.match(none.err, /there is no run "nothing"/);
});

test('no more runs are removed than are named', (t) => {
  const { runs, heedRuns, at } = place(t);
  const keep = (id, status) => {
    mkdirSync(join(at, 'runs', id), { recursive: true });
    writeFileSync(join(at, 'runs', id, 'run.json'), JSON.stringify({ id: '20260101-a' }));
    writeFileSync(join(at, 'runs', id, 'status.json'), JSON.stringify(status));
  };
  const ids = () => runs().map(({ id }) => id);
  for (const id of ['20260101-a', '20260101-b', '20260102-a']) keep(id, { status: 'ended' });
  keep('20260103-a', { status: 'running', pid: process.pid });
  // A copied folder is a run of its own.
  assert.deepEqual(ids(), ['20260101-a', '20260101-b', '20260102-a', '20260103-a']);
  const refuse = (names, message) => {
    const { status, err } = heedRuns(...names, '--delete');
    assert.equal(status, 1);
    assert.match(err, message);
    assert.equal(ids().length, 4);
  };
  refuse(
    ['20260101'],
    /begins the names of 2 runs; expected one\. They are 20260101-a, 20260101-b: give more/,
  );
  refuse(['2025'], /there is no run "2025" in .*: the latest are 20260101-a, .*20260103-a\./);
  refuse(['20260101-a', '2'], /begins the names of 4 runs/);
  refuse(['20260101-a', '20260103'], /20260103-a.* is still going on, and no run is removed/);
  assert.match(
    heedRuns('20260102', '20260101-b', '--delete').out,
    /removed 20260101-b\nremoved 20260102-a\n2 runs/,
  );
  assert.deepEqual(ids(), ['20260101-a', '20260103-a']);
});

test('what was stopped goes on in the same run; what failed says why', (t) => {
  const { train, runs } = place(t);
  assert.equal(train({ epochs: 100000 }, ['--minutes', '0.01']).status, 130);
  const [stopped] = runs();
  assert.equal(stopped.status, 'stopped');
  const [before] = stopped.epochs_logged.slice(-1);
  const ended = train({ epochs: before.epoch + 1 }, ['--resume']);
  assert.equal(ended.status, 0, ended.err);
  const [whole, ...others] = runs();
  assert.equal(others.length, 0);
  assert.equal(whole.status, 'ended');
  assert.deepEqual(
    whole.epochs_logged.map((line) => line.epoch),
    Array.from({ length: before.epoch + 1 }, (_, i) => i + 1),
  );
  assert.equal(train({ epochs: 2, optimizer: { name: 'sgd', rate: 1e30 } }).status, 1);
  const failed = runs().at(-1);
  assert.equal(failed.status, 'failed');
  assert.match(failed.problem, /NaN or Inf/);
});

test('a run that was killed is there, with all but its last epoch', async (t) => {
  const { arguments_, runs, env, train } = place(t);
  const child = spawn(heed, arguments_({ epochs: 100000 }), { env: { ...process.env, ...env } });
  await new Promise((resolve) => {
    let n = 0;
    child.stderr.on('data', () => ++n > 3 && resolve());
  });
  assert.equal(runs()[0].status, 'running');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.on('exit', resolve));
  const [killed] = runs();
  assert.equal(killed.status, 'killed');
  assert.ok(killed.epochs_logged.length >= 3);
  const epochs = killed.epochs_logged.length + 2;
  assert.equal(train({ epochs }, ['--resume']).status, 0);
  const [whole] = runs();
  assert.deepEqual([whole.id, whole.status], [killed.id, 'ended']);
  assert.deepEqual(
    whole.epochs_logged.map((line) => line.epoch),
    Array.from({ length: epochs }, (_, i) => i + 1),
  );
});

test('a store that cannot be written ends no training, and none is kept where none is wanted', (t) => {
  const { arguments_, at } = place(t);
  writeFileSync(join(at, 'file'), '');
  const kept = run(arguments_({ epochs: 1 }), { env: { HEED_RUNS: join(at, 'file', 'below') } });
  assert.equal(kept.status, 0, kept.err);
  assert.match(kept.err, /warning: the run goes on, and is not recorded: /);
  const none = run(arguments_({ epochs: 1 }), { env: { HEED_RUNS: '' } });
  assert.deepEqual([none.status, /warning/.test(none.err)], [0, false]);
});
