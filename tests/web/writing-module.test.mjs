// The page's module that writes, in Node: PyTorch's tokens and probabilities, whatever is taken and taken back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { asBytes, load, loadPlain } from './door.mjs';
import { floatsOf, integersOf, readTensors } from './encoders.mjs';
import { Opening, tinyWriter, words } from './writers.mjs';

const io = readTensors(
  asBytes(readFileSync(new URL('../fixtures/gpt2_tiny_io.safetensors', import.meta.url))),
);
const kGreedy = { temperature: 0 };
let door;

before(async () => {
  door = await load('heed-all', Opening);
});

for (const [kind, start] of [
  ['relaxed', load],
  ['plain', loadPlain],
])
  test(`${kind} SIMD: greedy text is PyTorch’s, token by token`, async () => {
    const own = await start('heed-all', Opening);
    const model = own.open();
    for (const text of ['text0', 'text1']) {
      const ids = integersOf(io[`${text}.ids`]),
        wanted = integersOf(io[`${text}.greedy`]);
      own.call('begin-writing', { model, text: words(ids), options: kGreedy });
      const state = own.call('write', { tokens: wanted.length });
      assert.deepEqual(
        state.written.map(({ id }) => id),
        wanted,
      );
      assert.equal(state.continuation.trim(), words(wanted));
      const logits = floatsOf(io[`${text}.greedy_logits`]).slice(0, 96);
      const most = Math.max(...logits);
      const sum = logits.reduce((all, x) => all + Math.exp(x - most), 0);
      assert.ok(Math.abs(state.written[0].probability - 1 / sum) < 1e-5);
    }
  });

test('Llama’s layout writes what PyTorch does, and its parts sum to its scores', () => {
  const made = readTensors(
    asBytes(readFileSync(new URL('../fixtures/llama_tiny_io.safetensors', import.meta.url))),
  );
  const model = door.open(tinyWriter('llama_tiny'));
  for (const text of ['text0', 'text1']) {
    const given = words(integersOf(made[`${text}.ids`]));
    const wanted = integersOf(made[`${text}.greedy`]);
    door.call('begin-writing', { model, text: given, options: kGreedy });
    assert.deepEqual(
      door.call('write', { tokens: wanted.length }).written.map(({ id }) => id),
      wanted,
    );
    const { candidates } = door.call('direct-logits', { model, text: given });
    assert.equal(candidates[0].token.id, wanted[0]);
    for (const { rest } of candidates) assert.ok(Math.abs(rest) < 1e-3, `${rest}`);
  }
});

test('candidates are what may follow; one that is taken and taken back leaves no trace', () => {
  const model = door.open();
  const begun = door.call('begin-writing', { model, text: 'w3 w4 w5' });
  assert.equal(begun.candidates.length, 12);
  const falls = begun.candidates.map(({ probability }) => probability);
  assert.deepEqual(
    falls,
    falls.toSorted((a, b) => b - a),
  );
  const taken = door.call('take', { id: begun.candidates[4].id });
  assert.equal(taken.written[0].probability, begun.candidates[4].probability);
  const again = door.call('take-back', { count: 1 }).candidates;
  assert.deepEqual(
    again.map(({ id }) => id),
    begun.candidates.map(({ id }) => id),
  );
});

test('what parts add to a score sums to it, and a silent head adds nothing', () => {
  const model = door.open();
  const text = 'w3 w4 w5';
  const found = door.call('direct-logits', { model, text, edits: ['1.1.off'] });
  const { candidates, layers, heads } = found;
  assert.equal(candidates.length, 8);
  candidates.forEach((one, k) => {
    const added = door.tensors[k];
    assert.equal(added.length, layers * heads * 3);
    const sum = [...added, ...one.feed_forward].reduce(
      (a, b) => a + b,
      one.word + one.position + one.constant,
    );
    assert.ok(
      Math.abs(sum + one.rest - one.score) < 1e-5 && Math.abs(one.rest) < 1e-3,
      `${sum}, ${one.score}`,
    );
    assert.deepEqual([...added.subarray((heads + 1) * 3, (heads + 2) * 3)], [0, 0, 0]);
  });
  const begun = door.call('begin-writing', { model, text, edits: ['1.1.off'] });
  assert.equal(begun.candidates[0].id, candidates[0].token.id);
  const plain = door.call('begin-writing', { model, text }).candidates;
  begun.candidates.forEach(({ id }, i) => {
    const was = plain.find((one) => one.id === id);
    if (was) assert.ok(Math.abs(was.probability - begun.unedited[i]) < 1e-6);
  });
});

test('a map has no weight above its diagonal, and rows sum to 1', () => {
  const model = door.open();
  const { attention, tokens } = door.call('analyse', { model, text: words([3, 4, 5, 6]), whole_maps: 0 });
  assert.equal(attention.length, 2);
  for (const head of [-1, 0, 3]) {
    door.call('map', { map: 1, head });
    const [weights] = door.tensors;
    assert.equal(weights.length, tokens.length ** 2);
    for (let t = 0; t < 4; t++) {
      const row = weights.slice(4 * t, 4 * t + 4);
      assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
      assert.ok(row.slice(t + 1).every((weight) => weight === 0));
    }
  }
});

test('what cannot be is said, and what was there stays', () => {
  const model = door.open();
  door.call('begin-writing', { model, text: 'w3' });
  assert.throws(() => door.call('take', { id: 96 }), /96 is no id: expected 0 to 95/);
  assert.throws(() => door.call('take-back', { count: 1 }), /cannot be taken back: 0 were written/);
  assert.throws(() => door.call('begin-writing', { model, text: 'w3', options: { top_p: 2 } }), /top_p/);
  assert.throws(() => door.call('begin-writing', { model, text: words(Array(300).fill(7)) }), /shorten it/);
  assert.equal(door.call('write', { tokens: 1 }).written.length, 1);
  const { 'config.json': config, ...rest } = tinyWriter();
  const bert = JSON.stringify({ ...JSON.parse(config), model_type: 'bert' });
  assert.throws(
    () => door.open({ 'config.json': bert, ...rest }),
    /"GPT2LMHeadModel" is not supported: expected one of BertModel/,
  );
});

const shipped = new URL('../../assets/models/', import.meta.url);

test('what ships is as small as it is said to be, and knows how a sentence goes', () => {
  const list = JSON.parse(readFileSync(new URL('writers.json', shipped), 'utf8'));
  assert.deepEqual(
    list.map(({ id }) => id),
    ['heed-writer'],
  );
  for (const { id, bytes, files, examples } of list) {
    const read = (name) => new Uint8Array(readFileSync(new URL(`${id}/${name}`, shipped)));
    assert.equal(bytes, read('model.safetensors').length);
    assert.ok(bytes <= 4_000_000, `${bytes}`);
    const model = door.open(Object.fromEntries(files.map((name) => [name, read(name)])));
    for (const text of examples) {
      const { given, candidates } = door.call('begin-writing', { model, text });
      const known = given.slice(1);
      const bits = known.reduce((sum, { probability }) => sum - Math.log2(probability), 0) / known.length;
      assert.ok(bits < 7, `${text}: ${bits} bits of 12`);
      assert.ok(candidates[0].probability > 0.02, text);
    }
    // Verbs after a name and "said", of course: the texts are stories.
    const { candidates } = door.call('begin-writing', {
      model,
      text: 'She looked at him and smiled. "I do not know," she',
    });
    assert.ok(candidates.slice(0, 3).some(({ text }) => text === ' said'));
  }
});
