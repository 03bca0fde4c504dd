// heed attend as a user calls it: a GloVe file or a model folder, every mechanism, JSON and text for people.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folder, lines, run } from './program.mjs';

const rows = [
  'the 0.1 0.2 0.3 0.4',
  'dog 1 0 -1 0.5',
  'cat 0.9 0.1 -1 0.4',
  'sat -0.5 1 0 0',
  'ran 0.3 0.3 1',
];

function vectors(t, packed = false) {
  const path = join(folder(t), packed ? 'v.txt.gz' : 'v.txt');
  writeFileSync(path, packed ? gzipSync(rows.join('\n')) : rows.join('\n'));
  return path;
}

function attend(t, args, embeddings = vectors(t)) {
  const result = run([
    'attend',
    '--query',
    'The dog sat',
    '--key',
    'the cat zzyzx',
    '--embeddings',
    embeddings,
    ...args,
  ]);
  return { ...result, json: result.status === 0 && args.includes('--json') ? lines(result.out)[0] : null };
}

test('the contract: tokens, scores, weights, output, missing words', (t) => {
  const { json, err } = attend(t, ['--mechanism', 'dot', '--json']);
  assert.deepEqual(json.query_tokens, ['The', 'dog', 'sat']);
  assert.deepEqual(json.key_tokens, ['the', 'cat', 'zzyzx']);
  assert.deepEqual(json.missing, ['zzyzx']);
  assert.ok(Math.abs(json.scores[0][1][1] - (0.9 + 1 + 0.2)) < 1e-6);
  assert.ok(Math.abs(json.scores[0][0][0] - 0.3) < 1e-6); // The as the
  const e = json.scores[0][1].map((x) => Math.exp(x));
  json.weights[0][1].forEach((w, s) => assert.ok(Math.abs(w - e[s] / (e[0] + e[1] + e[2])) < 1e-6));
  assert.deepEqual([json.output.length, json.output[0].length], [3, 4]);
  assert.match(err, /line 5 .*left out/);
});

test('every mechanism answers, gzipped vectors too', (t) => {
  const packed = vectors(t, true);
  const { mechanisms } = lines(run(['describe', '--json']).out)[0];
  assert.ok(mechanisms.length >= 12);
  for (const { name: mechanism, traits } of mechanisms) {
    const { json, err } = attend(t, ['--mechanism', mechanism, '--width', '8', '--json', '--steps'], packed);
    assert.ok(json, `${mechanism}: ${err}`);
    assert.deepEqual([json.weights.length, json.weights[0][0].length], [traits.several_heads ? 4 : 1, 3]);
    assert.ok(json.matrices.some((matrix) => matrix.name === 'scores'));
  }
  assert.deepEqual(
    attend(t, ['--mechanism', 'trainable', '--seed', '5', '--json']).json,
    attend(t, ['--mechanism', 'trainable', '--seed', '5', '--json']).json,
  );
});

test('a causal mask, several heads', (t) => {
  const { json } = attend(t, [
    '--mechanism',
    'multi-head',
    '--heads',
    '2',
    '--width',
    '6',
    '--causal',
    '--json',
  ]);
  assert.equal(json.weights.length, 2);
  for (const head of json.weights) assert.deepEqual(head[0].slice(1), [0, 0]);
});

test('what cannot be done is said', (t) => {
  const file = vectors(t);
  const uneven = run([
    'attend',
    '--query',
    'the dog',
    '--key',
    'sat',
    '--mechanism',
    'additive-positionwise',
    '--embeddings',
    file,
  ]);
  assert.equal(uneven.status, 1);
  assert.match(uneven.err, /2 query tokens and 1 key tokens/);
  writeFileSync(file, 'nothing here\n');
  const { status, err } = attend(t, [], file);
  assert.equal(status, 1);
  assert.match(err, /no line with a word and its vector/);
});

test('people see tokens, embeddings, matrices and pairs', (t) => {
  const { out, status } = attend(t, ['--causal']);
  assert.equal(status, 0);
  assert.match(out, /zzyzx\(no vector\)/);
  assert.match(out, /query .*\[3, 4\]\n +The +0\.100 +0\.200/);
  assert.match(out, /scores +e = q·k/);
  assert.match(out, /masked[^]*–/);
  assert.match(out, /strongest pairs[^]*The → the +1\.000/);
});

const shipped = 'assets/models/word-vectors';
test('the vectors that ship know the words of the example', { skip: !existsSync(shipped) }, () => {
  const { status, out } = run(['attend', '--embeddings', shipped, '--json']);
  assert.equal(status, 0);
  assert.deepEqual(lines(out)[0].missing, []);
});

test('a folder with word vectors says what it is, and what it is for', () => {
  const shipped = new URL('../../assets/models/word-vectors', import.meta.url).pathname;
  const [info] = lines(run(['info', '--model', shipped, '--json']).out);
  assert.deepEqual([info.architecture, info.layers, info.heads], ['word-vectors', 0, 0]);
  assert.equal(info.parameters, 50 * info.vocabulary);
  for (const args of [
    ['predict', 'x'],
    ['evaluate', '--data', 'x'],
  ]) {
    const { status, err } = run([...args, '--model', shipped]);
    assert.equal(status, 1);
    assert.match(
      err,
      /^heed: \[[^\n]*word-vectors\] holds word vectors[^\n]*heed attend --embeddings[^\n]*\n$/,
    );
  }
});

test(
  'what was trained over the shipped vectors finds the same word, and another form of it',
  { skip: !existsSync(shipped) },
  () => {
    const query = 'the king played with his horses';
    const key = 'his horse and a dog were playing near the king with water';
    const right = {
      the: ['the'],
      king: ['king'],
      played: ['playing'],
      with: ['with'],
      his: ['his'],
      horses: ['horse'],
    };
    const ask = (mechanism, parameters) => {
      const given = [
        '--embeddings',
        shipped,
        '--query',
        query,
        '--key',
        key,
        '--mechanism',
        mechanism,
        '--json',
      ];
      const { status, out, err } = run(['attend', ...given, '--parameters', parameters]);
      assert.equal(status, 0, err);
      return lines(out)[0];
    };
    const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
    for (const mechanism of ['trainable', 'multi-head', 'general', 'additive', 'concat']) {
      const of = ({ weights, query_tokens, key_tokens }) => {
        const on = query_tokens.map((word, t) => {
          const rows = weights.map((head) => head[t]);
          return mean(
            rows.map((row) =>
              row.reduce((sum, w, s) => sum + (right[word].includes(key_tokens[s]) ? w : 0), 0),
            ),
          );
        });
        return mean(on);
      };
      const trained = of(ask(mechanism, 'trained'));
      const drawn = of(ask(mechanism, 'drawn'));
      assert.ok(trained > 0.4 && trained > 2.5 * drawn, `${mechanism}: ${trained} trained, ${drawn} drawn`);
    }
    // A mechanism that learns nothing is what it is; one that was not trained says so.
    assert.deepEqual(ask('scaled-dot', 'trained').weights, ask('scaled-dot', 'drawn').weights);
    const { status, err } = run([
      'attend',
      '--embeddings',
      shipped,
      '--mechanism',
      'local-p',
      '--parameters',
      'trained',
    ]);
    assert.equal(status, 1);
    assert.match(err, /nothing was trained for local-p over these vectors, but for additive/);
  },
);
