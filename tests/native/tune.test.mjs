// heed tune: random search and successive halving, folds and seeds, ended and gone on with; every run is kept.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, lines, run } from './program.mjs';

const over = 'training.optimizer.rate=1e-4..1e-1,model.embedding=8,16';
const toy = ['toy-first', '--set', 'data.toy_examples=200', '--set', 'training.epochs=3'];
const tune = (place, ...args) => run(['tune', ...toy, '--out', join(place, 'search.json'), ...args]);

test('choices are ranked by their means over folds, and the best can be trained', (t) => {
  const place = folder(t);
  const { status, out, err } = tune(place, '--over', over, '--trials', '4', '--folds', '2', '--json');
  assert.equal(status, 0, err);
  const [found] = lines(out);
  assert.equal(found.metric, 'accuracy');
  assert.equal(found.trials.length, 4);
  assert.equal(found.runs, 8);
  const means = found.trials.map(({ mean }) => mean);
  assert.deepEqual(
    means,
    [...means].sort((a, b) => b - a),
  );
  for (const { figures, mean, deviation, n } of found.trials) {
    assert.equal(figures.length, 2);
    assert.ok(n > 0);
    assert.ok(Math.abs(mean - (figures[0] + figures[1]) / 2) < 1e-9);
    assert.ok(Math.abs(deviation - Math.abs(figures[0] - figures[1]) / Math.SQRT2) < 1e-9);
  }
  assert.deepEqual(found.best, found.trials[0]);
  const words = found.command.split(' ').slice(1);
  const trained = run([...words, '--out', join(place, 'best'), '--json']);
  assert.equal(trained.status, 0, trained.err);
  const again = tune(place, '--over', over, '--trials', '4', '--folds', '2', '--json');
  assert.equal(again.status, 1);
  assert.match(again.err, /search\.json\] holds a search: go on with it by --resume/);
  const resumed = tune(place, '--over', over, '--trials', '4', '--folds', '2', '--json', '--resume');
  assert.equal(resumed.out, out); // there was nothing left to do
});

test('successive halving, shown as a table', (t) => {
  const { status, out, err } = tune(folder(t), '--over', over, '--trials', '3', '--method', 'halving');
  assert.equal(status, 0, err);
  const rows = out.split('\n').filter((line) => /^ +\d/.test(line));
  assert.deepEqual(
    rows.map((line) => line.trim().split(/ {2,}/)[3]),
    ['3', '1', '1'],
  );
  assert.match(out, /^rank .* examples +settings\n.* [1-9]\d* +training\.optimizer\.rate=/m);
  assert.match(out, /heed train toy-first .*--set training\.optimizer\.rate=/);
});

test('a search that was killed goes on, to the same end', async (t) => {
  const place = folder(t);
  const asked = ['--over', over, '--trials', '6', '--set', 'training.epochs=12', '--json'];
  const child = spawn(heed, ['tune', ...toy, '--out', join(place, 'search.json'), ...asked], {
    env: { ...process.env, HEED_RUNS: join(place, 'runs') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const bytes of child.stderr) {
    said += bytes;
    if (/trial 2,/.test(said)) child.kill('SIGKILL');
  }
  const kept = JSON.parse(readFileSync(join(place, 'search.json'), 'utf8'));
  assert.ok(kept.runs.length >= 2);
  const resumed = tune(place, ...asked, '--resume');
  assert.equal(resumed.status, 0, resumed.err);
  const whole = run(['tune', ...toy, '--out', join(place, 'whole.json'), ...asked]);
  assert.equal(resumed.out, whole.out);
});

test('its runs are in the store', (t) => {
  const place = folder(t);
  const env = { HEED_RUNS: join(place, 'runs') };
  const searched = run(['tune', ...toy, '--out', join(place, 's.json'), '--over', 'model.embedding=4,8'], {
    env,
  });
  assert.equal(searched.status, 0, searched.err);
  const kept = lines(run(['runs', '--json'], { env }).out);
  assert.deepEqual(kept.map(({ settings }) => settings.model.embedding).sort(), [4, 8]);
  assert.ok(kept.every(({ status }) => status === 'ended'));
  assert.ok(!existsSync(join(place, 'trial')));
});

test('what cannot be searched is said before anything is trained', (t) => {
  const place = folder(t);
  const cases = [
    [['--over', 'model.embeding=8,16'], 1, /model\.embeding.*expected one of architecture, /],
    [['--over', 'model.embedding=16..8'], 2, /the smaller one first/],
    [['--over', 'model.embedding'], 2, /KEY=VALUE/],
    [['--over', over, '--metric', 'bleu'], 1, /no "bleu": expected one of .*accuracy/],
    [['--over', over, '--trials', '0'], 2, /trials/],
    [[], 2, /--over is required/],
  ];
  for (const [args, status, message] of cases) {
    const found = tune(place, ...args);
    assert.equal(found.status, status, found.err);
    assert.match(found.err, message);
  }
  assert.ok(!existsSync(join(place, 'search.json')));
  const whole = run([
    'tune',
    'toy-sentiment',
    '--over',
    'model.embedding=8,9',
    '--out',
    join(place, 'n.json'),
  ]);
  assert.match(whole.err, /no validation part .*--folds/);
  writeFileSync(join(place, 'search.json'), '{"asked": 1}');
  assert.match(tune(place, '--over', over, '--resume').err, /is no search/);
});

test('rows whose label was put in wrong are listed', (t) => {
  const place = folder(t);
  const things = ['report', 'contract', 'invoice', 'plan', 'offer'];
  const rows = Array.from({ length: 60 }, (_, n) => {
    const asks = n % 2 === 0;
    const thing = things[(n >> 1) % things.length];
    return `${asks ? `please send me the ${thing}` : `the ${thing} arrived well`},${asks !== (n === 7) ? 'yes' : 'no'}`;
  });
  const file = join(place, 'rows.csv');
  writeFileSync(file, `text,label\n${rows.join('\n')}\n`);
  const set = [
    'training.epochs=12',
    'training.optimizer.rate=0.02',
    'data.format=csv',
    'data.label_column=label',
  ];
  const args = [
    'label-errors',
    'enron-tutorial',
    '--data',
    file,
    '--folds',
    '3',
    ...set.flatMap((one) => ['--set', one]),
  ];
  const found = run([...args, '--json']);
  assert.equal(found.status, 0, found.err);
  const { figures, errors } = lines(found.out)[0];
  assert.equal(figures.n, 60);
  assert.equal(errors[0].row, 9); // the header is row 1
  assert.equal(errors[0].predicted, 'no');
  assert.match(run(args).out, /Rows whose label may be wrong.*\n.*\n *9 /);
  assert.equal(run(['label-errors', 'enron-tutorial']).status, 2);
  const own = run(['label-errors', file, '--folds', '3', '--set', 'training.epochs=12', '--json']);
  assert.equal(own.status, 0, own.err);
  assert.equal(lines(own.out)[0].errors[0].row, 9);
  const blank = join(place, 'my rows.csv');
  writeFileSync(blank, `text,label\n${rows.join('\n')}\n`);
  const over = ['--over', 'model.heads=1,2', '--folds', '2', '--out', join(place, 's.json'), '--json'];
  const [searched] = lines(
    run([
      'tune',
      'enron-tutorial',
      '--data',
      blank,
      '--set',
      'training.epochs=1',
      '--set',
      'data.format=csv',
      ...over,
    ]).out,
  );
  assert.ok(searched.command.includes(` --data '${blank}' `), searched.command);
  assert.match(
    run(['label-errors', 'dates', '--data', file]).err,
    /for translate: expected one that trains a classifier/,
  );
});
