// One model says one thing of a text, whichever door it is asked by: the program's ways and the page's modules. Models are the
// shipped classifiers, and tiny ones with random weights of every encoder; texts are drawn anew from a fixed seed.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pieces, tiny } from '../native/encoders.mjs';
import { folder, lines, root, run } from '../native/program.mjs';
import { encoders, noise, plainEncoders, readTensors, writeTensors } from './encoders.mjs';
import { engine } from './engine.mjs';

const plain = await plainEncoders();
const relaxed = await encoders();
const look = await engine();

// Numbers from 0 to 1, the same at each run.
function randomNumbers(seed) {
  let state = BigInt(seed) * 2n + 1n;
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) / 2 ** 31;
  };
}
const kWords =
  'please send me the report a wonderful film bored us all stocks fell as oil rose can you call today'.split(
    ' ',
  );
kWords.push(...pieces.slice(5), '?', '.', '[SEP]', 'naïve', 'Берлин', '☃', 'e\u0301', 'x'.repeat(40));
function randomTexts(random, count) {
  const word = () => kWords[Math.floor(random() * kWords.length)];
  return Array.from({ length: count }, () => Array.from({ length: 1 + random() * 24 }, word).join(' '));
}

// What a classifier has above an encoder of width 32, by the library's names.
const kHeads = {
  BertForSequenceClassification: { 'bert.pooler.dense.weight': [32, 32], 'bert.pooler.dense.bias': [32] },
  AlbertForSequenceClassification: { 'albert.pooler.weight': [32, 32], 'albert.pooler.bias': [32] },
  ModernBertForSequenceClassification: { 'head.dense.weight': [32, 32], 'head.norm.weight': [32] },
};

// A tiny model with a head for as many labels, whose weights are other ones: each number turned up or down.
function shaken(t, { name, architecture, labels, problem_type }, random) {
  const id2label = Object.fromEntries(Array.from({ length: labels }, (_, c) => [c, `L${c}`]));
  const path = tiny(t, name, { architectures: [architecture], id2label, problem_type });
  const files = readdirSync(path).filter((file) => file.includes('.safetensors'));
  const weights = {};
  for (const file of files.filter((one) => one.endsWith('.safetensors')))
    Object.assign(weights, readTensors(new Uint8Array(readFileSync(join(path, file)))));
  for (const file of files) rmSync(join(path, file));
  const head = { ...kHeads[architecture], 'classifier.weight': [labels, 32], 'classifier.bias': [labels] };
  for (const [tensor, shape] of Object.entries(head)) weights[tensor] = noise(shape, tensor.length);
  for (const { bytes } of Object.values(weights)) {
    const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    numbers.forEach((number, i) => (numbers[i] = number * (0.5 + random())));
  }
  writeFileSync(join(path, 'model.safetensors'), writeTensors(weights));
  return path;
}
function quantised(t, path) {
  const out = join(folder(t), 'int8');
  assert.equal(run(['quantize', '--model', path, '--out', out]).status, 0);
  return out;
}
const filesOf = (path) =>
  Object.fromEntries(readdirSync(path).map((file) => [file, new Uint8Array(readFileSync(join(path, file)))]));

// Answers to `texts` by each door: rows of probabilities, or of the likeliest class with its probability alone.
function doors(t, path, texts) {
  const said = (args, input) => {
    const { status, out, err } = run(args, { input });
    assert.equal(status, 0, err);
    return out;
  };
  const classes = ({ classes, values }) =>
    values ? values.map(({ value }) => value) : classes.map(({ probability }) => probability);
  const best = (row) => {
    if (row.values) return row.values.map(({ value }) => value);
    return 'L0' in row
      ? Object.keys(row)
          .filter((key) => /^L\d$/.test(key))
          .map((key) => row[key])
      : row;
  };
  const input = `${texts.join('\n')}\n`,
    table = join(folder(t), 'rows.jsonl');
  writeFileSync(table, texts.map((text) => JSON.stringify({ text })).join('\n') + '\n');
  const asked = ['--model', path, '--json'];
  const all = {
    json: lines(said(['predict', ...asked, '-'], input)).map(classes),
    explain: lines(said(['explain', ...asked, '--method', 'attention', '-'], input)).map(classes),
    brief: lines(said(['predict', ...asked, '--brief', '-'], input)).map(best),
  };
  for (const threads of [1, 3]) {
    const out = join(folder(t), 'out.jsonl');
    said(['predict', '--model', path, '--data', table, '--out', out, '--threads', `${threads}`]);
    all[`data, ${threads} threads`] = lines(readFileSync(out, 'utf8')).map(best);
  }
  const files = filesOf(path);
  const page =
    'model_type' in JSON.parse(readFileSync(join(path, 'config.json'))) ? { plain, relaxed } : { look };
  for (const [name, module] of Object.entries(page)) {
    const model =
      module === look
        ? look.open('m', {
            config: files['config.json'],
            tokenizer: files['tokenizer.json'],
            weights: files['model.safetensors'],
          })
        : module.open('m', files);
    all[`page, ${name}`] = texts.map((text) => classes(module.analyse(model, text)));
    module.call('close-model', { model });
  }
  return all;
}

const kWithin = 1e-5,
  kWithinInt8 = 1e-6; // their products round: a difference may not become a larger one
function checkSame(t, path, texts) {
  const { json, ...others } = doors(t, path, texts);
  const { classes } = lines(run(['info', '--model', path, '--json']).out)[0];
  const int8 = Object.values(readTensors(filesOf(path)['model.safetensors'])).some(
    ({ dtype }) => dtype === 'I8',
  );
  for (const [door, answers] of Object.entries(others)) {
    assert.equal(answers.length, texts.length, door);
    const within = int8 ? kWithinInt8 : kWithin;
    answers.forEach((answer, i) => {
      const expected = json[i],
        where = `${path}, ${door}, "${texts[i]}"`;
      if (!Array.isArray(answer)) {
        const most = Math.max(...expected);
        assert.ok(
          Math.abs(answer.probability - most) <= within,
          `${where}: ${answer.probability} for ${most}`,
        );
        assert.ok(most - expected[classes.indexOf(answer.label)] <= within, `${where}: ${answer.label}`);
        return;
      }
      assert.equal(answer.length, expected.length, where);
      answer.forEach((p, c) =>
        assert.ok(
          Math.abs(p - expected[c]) <= within * (1 + Math.abs(expected[c])),
          `${where}: ${answer} for ${expected}`,
        ),
      );
    });
  }
  return json;
}

test('a shipped classifier gives one answer by every door', (t) => {
  const models = join(root, 'assets/models');
  for (const name of readdirSync(models)) {
    if (name.endsWith('.json') || name === 'word-vectors') continue;
    const path = join(models, name);
    if (!lines(run(['info', '--model', path, '--json']).out)[0].classes.length) continue;
    checkSame(t, path, randomTexts(randomNumbers(name.length), 40));
  }
});

const kModels = [
  { name: 'bert_tiny', architecture: 'BertForSequenceClassification' },
  { name: 'distilbert_tiny', architecture: 'DistilBertForSequenceClassification' },
  { name: 'albert_tiny', architecture: 'AlbertForSequenceClassification' },
  { name: 'modernbert_tiny', architecture: 'ModernBertForSequenceClassification' },
];
for (const model of kModels)
  for (const [labels, problem_type] of [
    [3, null],
    [3, 'multi_label_classification'],
    [1, null],
    [2, 'regression'],
  ])
    test(`so does ${model.name} with random weights, ${labels} labels, ${problem_type}`, (t) => {
      const random = randomNumbers(100 * labels + model.name.length);
      const path = shaken(t, { ...model, labels, problem_type }, random);
      const texts = randomTexts(random, 24);
      checkSame(t, path, texts);
      checkSame(t, quantised(t, path), texts);
    });
