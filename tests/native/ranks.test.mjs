// mpirun -n N heed train …: several processes learn what one learns, and end together.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { folder, heed, lines, run, writeEnron } from './program.mjs';

const module = join(dirname(heed), 'libheed_ranks.so');
const mpirun = spawnSync('mpirun', ['--version']).status === 0;
const skip = !existsSync(module)
  ? 'no MPI was found when this was built: there is no libheed_ranks.so'
  : mpirun
    ? false
    : 'mpirun is not there';
// Open MPI asks root whether it means it, and has its own ideas of how many processors there are.
const env = { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1', NO_COLOR: '1' };
const started = (ranks, args) => ['--oversubscribe', '-n', String(ranks), heed, ...args];

function together(ranks, args) {
  const result = spawnSync('mpirun', started(ranks, args), { env: { ...process.env, ...env } });
  return { status: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
}

const small = [
  'model.embedding=32',
  'model.dropout=0.3',
  'text.phrases=null',
  'model.phrase_start=0',
  'storage=float32',
].flatMap((value) => ['--set', value]);

const weights = (path) => readFileSync(join(path, 'model.safetensors'));

for (const ranks of [2, 3])
  test(`${ranks} processes learn what one learns, and one of them speaks`, { skip }, (t) => {
    const place = folder(t);
    const data = writeEnron(join(place, 'data'));
    const train = (out) => [
      'train',
      'enron-request',
      '--data',
      data,
      '--epochs',
      '2',
      '--json',
      '--set',
      'training.batch_parts=4',
      '--out',
      join(place, out),
      ...small,
    ];
    const alone = run(train('alone'));
    assert.equal(alone.status, 0, alone.err);
    const { status, out, err } = together(ranks, train('together'));
    assert.equal(status, 0, err);
    const [result, ...more] = lines(out);
    assert.deepEqual(more, []);
    assert.match(err, new RegExp(`^Recipe enron-request on .*, ${ranks} ranks$`, 'm'));
    assert.equal(result.test.n, lines(alone.out)[0].test.n);
    assert.ok(
      weights(join(place, 'together')).equals(weights(join(place, 'alone'))),
      'other bits than one process',
    );
    assert.deepEqual(readdirSync(place).sort(), ['alone', 'data', 'together']);
  });

test('ranks that have nothing to compute are said', { skip }, (t) => {
  const place = folder(t);
  const data = writeEnron(join(place, 'data'));
  const train = [
    'train',
    'enron-request',
    '--data',
    data,
    '--epochs',
    '1',
    '--out',
    join(place, 'out'),
    ...small,
  ];
  const { status, err } = together(2, train);
  assert.equal(status, 0, err);
  assert.match(err, /note: a step has at most 1 part, .*start fewer, or raise training\.batch_parts/);
});

// The processes of this run, by rank.
function processes(out) {
  const found = {};
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      const rank = readFileSync(`/proc/${id}/environ`, 'utf8').match(/(?:^|\0)OMPI_COMM_WORLD_RANK=(\d+)/);
      if (words[0] === heed && words.includes(out) && rank) found[rank[1]] = Number(id);
    } catch {
      // it has ended meanwhile
    }
  }
  return found;
}

const until = async (holds) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};

test(
  'a process that is lost ends all, is named, and the run goes on with any number',
  { skip },
  async (t) => {
    const place = folder(t);
    const out = join(place, 'model');
    const args = [
      'train',
      'enron-request',
      '--data',
      writeEnron(join(place, 'data')),
      '--out',
      out,
      ...small,
    ];
    // Each rank as its own shell sees it, where mpirun was not quicker to end it; mpirun gives back the status of who was lost.
    const script = join(place, 'rank.sh');
    writeFileSync(
      script,
      '"$@"; code=$?; echo "rank $OMPI_COMM_WORLD_RANK: $code" >> "$0.ends"; exit $code\n',
    );
    const words = started(3, args);
    words.splice(words.indexOf(heed), 0, 'sh', script);
    const all = spawn('mpirun', [...words, '--epochs', '100000'], { env: { ...process.env, ...env } });
    let said = '';
    all.stderr.on('data', (text) => (said += text));
    const ended = new Promise((resolve) => all.on('exit', resolve));
    await until(() => existsSync(`${out}.checkpoint.safetensors`) && processes(out)[2]);
    const lost = processes(out)[2];
    process.kill(lost, 'SIGKILL');
    assert.notEqual(await ended, 0);
    assert.match(
      said,
      new RegExp(`heed: \\[ranks\\] rank 2 \\(process ${lost} on .+\\) was lost\\..* --resume`),
    );
    for (const [, , code] of readFileSync(`${script}.ends`, 'utf8').matchAll(/^rank ([01]): (\d+)$/gm))
      assert.equal(code, '1');
    assert.deepEqual(processes(out), {});
    const resumed = run([...args, '--epochs', '1', '--resume']);
    assert.equal(resumed.status, 0, resumed.err);
  },
);

test('Ctrl-C keeps the steps of all', { skip }, async (t) => {
  const place = folder(t);
  const out = join(place, 'model');
  const args = ['train', 'enron-request', '--data', writeEnron(join(place, 'data')), '--out', out, ...small];
  const all = spawn('mpirun', started(2, [...args, '--epochs', '100000']), {
    env: { ...process.env, ...env },
  });
  let said = '';
  all.stderr.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => all.on('exit', resolve));
  await until(() => existsSync(`${out}.checkpoint.safetensors`));
  process.kill(processes(out)[0], 'SIGINT');
  await ended;
  assert.match(said, /heed: stopped; all steps so far are kept\. Go on with: heed train .* --resume/);
  assert.deepEqual(processes(out), {});
  assert.equal(run([...args, '--epochs', '1', '--resume']).status, 0);
});

test('a task without a network is not shared', { skip }, (t) => {
  const place = folder(t);
  const { status, err } = together(2, ['train', 'wordpiece', '--data', place, '--out', join(place, 'out')]);
  assert.notEqual(status, 0);
  assert.equal(err.match(/heed: /g).length, 1, err);
  assert.match(err, /trains no network, so several processes cannot share its steps/);
});

test('without its module for MPI one process of several says so, and none trains', (t) => {
  const place = folder(t);
  const args = [
    'train',
    'enron-request',
    '--data',
    writeEnron(join(place, 'data')),
    '--out',
    join(place, 'model'),
  ];
  const as = (rank) =>
    run(args, {
      env: {
        HEED_RANKS_MODULE: '/nowhere/libheed_ranks.so',
        OMPI_COMM_WORLD_SIZE: '2',
        OMPI_COMM_WORLD_RANK: rank,
      },
    });
  const first = as('0');
  assert.equal(first.status, 1);
  assert.match(
    first.err,
    /started as one of 2 processes .*libheed_ranks\.so, is not beside it.*libopenmpi-dev/,
  );
  assert.deepEqual(as('1'), { status: 1, out: '', err: '' });
  assert.deepEqual(readdirSync(place), ['data']);
});
