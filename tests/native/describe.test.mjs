// heed describe: what there is, and that the page's tables are made of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { folder, generated } from '../../web/generate.mjs';
import { lines, run } from './program.mjs';

const described = () => lines(run(['describe', '--json']).out)[0];

test('the page holds what the engine says: ./dev describe makes it anew', () => {
  for (const [name, text] of Object.entries(generated(described())))
    assert.equal(readFileSync(new URL(name, folder), 'utf8'), text, name);
});

test('every mechanism says everything about itself', () => {
  const { mechanisms, version } = described();
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.equal(new Set(mechanisms.map(({ name }) => name)).size, mechanisms.length);
  for (const { name, title, formula, explanation, cost, source, steps } of mechanisms) {
    for (const words of [explanation, cost]) assert.match(words, /^[A-Z].*\.$/, name);
    assert.ok(title && formula && source, name);
    const points = steps.map((step) => step.name);
    for (const point of ['scores', 'weights', 'output'])
      assert.ok(points.includes(point), `${name} ${point}`);
    for (const { arithmetic } of steps) {
      assert.match(arithmetic, /^$|^@[a-z]+$|\{.*\}/, name);
      for (const [, number] of arithmetic.matchAll(/\{\(?([a-z]+)\)?\}/g))
        assert.ok(['seen', 's', 'sigma', ...points].includes(number), `${name} ${number}`);
    }
  }
});

test('for people there are lists', () => {
  const { out, status } = run(['describe']);
  assert.equal(status, 0);
  assert.match(out, /scaled-dot +α = softmax\(q·k \/ √K\)/);
});

test('a recipe lists its settings, with values, meanings and ranges', () => {
  const { out, status } = run(['recipes', 'enron-tutorial']);
  assert.equal(status, 0);
  assert.match(out, /^training\.epochs = \d+\n    [A-Z].*\. \(0 to 1000000\)$/m);
  assert.match(out, /^model\.heads = 1$/m);
  const [values] = lines(run(['recipes', 'enron-tutorial', '--json']).out);
  assert.equal(values.model.architecture, 'request-classifier');
  assert.match(run(['recipes', 'enron-tutorail']).err, /enron-tutorial/);
  for (const { name } of lines(run(['recipes', '--json']).out))
    assert.equal(run(['recipes', name]).status, 0, name);
});

test('help has a subject, a verb and one form of defaults', () => {
  const commands = run(['--help']).out.match(/(?<=^  )[a-z-]+(?= {2,}[A-Z])/gm);
  assert.ok(commands.length > 20);
  for (const command of commands) {
    const help = run([command, '--help'])
      .out.replace(/^Usage:.*$/m, '')
      .split(/^(?:Methods|Mechanisms|Edits|Examples?)\b.*:$/m)[0];
    assert.doesNotMatch(help, /(^| {2,}|: )(Of|Whose|Which|What|That is|As far)\b/m, command);
    assert.doesNotMatch(help, / \[[a-z0-9][^\]\n]*\]$/m, command);
  }
});

test('every setting of a network says what it means, and its default lies within its bounds', () => {
  const { architectures, attend, recipe, tasks } = described();
  assert.ok(architectures.some(({ name }) => name === 'request-classifier'));
  for (const { name, meaning } of tasks) assert.ok(name && meaning, name);
  for (const key of [
    'training.early_stopping.metric',
    'training.class_weights',
    'text.tokenizer',
    'split.train',
  ])
    assert.ok(
      recipe.some((field) => field.key === key),
      key,
    );
  for (const { name, fields } of [
    ...architectures,
    { name: 'attend', fields: attend },
    { name: 'recipe', fields: recipe },
  ])
    for (const field of fields) {
      assert.ok(field.meaning, `${name} ${field.key}`);
      if (field.choices) assert.ok(field.choices.includes(field.default), `${name} ${field.key}`);
      if (field.minimum === undefined || field.default === null) continue;
      assert.ok(field.default >= field.minimum && field.default <= field.maximum, `${name} ${field.key}`);
    }
});
