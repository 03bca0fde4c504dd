// heed generate: a model goes on with a text.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tiny } from './encoders.mjs';
import { folder, lines, root, run } from './program.mjs';

// gpt2_tiny of tests/fixtures, whose pieces are characters: ! to }, a line break, a space, and what ends a text.
function tinyGpt2(t) {
  const path = join(folder(t), 'gpt2_tiny');
  mkdirSync(path);
  for (const name of ['config.json', 'model.safetensors'])
    copyFileSync(join(root, `tests/fixtures/gpt2_tiny_${name}`), join(path, name));
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
