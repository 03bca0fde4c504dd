// heed predict and heed tokenize on any text there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, model, noModel, run } from './program.mjs';

const skip = noModel;
const predict = (args, options) => lines(run(['predict', '--model', model, '--json', ...args], options).out);

test('the Analysis is as the contract writes it', { skip }, () => {
  const [analysis] = predict(['Please send me the report.']);
  assert.deepEqual(Object.keys(analysis).sort(), [
    'attention',
    'classes',
    'model',
    'prediction',
    'received',
    'text',
    'tokens',
    'top_pairs',
  ]);
  assert.equal(analysis.model, 'enron-request');
  assert.deepEqual(Object.keys(analysis.tokens[0]).sort(), [
    'end',
    'id',
    'known',
    'special',
    'start',
    'text',
    'word',
  ]);
  assert.deepEqual(
    analysis.tokens.map((token) => token.text),
    ['please', 'send', 'me', 'the', 'report', '.'],
  );
  assert.deepEqual(analysis.tokens.map((token) => [token.start, token.end])[4], [19, 25]);
  assert.deepEqual(
    analysis.classes.map((entry) => entry.label),
    ['no_request', 'request'],
  );
  assert.ok(!('weights' in analysis.attention[0]));
  const { weight: first } = analysis.top_pairs[0];
  assert.ok(analysis.top_pairs.length === 8 && analysis.top_pairs.every((pair) => pair.weight <= first));
});

test('--attention writes the weights, rows of which sum to 1', { skip }, () => {
  const [analysis] = predict(['--attention', 'Please send me the report.']);
  for (const {
    shape: [H, T, S],
    weights,
  } of analysis.attention) {
    assert.equal(weights.length, H);
    for (const head of weights) {
      assert.equal(head.length, T);
      for (const row of head) {
        assert.equal(row.length, S);
        assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
      }
    }
  }
  const { received, attention } = analysis;
  const last = attention.at(-1).weights;
  received.forEach((value, s) => {
    const sum = last.flat().reduce((total, row) => total + row[s], 0) / last.length;
    assert.ok(Math.abs(sum - value) < 1e-5);
  });
});

test('--top is the number of pairs', { skip }, () => {
  assert.equal(predict(['--top', '3', 'please send me this'])[0].top_pairs.length, 3);
  assert.equal(predict(['--top', '0', 'please send me this'])[0].top_pairs.length, 0);
  assert.equal(predict(['--top', '99', 'please send'])[0].top_pairs.length, 4);
});

test('one line per text, in order; - reads standard input', { skip }, () => {
  const answers = predict(['first', '-', 'last'], { input: 'one\r\n\ntwo' });
  assert.deepEqual(
    answers.map((answer) => answer.text),
    ['first', 'one', '', 'two', 'last'],
  );
  assert.equal(answers[2].prediction, null);
  assert.deepEqual(answers[2].tokens, []);
});

test('texts arrive as they were typed', { skip }, () => {
  const texts = ['[a, b]', '{}', '%%', '', '"', "it's", 'a\\nb', '\u001f', '$HOME', '--', 'x=y'];
  const answers = predict(['--', ...texts]);
  assert.deepEqual(
    answers.map((answer) => answer.text),
    texts,
  );
});

test('bytes that are not UTF-8 are read as U+FFFD and the output stays UTF-8', { skip }, () => {
  const input = Buffer.from([0x68, 0x69, 0x20, 0xff, 0xfe, 0x20, 0xc3, 0x0a]);
  const { status, out } = run(['predict', '--model', model, '--json', '-'], { input });
  assert.equal(status, 0);
  assert.match(lines(out)[0].text, /^hi \ufffd/);
  assert.match(run(['predict', '--model', model, '-'], { input }).out, /\ufffd/);
});

test('people see label, probability, tokens and pairs, and no control characters', { skip }, () => {
  const { status, out } = run(['predict', '--model', model, 'Please send zzyzx \u001b[31mred']);
  assert.equal(status, 0);
  assert.match(out, /▸ \S+ +0\.\d{3}/);
  assert.match(out, /zzyzx.*not in the vocabulary/);
  assert.match(out, / → /);
  assert.doesNotMatch(out, /\u001b/);
  assert.match(
    run(['predict', '--model', model, '--attention', 'Please send it']).out,
    /a row is the word that attends/,
  );
  assert.match(run(['predict', '--model', model, '']).out, /no tokens/);
});

test('a long text is cut and says so', { skip }, () => {
  const [analysis] = predict(['-'], { input: 'word '.repeat(3000) });
  assert.ok(analysis.tokens.length < 3000 && analysis.total_tokens === 3000);
  assert.ok(analysis.cut_at > 0);
});

test('info is the same for people and programs', { skip }, () => {
  const [info] = lines(run(['info', '--model', model, '--json']).out);
  for (const key of ['architecture', 'parameters', 'layers', 'heads', 'classes', 'vocabulary', 'bytes'])
    assert.ok(key in info, key);
  assert.match(run(['info', '--model', model]).out, new RegExp(info.architecture));
});

test('tokenize without a vocabulary has ids that are null', () => {
  const [result] = lines(run(['tokenize', '--tokenizer', 'basic_english', '--json', 'Hi, you']).out);
  assert.equal(result.text, 'Hi, you');
  assert.deepEqual(
    result.tokens.map((token) => token.text),
    ['hi', ',', 'you'],
  );
  assert.ok(result.tokens.every((token) => token.id === null && token.known === true));
});

test('tokenize agrees with predict', { skip }, () => {
  const text = 'Please send me zzyzx by Friday.';
  const [result] = lines(run(['tokenize', '--model', model, '--json', text]).out);
  assert.deepEqual(result.tokens, predict([text])[0].tokens);
  assert.ok(result.tokens.some((token) => !token.known));
  assert.match(run(['tokenize', '--model', model, text]).out, /zzyzx +not in the vocabulary/);
});
