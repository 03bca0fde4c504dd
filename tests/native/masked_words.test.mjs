// heed train masked-words: text files become an encoder that other commands open.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folder, lines, run } from './program.mjs';

// Sentences whose third word says the last one; an empty line between documents.
function texts(count, from) {
  const pairs = [
    ['sun', 'warm'],
    ['ice', 'cold'],
    ['rain', 'wet'],
    ['sand', 'dry'],
  ];
  const lines = [];
  for (let i = 0; i < count; i++) {
    const [thing, is] = pairs[(i * 5 + from + (i >> 2)) % pairs.length];
    lines.push(`today the ${thing} is very ${is} .`);
    if (i % 3 === 2) lines.push('');
  }
  return lines.join('\n') + '\n';
}

const small = [
  ['model.hidden_size', 32],
  ['model.num_hidden_layers', 1],
  ['model.num_attention_heads', 2],
  ['model.intermediate_size', 64],
  ['text.max_size', 200],
  ['training.rows.length', 32],
  ['training.rows.last_length', 0],
  ['training.batch_size', 16],
  ['training.epoch_steps', 250],
  ['training.optimizer.rate', 0.003],
  ['split.train', 0.8],
  ['split.validation', 0.2],
].flatMap(([key, value]) => ['--set', `${key}=${value}`]);

function corpus(t) {
  const place = folder(t);
  writeFileSync(join(place, 'a.txt'), texts(400, 0));
  writeFileSync(join(place, 'b.txt.gz'), gzipSync(texts(200, 1)));
  writeFileSync(join(place, 'c.txt'), texts(60, 2));
  return place;
}

test('many files after --data, gzipped or not, become an encoder that fills in hidden words', (t) => {
  const place = corpus(t);
  const out = join(place, 'models', 'own');
  const data = ['a.txt', 'b.txt.gz'].map((name) => join(place, name));
  const args = ['train', 'masked-words', '--data', ...data, '--test', join(place, 'c.txt'), '--out', out];
  const { status, out: said, err } = run([...args, '--epochs', '4', '--json', ...small]);
  assert.equal(status, 0, err);
  const [{ train, validation, test: held }] = lines(said);
  assert.equal(train, null);
  assert.ok(validation.accuracy > 0.5, JSON.stringify(validation));
  assert.deepEqual(
    validation.corpora.map(({ name }) => name),
    ['a.txt', 'b.txt.gz'],
  );
  for (const figures of [validation, ...validation.corpora, held]) {
    assert.ok(Math.abs(Math.log(figures.perplexity) - figures.loss) < 1e-6);
    assert.ok(figures.n > 0 && figures.tokens > figures.n && figures.tokens_per_second > 0);
  }
  assert.deepEqual(readdirSync(join(place, 'models')), ['own']);
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'config.json'), 'utf8')).architectures, [
    'BertForMaskedLM',
  ]);

  const filled = run(['fill-mask', '--model', out, '--json', 'today the ice is very [MASK] .']);
  assert.equal(filled.status, 0, filled.err);
  assert.match(filled.out, /"cold"/);
  const measured = run(['evaluate', '--model', out, '--data', join(place, 'c.txt'), '--json']);
  assert.equal(measured.status, 0, measured.err);
  assert.equal(lines(measured.out)[0].test.n, held.n);
});

test('what was tokenised is kept with a run that was stopped, and gone on with', (t) => {
  const place = corpus(t);
  const out = join(place, 'own');
  const args = ['train', 'masked-words', '--data', join(place, 'a.txt'), '--out', out, ...small];
  assert.equal(run([...args, '--epochs', '1']).status, 0);
  const whole = readFileSync(join(out, 'model.safetensors'));
  const again = run([...args, '--epochs', '1', '--resume']);
  assert.equal(again.status, 1);
  assert.match(again.err, /there is no checkpoint to resume/);
  assert.ok(!existsSync(`${out}.tokens`));
  assert.equal(run([...args, '--epochs', '1']).status, 0);
  assert.deepEqual(readFileSync(join(out, 'model.safetensors')), whole);
});

test('a packed corpus takes the place of its texts, whole or a share of it', (t) => {
  const place = corpus(t);
  const at = (name) => join(place, name);
  const data = ['a.txt', 'b.txt.gz'].flatMap((name) => ['--data', at(name)]);
  const packed = run(['pack', ...data, '--out', at('t.packed'), '--json', ...small]);
  assert.equal(packed.status, 0, packed.err);
  const [whole] = lines(packed.out);
  assert.deepEqual(Object.keys(whole).sort(), ['bytes', 'documents', 'held_out', 'pieces', 'train']);
  assert.equal(statSync(at('t.packed')).size, whole.bytes);
  const train = (from, out) => {
    const {
      status,
      out: said,
      err,
    } = run(['train', 'masked-words', ...from, '--out', at(out), '--epochs', '1', '--json', ...small]);
    assert.equal(status, 0, err);
    return lines(said)[0].validation;
  };
  const [texts, carried] = [train(data, 'one'), train(['--data', at('t.packed')], 'two')];
  assert.equal(carried.loss, texts.loss);
  for (const file of ['model.safetensors', 'tokenizer.json'])
    assert.deepEqual(readFileSync(at(`two/${file}`)), readFileSync(at(`one/${file}`)), file);

  const half = run([
    'pack',
    ...data,
    '--out',
    at('half.packed'),
    '--tokens',
    `${whole.train >> 1}`,
    '--json',
    ...small,
  ]);
  const [share] = lines(half.out);
  assert.ok(share.train + share.held_out <= whole.train >> 1 && share.held_out === whole.held_out, half.out);
  assert.deepEqual(readdirSync(place).sort(), [
    'a.txt',
    'b.txt.gz',
    'c.txt',
    'half.packed',
    'one',
    't.packed',
    'two',
  ]);

  for (const [name, bytes, message] of [
    ['cut', readFileSync(at('t.packed')).subarray(0, -9), /cut\] tensor/],
    ['foreign', readFileSync(at('one/model.safetensors')), /foreign\] is no packed corpus/],
    ['damaged', readFileSync(at('t.packed')).fill(7, whole.bytes - 9), /damaged\] is damaged/],
  ]) {
    writeFileSync(at(name), bytes);
    const refused = run(['train', 'masked-words', '--data', at(name), '--out', at('none'), ...small]);
    assert.equal(refused.status, 1);
    assert.match(refused.err, message);
    assert.match(refused.err, /^heed: [^\n]+\n$/);
  }
});

test('what is no text to learn from is named', (t) => {
  const place = corpus(t);
  const args = ['train', 'masked-words', '--out', join(place, 'own'), ...small];
  const without = run(args);
  assert.equal(without.status, 1);
  assert.match(without.err, /--data PATH/);
  const missing = run([...args, '--data', join(place, 'nothing.txt')]);
  assert.equal(missing.status, 1);
  assert.match(missing.err, /nothing\.txt\] cannot be read/);
  writeFileSync(join(place, 'cut.gz'), readFileSync(join(place, 'b.txt.gz')).subarray(0, -20));
  const cut = run([...args, '--data', join(place, 'cut.gz')]);
  assert.equal(cut.status, 1);
  assert.match(cut.err, /cut\.gz\]/);
  assert.ok(!readdirSync(place).some((name) => name.includes('.tokens')), readdirSync(place).join());
});
