// heed predict, fill-mask, tokenize and info on folders of the BERT family.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pieces, tiny } from './encoders.mjs';
import { folder, lines, run } from './program.mjs';

const json = (...args) => lines(run([...args, '--json']).out);
const refused = (args, status, message) => {
  const result = run(args);
  assert.equal(result.status, status, result.err);
  assert.match(result.err, message);
  assert.equal(result.out, '');
};

test('DistilBERT says a class, with all layers and heads of its attention', (t) => {
  const model = tiny(t, 'distilbert_tiny');
  const [analysis] = json('predict', '--model', model, '--attention', 'The rivers flows');
  assert.deepEqual(
    analysis.tokens.map((token) => token.text),
    ['[CLS]', 'the', 'river', '##s', 'flows', '[SEP]'],
  );
  assert.deepEqual(
    analysis.tokens.map((token) => token.word),
    [null, 0, 1, 1, 2, null],
  );
  assert.deepEqual(analysis.tokens.map((token) => [token.start, token.end]).slice(1, 5), [
    [0, 3],
    [4, 9],
    [9, 10],
    [11, 16],
  ]);
  assert.deepEqual(
    analysis.classes.map((entry) => entry.label),
    ['NEGATIVE', 'POSITIVE'],
  );
  assert.ok(Math.abs(analysis.classes[0].probability + analysis.classes[1].probability - 1) < 1e-9);
  assert.deepEqual(
    analysis.attention.map((map) => map.shape),
    [
      [4, 6, 6],
      [4, 6, 6],
    ],
  );
  for (const { weights } of analysis.attention)
    for (const row of weights.flat()) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
  assert.equal(analysis.top_pairs.length, 8);
  const [brief] = json('predict', '--model', model, 'The rivers flows');
  assert.deepEqual(brief.received, analysis.received);
  assert.equal(brief.attention[0].weights, undefined);
});

test("labels that config.json does not name have the library's names; many labels may hold at once", (t) => {
  const [named] = json('predict', '--model', tiny(t, 'distilbert_tiny', { id2label: undefined }), 'a river');
  assert.deepEqual(
    named.classes.map((entry) => entry.label),
    ['LABEL_0', 'LABEL_1'],
  );
  const several = tiny(t, 'distilbert_tiny', { problem_type: 'multi_label_classification' });
  const [each] = json('predict', '--model', several, 'a river');
  const odds = ({ probability: p }) => Math.log(p / (1 - p));
  // softmax of two logits is the sigmoid of their difference
  const [a, b] = each.classes.map(odds);
  assert.ok(Math.abs(a - b - odds(named.classes[0])) < 1e-4);
});

test('BERT fills masks, each with the likeliest first', (t) => {
  const model = tiny(t, 'bert_tiny');
  const [looked] = json('fill-mask', '--model', model, '--attention', 'the [MASK] flows to [MASK] .');
  assert.equal(looked.tokens[looked.masks[1].position], '[MASK]');
  for (const { attention } of looked.masks) {
    assert.equal(attention.length, 2);
    for (const row of attention.flat()) {
      assert.equal(row.length, looked.tokens.length);
      assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-4);
    }
  }
  const [filled] = json('fill-mask', '--model', model, '--top', '48', 'the [MASK] flows to [MASK] .');
  assert.deepEqual(
    filled.masks.map((mask) => mask.position),
    [2, 5],
  );
  for (const { candidates } of filled.masks) {
    assert.equal(candidates.length, 48);
    assert.ok(Math.abs(candidates.reduce((sum, c) => sum + c.probability, 0) - 1) < 1e-6);
    assert.ok(candidates.every((c, i) => i === 0 || c.probability <= candidates[i - 1].probability));
    assert.ok(candidates.every((c) => c.token === pieces[c.id]));
  }
  const [five] = json('fill-mask', '--model', model, 'the [MASK] flows');
  assert.equal(five.masks[0].candidates.length, 5);
  assert.deepEqual(json('fill-mask', '--model', model, 'no mask')[0].masks, []);
  assert.match(run(['fill-mask', '--model', model, 'no mask']).out, /no mask: write \[MASK\] where/);
  assert.equal(JSON.parse(run(['info', '--model', model, '--json']).out).mask, '[MASK]');
  assert.match(run(['fill-mask', '--model', model, 'the [MASK]']).out, /0\.\d{4}/);
});

test('ModernBERT, in two shards, fills masks and shows its layers: the whole text, or a window of it', (t) => {
  const model = tiny(t, 'modernbert_tiny');
  const [filled] = json('fill-mask', '--model', model, 'the [MASK] flows');
  assert.deepEqual(
    filled.masks.map((mask) => [mask.position, mask.candidates.length]),
    [[2, 5]],
  );
  const text = 'the old man walks to a cold river and sleeps , the river flows to sea .';
  const vector = tiny(t, 'modernbert_tiny', { architectures: ['ModernBertModel'] });
  const [analysis] = json('predict', '--model', vector, '--attention', text);
  assert.equal(analysis.embedding.length, 32);
  const T = analysis.tokens.length;
  assert.deepEqual(
    analysis.attention.map((map) => map.shape),
    Array(4).fill([4, T, T]),
  );
  for (const { layer, weights } of analysis.attention)
    for (const head of weights)
      head.forEach((row, query) => {
        assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
        row.forEach((weight, key) => assert.equal(weight > 0, layer % 3 === 0 || Math.abs(query - key) <= 4));
      });
  assert.equal(json('info', '--model', model)[0].architecture, 'ModernBertForMaskedLM');
});

test('a text longer than the table of positions is cut, and said so', (t) => {
  const model = tiny(t, 'distilbert_tiny');
  const text = 'river '.repeat(40);
  const [analysis] = json('predict', '--model', model, text);
  assert.equal(analysis.tokens.length, 16);
  assert.equal(analysis.tokens.at(-1).text, '[SEP]');
  assert.equal(analysis.total_tokens, 42);
  assert.equal(analysis.cut_at, 14 * 6 - 1);
  assert.match(run(['predict', '--model', model, text]).out, /only the first 16 of 42 tokens/);
});

test('what a file holds and the model does not use is said once; so is a separator that was typed', (t) => {
  const model = tiny(t, 'distilbert_tiny', { architectures: ['DistilBertModel'] });
  const unused =
    /^heed: warning: \[.*\] 4 tensors are not used, .*: classifier\.bias, classifier\.weight, .* and 1 more\.$/;
  const said = run(['predict', '--model', model, '--json', 'a river', 'the river']);
  assert.match(said.err.trimEnd(), unused);
  for (const { warnings } of lines(said.out)) assert.match(`heed: warning: ${warnings[0]}`, unused);
  assert.match(run(['info', '--model', model]).out, /^warning +\[.*4 tensors are not used/m);
  assert.equal(json('info', '--model', model)[0].warnings.length, 1);

  const masked = tiny(t, 'bert_tiny');
  const pair = run(['fill-mask', '--model', masked, '--json', 'a river [SEP] the [MASK]']);
  assert.match(pair.err, /warning: \[bert_tiny.*\] the text holds \[SEP\], which stands between two texts/);
  assert.equal(lines(pair.out)[0].warnings.length, 1);
});

test('an empty text has no tokens and no prediction', (t) => {
  const [analysis] = json('predict', '--model', tiny(t, 'distilbert_tiny'), '');
  assert.deepEqual(analysis.tokens, []);
  assert.equal(analysis.prediction, null);
});

test('a plain encoder gives a sentence vector, question answering a span', (t) => {
  const [plain] = json(
    'predict',
    '--model',
    tiny(t, 'bert_tiny', { architectures: ['BertModel'] }),
    'a river',
  );
  assert.equal(plain.embedding.length, 32);
  assert.equal(plain.prediction, null);
  refused(
    ['predict', '--model', tiny(t, 'bert_tiny'), '--question', 'what', 'a river'],
    1,
    /only a model for question answering/,
  );
});

test('info counts what is there', (t) => {
  const [info] = json('info', '--model', tiny(t, 'distilbert_tiny'));
  assert.equal(info.architecture, 'DistilBertForSequenceClassification');
  assert.deepEqual([info.layers, info.heads, info.vocabulary], [2, 4, 48]);
  assert.deepEqual(info.classes, ['NEGATIVE', 'POSITIVE']);
  assert.ok(info.parameters > 20000 && info.bytes > 4 * 20000);
});

test('what is wrong with a folder is one message and status 1', (t) => {
  const predict = (model) => ['predict', '--model', model, 'a river'];
  refused(
    predict(tiny(t, 'bert_tiny', { model_type: 'xlnet' })),
    1,
    /"xlnet": the supported ones are bert, distilbert/,
  );
  refused(
    predict(tiny(t, 'bert_tiny', { architectures: ['BertForMultipleChoice'] })),
    1,
    /expected one of BertModel/,
  );
  refused(
    predict(tiny(t, 'bert_tiny', { hidden_size: 64 })),
    1,
    /bert\.embeddings\.word_embeddings\.weight is \[48, 32\]/,
  );
  refused(
    predict(tiny(t, 'bert_tiny', { architectures: ['BertForTokenClassification'] })),
    1,
    /classifier\.weight is missing/,
  );
  refused(
    ['fill-mask', '--model', tiny(t, 'distilbert_tiny'), 'a [MASK]'],
    1,
    /only a masked language model/,
  );
  const cut = tiny(t, 'bert_tiny');
  const weights = join(cut, 'model.safetensors');
  writeFileSync(weights, readFileSync(weights).subarray(0, 5000));
  refused(predict(cut), 1, /model\.safetensors\]/);
  rmSync(weights);
  writeFileSync(join(cut, 'pytorch_model.bin'), 'x');
  refused(predict(cut), 1, /Python pickle/);
  const words = tiny(t, 'bert_tiny');
  rmSync(join(words, 'vocab.txt'));
  refused(predict(words), 1, /neither tokenizer\.json nor vocab\.txt/);
});

test('quantize keeps a folder of the family readable, and --int8 is the same without it', (t) => {
  for (const [name, command, text, pick] of [
    [
      'distilbert_tiny',
      'predict',
      'the old man walks to the river',
      (r) => r.classes.map((c) => c.probability),
    ],
    ['bert_tiny', 'fill-mask', 'the [MASK] flows', (r) => r.masks[0].candidates.map((c) => c.probability)],
  ]) {
    const wide = tiny(t, name);
    const small = `${wide}-small`;
    const said = run(['quantize', '--model', wide, '--out', small]);
    assert.equal(said.status, 0, said.err);
    assert.match(said.out, / → [\d,]+ bytes/);
    const [want, stored, opened] = [[wide], [small], [wide, '--int8']].map(([model, ...rest]) =>
      pick(json(command, '--model', model, ...rest, text)[0]),
    );
    assert.deepEqual(stored, opened);
    assert.notDeepEqual(stored, want);
    stored.forEach((p, i) => assert.ok(Math.abs(p - want[i]) < 0.02));
    assert.equal(json('info', '--model', small)[0].parameters, json('info', '--model', wide)[0].parameters);
    if (command !== 'predict') continue;
    // Beside the class alone, and beside rows, too.
    const rows = join(folder(t), 'rows.txt');
    writeFileSync(rows, `${text}\n`);
    const [{ probability: brief }] = json('predict', '--model', wide, '--int8', '--brief', text);
    const [{ probability: row }] = json('predict', '--model', wide, '--int8', '--data', rows);
    for (const [how, one] of Object.entries({ brief, row }))
      assert.ok(Math.abs(one - Math.max(...stored)) < 1e-6, how);
  }
});
