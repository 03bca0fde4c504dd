// The lab's real module in Node: vectors from pieces of a text file, attention under every mechanism, and a message for
// everything that cannot be.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { asBytes, Door, load, moduleFile, withNumbers } from './door.mjs';

let lab;

class Lab extends Door {
  random(width, seed) {
    return this.call('random-vectors', { width, seed });
  }

  // A text file, fed in pieces of so many bytes.
  file(text, texts, piece = 1000) {
    this.call('begin-vectors', { name: 'made.txt', texts });
    this.write(asBytes(text), piece);
    return this.call('end-vectors');
  }

  ask(given) {
    return withNumbers(this.call('attend', given), this.tensors);
  }
  attend(query, key, ...jobs) {
    return this.ask({ query, key, jobs });
  }
}

before(async () => {
  lab = await load('heed-full', Lab);
});

const kMechanisms = [
  'scaled-dot',
  'dot',
  'trainable',
  'general',
  'concat',
  'additive',
  'multi-head',
  'local-m',
  'local-p',
  'hard',
  'sparsemax',
];

test('random tensors of seed 42 have the weights that a published lesson prints', () => {
  const [one] = lab.ask({
    random: { seed: 42, T: 3, D: 4 },
    jobs: [{ mechanism: 'scaled-dot' }],
  });
  const published = [
    [0.3017341, 0.30983964, 0.3884262],
    [0.2450955, 0.3801395, 0.37476498],
    [0.29378855, 0.2293217, 0.4768897],
  ];
  published.forEach((row, t) =>
    row.forEach((weight, s) => assert.ok(Math.abs(one.weights[0][t][s] - weight) < 1e-7)),
  );
  assert.deepEqual([one.value.length, one.value[0].length], [3, 4]);
  assert.deepEqual(
    one.tokens.query.map(({ text }) => text),
    ['q1', 'q2', 'q3'],
  );
  // The output is the weights times the values, not the keys.
  one.output.forEach((row, t) =>
    row.forEach((value, d) => {
      const sum = one.value.reduce((all, v, s) => all + one.weights[0][t][s] * v[d], 0);
      assert.ok(Math.abs(sum - value) < 1e-5);
    }),
  );
});

test('every mechanism answers with the steps that the page draws', () => {
  assert.deepEqual(lab.random(50, 0), { width: 50, words: null, warnings: [] });
  const query = 'she gave him the book';
  const answers = lab.attend(query, query, ...kMechanisms.map((mechanism) => ({ mechanism, width: 8 })));
  answers.forEach((answer, i) => {
    const mechanism = kMechanisms[i];
    assert.equal(answer.error, undefined, mechanism);
    assert.equal(answer.mechanism, mechanism);
    const names = answer.matrices.map(({ name }) => name);
    for (const name of ['query', 'key', 'scores', 'weights', 'output'])
      assert.ok(names.includes(name), `${mechanism} has ${name}`);
    for (const { name, letter, formula, rows, columns, values } of answer.matrices) {
      assert.ok(letter && formula, `${mechanism} ${name}`);
      assert.match(`${rows} ${columns}`, /^(query|key) (key|width|one)$/);
      assert.ok(values.length === 1 || values.length === answer.weights.length);
      if (rows === 'query') assert.equal(values[0].length, 5);
    }
    assert.equal(answer.entropy.length, answer.weights.length);
    assert.equal(mechanism.startsWith('local'), Array.isArray(answer.centres));
    assert.equal(mechanism === 'hard', Array.isArray(answer.sampled));
    const learned = { general: 'general.weight', additive: 'score.weight', 'local-p': 'position.weight' };
    if (mechanism in learned) assert.ok(answer.learned[learned[mechanism]].length > 0, mechanism);
  });
});

test('what mechanisms have in common crosses once', () => {
  lab.random(50, 0);
  const jobs = [{ mechanism: 'dot' }, { mechanism: 'no such' }, { mechanism: 'sparsemax' }];
  const [dot, none, sparsemax] = lab.call('attend', { query: 'she ran', key: 'she ran', jobs });
  assert.deepEqual(Object.keys(none), ['error']);
  assert.deepEqual(
    dot.tokens.key.map(({ text }) => text),
    ['she', 'ran'],
  );
  assert.equal(sparsemax.tokens, undefined);
  const tensorOf = ({ matrices }, wanted) => matrices.find(({ name }) => name === wanted).values.tensor;
  const vectors = [dot, sparsemax].flatMap((one) => [tensorOf(one, 'query'), tensorOf(one, 'key')]);
  assert.equal(new Set(vectors).size, 1);
  assert.equal(tensorOf(dot, 'weights'), dot.weights.tensor);
  assert.notDeepEqual(lab.tensors[dot.weights.tensor], lab.tensors[sparsemax.weights.tensor]);
});

test('of a text file only the rows of the asked words are kept, whatever the pieces', () => {
  const text = 'she 1 0\nhe 0 1\nother 5 5\nKing 0.5 0.5\n';
  for (const piece of [1, 2, 3, 7, 1000]) {
    assert.deepEqual(lab.file(text, ['She said', 'King'], piece), { width: 2, words: 2, warnings: [] });
    const [one] = lab.attend('She', 'King other', { mechanism: 'dot' });
    assert.deepEqual(one.missing, ['other']);
    assert.deepEqual(one.scores[0], [[0.5, 0]]);
  }
});

test('lines that cannot be read are named by their number, and the others count', () => {
  const { words, warnings } = lab.file('she 1 0\nhe 0 1 2\nking x 0\n\nqueen 1 1\n', ['she he king queen']);
  assert.equal(words, 2);
  const said = warnings.join('\n');
  for (const line of [2, 3]) assert.match(said, new RegExp(`\\b${line}\\b`));
});

test('a file without a vector is an error, and the vectors before it stay', () => {
  lab.file('she 1 0\n', ['she']);
  for (const text of ['', 'no vectors here\n', '\u0000\u0001\u0002'])
    assert.throws(() => lab.file(text, ['she']), /made\.txt/);
  assert.deepEqual(lab.attend('she', 'she', { mechanism: 'dot' })[0].missing, []);
});

test('what cannot be is an answer of its own beside the others', () => {
  lab.random(6, 1);
  const [unequal, unknown, fine] = lab.attend(
    'a b',
    'c',
    { mechanism: 'additive-positionwise' },
    { mechanism: 'magic' },
    { mechanism: 'dot' },
  );
  assert.match(unequal.error, /^\[attend\] additive-positionwise/);
  assert.match(unknown.error, /magic/);
  assert.equal(fine.weights[0].length, 2);
  assert.match(lab.attend('  ', 'c', { mechanism: 'dot' })[0].error, /^\[attend\]/);
});

test('any text has an answer, and a damaged request is a message', () => {
  lab.random(4, 1);
  for (const text of ['👩‍👩‍👧 🎉', 'a\u0000b', '<img src=x onerror=alert(1)>', 'x'.repeat(9999)]) {
    const [{ tokens, weights }] = lab.attend(text, text, { mechanism: 'scaled-dot' });
    assert.equal(tokens.query.length, weights[0].length);
  }
  for (const request of ['', 'not json', '[]', '{}', '{"command": "attend"}'])
    assert.throws(() => lab.raw(request), /./);
  assert.deepEqual(lab.raw('{"command": "attend", "jobs": [], "query": 5}'), []);
  assert.throws(() => lab.call('begin-vectors', { name: 'x' }), /texts/);
});

test('the module needs no eval', () => {
  const source = readFileSync(moduleFile('heed-full.mjs'), 'utf8');
  assert.doesNotMatch(source, /new Function|\beval\(/);
});
