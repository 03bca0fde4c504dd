// heed generate: a model goes on with a text.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tiny } from './encoders.mjs';
import { folder, lines, root, run } from './program.mjs';

// gpt2_tiny of tests/fixtures, or another, whose pieces are characters: ! to }, a line break, a space, and what ends a text.
function tinyGpt2(t, model = 'gpt2_tiny') {
  const path = join(folder(t), model);
  mkdirSync(path);
  for (const name of ['config.json', 'model.safetensors'])
    copyFileSync(join(root, `tests/fixtures/${model}_${name}`), join(path, name));
  const characters = Array.from({ length: 93 }, (_, i) => String.fromCharCode(33 + i));
  const vocab = Object.fromEntries(
    [...characters, 'Ċ', 'Ġ', '<|endoftext|>'].map((piece, id) => [piece, id]),
  );
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  writeFileSync(
    join(path, 'tokenizer.json'),
    JSON.stringify({
      version: '1.0',
      added_tokens: [
        {
          id: 95,
          content: '<|endoftext|>',
          special: true,
          single_word: false,
          lstrip: false,
          rstrip: false,
          normalized: false,
        },
      ],
      pre_tokenizer: byteLevel,
      decoder: byteLevel,
      model: { type: 'BPE', vocab, merges: [] },
    }),
  );
  return path;
}

const json = (...args) => lines(run(['generate', ...args, '--json']).out);
const refused = (args, status, message) => {
  const result = run(['generate', ...args]);
  assert.equal(result.status, status, result.err);
  assert.match(result.err, message);
  assert.equal(result.out, '');
};

test('a text is gone on with, and every token has its probability', (t) => {
  const model = tinyGpt2(t);
  const [written] = json('--model', model, '--tokens', '12', 'The river');
  assert.equal(written.tokens.length, 12);
  assert.equal(written.ids.length, 12);
  assert.ok(written.probabilities.every((p) => p > 0 && p < 1));
  assert.equal(written.text, 'The river' + written.continuation);
  assert.equal(written.ended, 'tokens');
  assert.deepEqual(written.given.map(({ token }) => token).join(''), 'TheĠriver');
  assert.equal(written.given[0].probability, null);
  assert.ok(written.given.slice(1).every(({ probability: p }) => p > 0 && p < 1));
  assert.equal(run(['generate', '--model', model, '--tokens', '12', 'The river']).out, `${written.text}\n`);
});

test('line breaks are part of a text, and other control characters of a terminal are not', (t) => {
  const model = tinyGpt2(t);
  const written = (text) => run(['generate', '--model', model, '--tokens', '1', text]).out;
  assert.match(written('A bank\nA sea'), /^A bank\nA sea/);
  assert.doesNotMatch(written('A \u001b[31mbank'), /\u001b/);
});

test('one seed writes one text; without temperature there is one text alone', (t) => {
  const model = tinyGpt2(t);
  const text = (...args) => json('--model', model, '--tokens', '20', ...args, 'A bank')[0].text;
  assert.equal(text('--seed', '5'), text('--seed', '5'));
  assert.notEqual(text('--seed', '5'), text('--seed', '6'));
  assert.equal(text('--temperature', '0', '--seed', '1'), text('--temperature', '0', '--seed', '2'));
  assert.equal(text('--top-k', '1'), text('--temperature', '0'));
  assert.equal(text('--top-p', '0'), text('--temperature', '0'));
  assert.equal(text('--threads', '1'), text('--threads', '2'));
});

test('it ends where the model does, or where no more fits', (t) => {
  const model = tinyGpt2(t);
  const [full] = json('--model', model, '--tokens', '100', '--temperature', '0', 'x'.repeat(60));
  assert.equal(full.given.length + full.tokens.length <= 64, true);
  assert.match(full.ended, /full|end/);
  refused(['--model', model, 'x'.repeat(64)], 1, /the text has 64 tokens, and the model takes 64/);
  const [none] = json('--model', model, '--tokens', '0', 'abc');
  assert.deepEqual(none.tokens, []);
});

test('what cannot be done is said', (t) => {
  const model = tinyGpt2(t);
  refused(['--model', model, '--temperature', '-1', 'a'], 2, /temperature is -1\.0: expected 0 to 100/);
  refused(['--model', model, '--top-p', '2', 'a'], 2, /top_p is 2\.0: expected 0 to 1/);
  refused(['--model', tiny(t, 'bert_tiny'), 'a river'], 1, /only a model that predicts the next token/);
});

test('predict shows the maps of a model that writes', (t) => {
  const result = run(['predict', '--model', tinyGpt2(t), '--attention', '--json', 'abc']);
  const [analysis] = lines(result.out);
  assert.equal(analysis.prediction, null);
  for (const { weights, kind } of analysis.attention) {
    assert.equal(kind, 'self');
    for (const head of weights)
      head.forEach((row, query) => assert.ok(row.every((weight, key) => key > query === (weight === 0))));
  }
});

test('what parts add to a score sums to it, and the difference of two is shown by its parts', (t) => {
  const model = tinyGpt2(t);
  const [why] = json('--model', model, '--why', 'The river');
  assert.equal(why.tokens.length, 9);
  assert.equal(why.texts[3], ' ');
  assert.equal(why.candidates.length, 5);
  for (const one of why.candidates) {
    const parts = [one.word, one.position, one.constant, one.rest, one.feed_forward, one.heads].flat(4);
    assert.ok(Math.abs(parts.reduce((a, b) => a + b) - one.score) < 1e-4);
    assert.ok(Math.abs(one.rest) < 1e-4);
  }
  const [written] = json('--model', model, '--temperature', '0', '--tokens', '1', 'The river');
  assert.equal(written.ids[0], why.candidates[0].id);
  const { out } = run(['generate', '--model', model, '--why', 'The river']);
  const [title, ...rows] = out.trim().split('\n');
  assert.match(title, /^".+" \(0\.\d{3}\) rather than ".+" \(0\.\d{3}\): \d\.\d{3} more, of which$/);
  const sizes = rows.map((row) => Math.abs(Number(row.trim().split(/\s+/)[0])));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.match(out, /layer \d, head \d, most of it from "."/);
});

test('what tokens look at is changed while a text is read and written', (t) => {
  const model = tinyGpt2(t);
  const greedy = ['--model', model, '--temperature', '0', '--tokens', '6'];
  const [plain] = json(...greedy, 'The river');
  const [silent] = json(...greedy, '--edit', '0.*.off', '--edit', '1.*.off', 'The river');
  assert.notDeepEqual(silent.probabilities, plain.probabilities);
  // Without attention only the last token is known, and where it stands.
  const [other] = json(...greedy, '--edit', '*.*.off', 'Any other'.slice(0, 8) + 'r');
  assert.deepEqual(other.ids, silent.ids);
  const [why] = json('--model', model, '--why', '--edit', '1.0.off', 'The river');
  assert.ok(why.candidates[0].heads[1][0].every((value) => value === 0));
  refused(
    ['--model', model, '--edit', '0.0.1.only=2', 'abc'],
    1,
    /token 1 sees itself and what stands before/,
  );
  refused(['--model', model, '--edit', '7.0.off', 'abc'], 2, /maps are of 2 layers/);
  refused(['--model', model, '--edit', 'x', 'abc'], 2, /is none: expected/);
});

test('Llama’s layout is written with, looked at and made small', (t) => {
  const model = tinyGpt2(t, 'llama_tiny');
  const [written] = json('--model', model, '--temperature', '0', '--tokens', '8', 'The river');
  assert.equal(written.tokens.length, 8);
  const small = join(folder(t), 'small');
  assert.equal(run(['quantize', '--model', model, '--out', small]).status, 0);
  assert.equal(json('--model', small, '--temperature', '0', '--tokens', '1', 'The river').length, 1);
  const info = JSON.parse(run(['info', '--model', model, '--json']).out);
  assert.equal(info.architecture, 'LlamaForCausalLM');
  const [seen] = lines(run(['predict', '--model', model, '--json', '--attention', 'abc']).out);
  assert.deepEqual(
    seen.attention.map(({ shape }) => shape),
    [
      [6, 3, 3],
      [6, 3, 3],
    ],
  );
});

test('a text ends at any of the tokens that generation_config.json or config.json names', (t) => {
  const model = tinyGpt2(t);
  const written = () => json('--model', model, '--temperature', '0', '--tokens', '6', 'The river')[0];
  const { ids } = written();
  const upTo = (id) => ids.slice(0, ids.indexOf(id) + 1);
  const config = JSON.parse(readFileSync(join(model, 'config.json'), 'utf8'));
  writeFileSync(join(model, 'config.json'), JSON.stringify({ ...config, eos_token_id: [95, ids[2]] }));
  assert.deepEqual(written().ids, upTo(ids[2]));
  assert.equal(written().ended, 'end');
  writeFileSync(join(model, 'generation_config.json'), JSON.stringify({ eos_token_id: [ids[4], 95] }));
  assert.deepEqual(written().ids, upTo(ids[4]));
});
