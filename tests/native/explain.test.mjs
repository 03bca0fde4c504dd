// heed explain: what each word adds, by any method, and what if.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, lines, model, noModel, root, run } from './program.mjs';

const skip = noModel;
const text = 'Could you send me the report?';
const explain = (args, options) => lines(run(['explain', '--model', model, '--json', ...args], options).out);
const sum = (values) => values.reduce((a, b) => a + b, 0);
const near = (a, b, most = 1e-4) =>
  assert.ok(Math.abs(a - b) <= most * Math.max(1, Math.abs(b)), `${a} ${b}`);

function fails(args, status, message) {
  const result = run(['explain', '--model', model, ...args]);
  assert.equal(result.status, status, result.err);
  assert.equal(result.out, '');
  assert.match(result.err, message);
}

test('the terms of every class add up to its score', { skip }, () => {
  for (const name of ['enron-request', 'ag-news-topics', 'emotions', 'sst2-sentiment']) {
    const [{ contributions, tokens, classes }] = lines(
      run([
        'explain',
        '--model',
        join(root, 'assets/models', name),
        '--method',
        'contribution',
        '--json',
        text,
      ]).out,
    );
    assert.deepEqual(
      contributions.map((entry) => entry.class),
      classes.map((entry) => entry.label),
    );
    for (const { bias, logit, terms, ...rest } of contributions) {
      assert.deepEqual(
        terms.map((term) => term.token),
        tokens.map((_, n) => n),
      );
      near(sum(terms.map((term) => term.value)) + bias, rest.sum, 1e-9);
      near(rest.sum, logit);
      assert.ok(!('remainder' in rest));
      for (const term of terms) near(sum(term.parts.map((part) => part.value)), term.value, 1e-9);
    }
    const total = sum(contributions.map(({ logit }) => Math.exp(logit)));
    contributions.forEach(({ logit }, c) => near(Math.exp(logit) / total, classes[c].probability));
  }
});

test('it is the Analysis and more, with every method that the model can be asked', { skip }, () => {
  const [explained] = explain([text]);
  const [analysis] = lines(run(['predict', '--model', model, '--json', text]).out);
  for (const [key, value] of Object.entries(analysis)) assert.deepEqual(explained[key], value, key);
  const methods = explained.attributions.map((entry) => entry.method);
  for (const method of [
    'contribution',
    'attention',
    'gradient-input',
    'integrated-gradients',
    'leave-one-out',
    'attention-gradient',
    'rollout',
    'value-norm',
  ])
    assert.ok(methods.includes(method), method);
  for (const { method, values, gap, class: label } of explained.attributions) {
    assert.equal(values.length, explained.tokens.length, method);
    assert.ok(label === undefined || label === explained.prediction.label, method);
    if (method === 'integrated-gradients') assert.ok(Math.abs(gap) < 0.1);
  }
});

test('methods, classes and contrasts are asked by name', { skip }, () => {
  const one = ['--method', 'contribution'];
  const values = (args) => explain([...one, ...args, text])[0].attributions[0];
  const yes = values(['--class', 'request']),
    no = values(['--class', 'no_request']);
  const both = values(['--contrast', 'request', 'no_request']);
  assert.equal(both.class, 'request');
  assert.equal(both.against, 'no_request');
  both.values.forEach((value, n) => near(value, yes.values[n] - no.values[n]));
  assert.deepEqual(
    explain([...one, '--method', 'attention', text])[0].attributions.map(({ method }) => method),
    ['contribution', 'attention'],
  );
});

test('edits say what they did to every class', { skip }, () => {
  const [{ classes, edited }] = explain([
    '--method',
    'attention',
    '--edit',
    'token.2=know',
    '--edit',
    '0.0.even',
    text,
  ]);
  assert.deepEqual(edited.edits, ['token.2=know', '0.0.even']);
  assert.equal(edited.tokens[2], 'know');
  assert.deepEqual(
    edited.classes.map(({ label }) => label),
    classes.map(({ label }) => label),
  );
  near(sum(edited.classes.map(({ probability }) => probability)), 1);
  const [{ classes: alone }] = lines(
    run(['predict', '--model', model, '--json', 'Could you know me the report?']).out,
  );
  const [{ edited: words }] = explain(['--method', 'attention', '--edit', 'token.2=know', text]);
  words.classes.forEach(({ probability }, c) => near(probability, alone[c].probability));
});

test('under edits words and methods describe the edited run', { skip }, () => {
  const asked = ['--method', 'contribution', '--method', 'leave-one-out'];
  const [edited] = explain([...asked, '--edit', 'token.2=know', text]);
  const [typed] = explain([...asked, 'Could you know me the report?']);
  typed.contributions.forEach(({ logit, terms }, c) => {
    near(edited.contributions[c].logit, logit);
    terms.forEach(({ value }, n) => near(edited.contributions[c].terms[n].value, value));
  });
  typed.attributions.forEach(({ values }, a) =>
    values.forEach((value, n) => near(edited.attributions[a].values[n], value)),
  );
});

test('people read the strongest words, a column per method, and the effect of edits', { skip }, () => {
  const { status, out } = run(['explain', '--model', model, '--edit', '0.0.even', text]);
  assert.equal(status, 0);
  assert.match(out, /why request: \S+ [+-]\d+\.\d\d, /);
  assert.match(out, /leave-one-out/);
  assert.match(out, /▸ request +[01]\.\d{3} → [01]\.\d{3}/);
  assert.match(out, /score +[+-]\d/);
  assert.match(run(['explain', '--model', model, '']).out, /no tokens/);
  assert.match(run(['explain', '--help']).out, /integrated-gradients[^]*Limits: /);
});

test('one line per text; - reads standard input; an empty text has nothing to explain', { skip }, () => {
  const answers = explain(['--method', 'attention', 'first', '-'], { input: 'one\n\n' });
  assert.deepEqual(
    answers.map((answer) => answer.text),
    ['first', 'one', ''],
  );
  assert.deepEqual(answers[2].contributions, []);
});

test('what there is not is named: names with 2, what a model lacks with 1', { skip }, () => {
  fails(['--method', 'bogus', 'x'], 2, /bogus.*expected one of contribution, /);
  fails(['--class', 'bogus', 'x'], 2, /bogus.*no_request, request/);
  fails(['--edit', 'bogus', 'x'], 2, /L\.H\.Q\.K=W/);
  fails(['--edit', '0.0.other', 'x'], 1, /another sentence/);
  fails(['--edit', '3.0.off', 'x'], 1, /layer 3/);
  fails(['--method', 'leave-one-out-masked', 'x'], 1, /no mask/);
  fails(['--contrast', 'request', 'bogus', 'x'], 2, /bogus/);
});

test('describe lists the methods with what they measure and what they do not', () => {
  const { methods } = lines(run(['describe', '--json']).out)[0];
  assert.equal(new Set(methods.map(({ name }) => name)).size, methods.length);
  for (const { name, title, formula, measures, misses, source } of methods) {
    for (const words of [measures, misses]) assert.match(words, /^[A-Z].*\.$/, name);
    assert.ok(title && formula && source, name);
  }
});

test('a whole file: its rows, and for each method a value per token', { skip }, (t) => {
  const where = folder(t),
    from = join(where, 'texts.csv');
  writeFileSync(from, 'id,Text,tokens\n7,"Could you send me ""the"" report?",old\n8,,old\n9,Thanks,old\n');
  const ask = (to, args = []) =>
    run(['explain', '--model', model, '--data', from, '--out', join(where, to), ...args]);
  const done = ask('out.jsonl');
  assert.equal(done.status, 0, done.err);
  assert.equal(done.out, '');
  assert.match(done.err, /3 rows are in /);
  const rows = lines(readFileSync(join(where, 'out.jsonl'), 'utf8'));
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['7', '8', '9'],
  );
  assert.deepEqual(rows[1].tokens, []);
  assert.equal(rows[1].prediction, null);
  const [alone] = explain([rows[0].Text]);
  assert.equal(rows[0].prediction, alone.prediction.label);
  assert.deepEqual(
    rows[0].tokens,
    alone.tokens.map((token) => token.text),
  );
  for (const { method, values } of alone.attributions)
    if (method in rows[0]) assert.deepEqual(rows[0][method], values, method);
  near(sum(rows[0].contribution) + rows[0].bias, rows[0].score);
  assert.equal(ask('out.csv', ['--method', 'attention', '--text-column', 'text']).status, 0);
  const [header, first] = readFileSync(join(where, 'out.csv'), 'utf8').split('\n');
  assert.equal(header, 'id,Text,prediction,probability,tokens,class,bias,score,attention');
  assert.ok(first.startsWith('7,"Could you send me ""the"" report?",request,0.'), first);
  const short = run([
    'explain',
    '--model',
    model,
    '--data',
    from,
    '--out',
    join(where, 'out.tsv'),
    '--text-column',
    '3',
  ]);
  assert.equal(short.status, 0, short.err); // replaced, but read before
  const broken = (args, status, message) => {
    const result = run(['explain', '--model', model, ...args]);
    assert.equal(result.status, status, result.err);
    assert.match(result.err, message);
  };
  broken(['--data', from, '--attention'], 2, /--data excludes --attention/);
  broken([], 2, /TEXT or --data/);
  broken(['--data', from, '--out', join(where, 'out.doc')], 1, /\.csv, \.tsv or \.jsonl/);
  broken(
    ['--data', from, '--out', join(where, 'o.csv'), '--text-column', 'body'],
    1,
    /no column "body".*id, Text, tokens/,
  );
  broken(['--data', join(where, 'none.csv'), '--out', join(where, 'o.csv')], 1, /none\.csv/);
});

test('rows are explained on standard output, however they are read', { skip }, (t) => {
  const semicolons = join(folder(t), 'rows.csv');
  writeFileSync(semicolons, 'Betreff;Mail\n"a;b";Please send it\n');
  const args = ['explain', '--model', model, '--method', 'attention', '--data'];
  const table = run([...args, semicolons, '--set', 'text_column=Mail']);
  const [header, row] = table.out.split('\n');
  assert.equal(header, 'Betreff;Mail;prediction;probability;tokens;class;bias;score;attention');
  assert.match(row, /^"a;b";Please send it;request;0\.\d+;/);
  const [asObject] = lines(run([...args, semicolons, '--text-column', 'Mail', '--json']).out);
  assert.deepEqual(asObject.tokens, ['please', 'send', 'it']);
  const input = '{"id":7,"text":"Please send it"}\n';
  const [object] = lines(run([...args, '-', '--format', 'jsonl'], { input }).out);
  assert.equal(object.id, 7);
  assert.deepEqual(object.attention, asObject.attention);
  const itself = run([...args, semicolons, '--text-column', 'Mail', '--out', semicolons]);
  assert.equal(itself.status, 1);
  assert.match(itself.err, /is the file that is read/);
});
