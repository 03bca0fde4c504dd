// heed translate, with the model of dates that ships.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, lines, root, run } from './program.mjs';

const dates = join(root, 'assets/models/dates');
const translated = (...args) => lines(run(['translate', '--model', dates, ...args, '--json']).out);

test('dates become year-month-day, with what was looked at', () => {
  const meant = {
    'Saturday, March 14, 1987': '1987-03-14',
    'am 3. Oktober 1990': '1990-10-03',
    'le 1 juillet 2001': '2001-07-01',
    '9 de abril de 1964': '1964-04-09',
    '12/24/2031': '2031-12-24',
    '24.12.31': '1931-12-24',
  };
  const all = translated(...Object.keys(meant));
  all.forEach((found, n) => {
    const [source, target] = Object.entries(meant)[n];
    assert.equal(found.source, source);
    assert.equal(found.target, target);
    assert.equal(found.target_tokens.length, 11); // with its end
    assert.ok(found.probabilities.every((p) => p > 0.5 && p <= 1));
    assert.equal(found.alternatives.length, 3);
    assert.ok(found.alternatives.every(({ score }) => score <= found.score));
    const cross = found.attention.filter(({ kind }) => kind === 'cross');
    assert.equal(cross.length, found.attention.length);
    for (const { shape, weights } of cross) {
      assert.deepEqual(shape, [4, 11, found.source_tokens.length]);
      for (const row of weights.flat()) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-4);
    }
  });
});

test('what a token looks at can be changed, and what would have been written stands beside it', () => {
  const text = '14 mars 1987';
  const [moved] = translated('--edit', '*.*.2.only=0', text);
  assert.equal(moved.target, '1917-03-14');
  assert.deepEqual(moved.edits, ['*.*.2.only=0']);
  assert.equal(moved.unedited.target, '1987-03-14');
  for (const { weights } of moved.attention)
    for (const head of weights)
      assert.deepEqual(
        head[2].map((weight) => weight > 0),
        [...text, ''].map((_, s) => s === 0),
      );
  const [hidden] = translated('--edit', '*.*.*.1=0', '--edit', '0.0.4.even', text);
  for (const { weights } of hidden.attention)
    for (const row of weights.flat()) {
      if (row !== hidden.attention[0].weights[0][4]) assert.equal(row[1], 0);
      assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-4);
    }
  assert.equal('unedited' in translated(text)[0], false);
  const shown = run(['translate', '--model', dates, '--edit', '*.*.2.only=0', text]).out;
  assert.match(shown, /1917-03-14\nwithout the edits: 1987-03-14\n/);
  for (const [edit, message] of [
    ['x', /\[edit\] "x" is none: expected/],
    ['token.0.hide', /words by typing others/],
    ['0.0.0.only=13', /there are 13 keys/],
    ['2.0.0.even', /maps are of 2 layers/],
  ]) {
    const refused = run(['translate', '--model', dates, '--edit', edit, text]);
    assert.notEqual(refused.status, 0);
    assert.match(refused.err, message);
  }
});

test('a greedy target is one of a beam; more maps where they are asked for', () => {
  const [greedy] = translated('--beam', '1', '--attention', '14 mars 1987');
  assert.equal(greedy.target, '1987-03-14');
  assert.deepEqual(greedy.alternatives, []);
  assert.deepEqual(
    greedy.attention.map(({ name }) => name.replace(/\.weights$/, '')),
    ['encoder', 'decoder']
      .flatMap((part) => [0, 1].map((l) => `${part}.${l}.attention`))
      .concat([0, 1].map((l) => `decoder.${l}.cross`)),
  );
  const shown = run(['translate', '--model', dates, '14 mars 1987']).out;
  assert.match(shown, /^14 mars 1987\n1987-03-14\n {2}"1" {2}p 1\.000 {2}looks at/);
  assert.match(shown, /\(end\)/);
  assert.equal(translated('')[0].target, '');
});

test('tokens are drawn, the same by the same seed', () => {
  const model = join(root, 'assets/models/translate-de-en');
  const drawn = (...args) =>
    lines(run(['translate', '--model', model, 'Das Wetter ist schön.', '--json', ...args]).out)[0];
  const bold = (seed) => drawn('--temperature', '2', '--seed', `${seed}`);
  assert.deepEqual(bold(1), bold(1));
  assert.ok(new Set([1, 2, 3, 4].map((seed) => bold(seed).target)).size > 1);
  assert.deepEqual(bold(1).alternatives, []);
  const greedy = drawn('--beam', '1').target;
  assert.equal(drawn('--temperature', '2', '--top-k', '1').target, greedy);
  assert.equal(run(['translate', '--model', model, '--top-p', '2', 'a']).status, 2);
});

test('the first network with attention writes them too, and is trained by its recipe', (t) => {
  const model = join(root, 'assets/models/bahdanau-dates');
  const [found] = lines(run(['translate', '--model', model, 'le 1 juillet 2001', '--json']).out);
  assert.equal(found.target, '2001-07-01');
  assert.deepEqual(
    found.attention.map(({ kind, shape }) => [kind, shape]),
    [['cross', [1, 11, 18]]],
  );
  const place = folder(t);
  const train = (recipe, mechanism) => {
    const settings = ['model.hidden=8', 'model.embedding=8', 'training.epochs=1', 'data.toy_examples=200'];
    if (mechanism) settings.push(`model.mechanism=${mechanism}`);
    const out = join(place, `${recipe}-${mechanism}`);
    return run(['train', recipe, '--out', out, '--json', ...settings.flatMap((one) => ['--set', one])]);
  };
  for (const recipe of ['bahdanau-dates', 'luong-dates'])
    for (const mechanism of [null, 'hard']) {
      const trained = train(recipe, mechanism);
      assert.equal(trained.status, 0, trained.err);
      assert.equal(JSON.parse(trained.out).test.n, 6);
    }
  const wrong = train('bahdanau-dates', 'additive-positionwise');
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /"mechanism" is "additive-positionwise": expected .*additive/);
});

test('what cannot be done is said', () => {
  const refused = (args, status, message) => {
    const result = run(['translate', ...args]);
    assert.equal(result.status, status, result.err);
    assert.match(result.err, message);
    assert.equal(result.out, '');
  };
  refused(['--model', dates, '--beam', '0', 'a'], 2, /beam is 0: expected 1 to 64/);
  refused(['--model', dates, 'a'.repeat(200)], 1, /201 tokens with its end, and the model takes 128/);
  refused(
    ['--model', join(root, 'assets/models/enron-request'), 'a'],
    1,
    /only a model that reads one text and writes another/,
  );
  refused(['a'], 2, /--model is required/);
  const other = run(['predict', '--model', dates, 'a']);
  assert.equal(other.status, 1);
  assert.match(other.err, /use heed translate/);
});

test('a recipe of pairs is trained, measured and asked', (t) => {
  const place = folder(t);
  const file = join(place, 'pairs.tsv');
  const rows = Array.from(
    { length: 200 },
    (_, n) => `${'abcdefghij'[n % 10]}${n}\t${n}${'ABCDEFGHIJ'[n % 10]}`,
  );
  writeFileSync(file, `${rows.join('\n')}\n`);
  const set = [
    'model.d_model=16',
    'model.encoder_ffn_dim=16',
    'model.decoder_ffn_dim=16',
    'training.epochs=2',
    'split.test=0.06',
  ].flatMap((one) => ['--set', one]);
  const out = join(place, 'model');
  const args = ['train', 'dates', '--data', file, '--out', out, '--json', ...set];
  const { status, out: said, err } = run(args);
  assert.equal(status, 1, said);
  assert.match(err, /split/); // the parts are more than all
  const trained = run([...args, '--set', 'split.train=0.9', '--set', 'split.validation=0.04']);
  assert.equal(trained.status, 0, trained.err);
  assert.match(trained.err, /validation loss [\d.]+, accuracy [\d.]+, exact [\d.]+, BLEU [\d.]+/);
  const { test: figures } = JSON.parse(trained.out);
  for (const key of ['exact_match', 'bleu', 'chrf', 'length_ratio', 'loss'])
    assert.equal(typeof figures[key], 'number', key);
  const measured = lines(run(['evaluate', '--model', out, '--data', file, '--json']).out)[0].test;
  assert.equal(measured.n, 200);
  const reversed = run([
    'evaluate',
    '--model',
    out,
    '--data',
    file,
    '--set',
    'text_column=2',
    '--set',
    'label_column=1',
    '--json',
  ]);
  assert.equal(lines(reversed.out)[0].test.samples[0].reference, 'a0');
});
