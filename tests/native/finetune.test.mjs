// heed train RECIPE --from FOLDER: a tiny BERT of the fixtures learns to name classes and to label words, in the
// layout that it came in.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { taken, tiny } from './encoders.mjs';
import { folder, lines, run } from './program.mjs';

// "cold" is bad and "green" is good, wherever they stand.
function reviews(path, count) {
  const others = 'the a river flows to sea is bank of old man walks and sleeps'.split(' ');
  const rows = ['text,label'];
  for (let i = 0; i < count; i++) {
    const words = Array.from(
      { length: 6 },
      (_, k) => others[(i * 7 + k * 5 + (((i >> 3) * k) % 11)) % others.length],
    );
    words[(i * 3) % 6] = i % 2 ? 'green' : 'cold';
    rows.push(`${words.join(' ')},${i % 2 ? 'good' : 'bad'}`);
  }
  writeFileSync(path, rows.join('\n') + '\n');
  return path;
}

const quick = [
  '--set',
  'model.attention_dropout=0.05',
  '--set',
  'model.attention_probs_dropout_prob=0.05',
  '--set',
  'data.test=null',
  '--set',
  'training.optimizer.rate=0.003',
  '--epochs',
  '6',
  '--json',
];

for (const name of ['bert_tiny', 'distilbert_tiny'])
  test(`${name} is fine-tuned from its folder, and what is written opens as it did`, (t) => {
    const from = tiny(t, name);
    const given = JSON.parse(readFileSync(join(from, 'config.json'), 'utf8'));
    // What it was taught before is not what it is taught now.
    writeFileSync(join(from, 'config.json'), JSON.stringify({ ...given, task: 'masked-words' }));
    const place = folder(t);
    const data = reviews(join(place, 'rows.csv'), 240);
    const out = join(place, 'model');
    const args = ['train', 'sst2', '--from', from, '--data', data, '--format', 'csv', '--out', out, ...quick];
    const { status, out: said, err } = run(args);
    assert.equal(status, 0, err);
    const [result] = lines(said);
    assert.ok(result.before.accuracy < 0.8);
    assert.ok(result.validation.accuracy > 0.95, JSON.stringify(result.validation));

    const config = JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'));
    assert.equal(config.model_type, given.model_type);
    assert.deepEqual(config.id2label, { 0: 'bad', 1: 'good' });
    assert.equal(config.task, undefined);
    // What the recipe says of the model, by the architecture's own name of it.
    const dropout = name === 'bert_tiny' ? 'attention_probs_dropout_prob' : 'attention_dropout';
    assert.equal(config[dropout], 0.05);
    assert.equal(config[dropout === 'attention_dropout' ? 'hidden_size' : 'dim'], undefined);
    assert.match(config.architectures[0], /ForSequenceClassification$/);
    const names = Object.keys(taken(readFileSync(join(out, 'model.safetensors'))).header);
    const before = Object.keys(taken(readFileSync(join(from, 'model.safetensors'))).header);
    const encoder = before.filter((key) => /embeddings|layer/.test(key) && !/predictions|vocab/.test(key));
    for (const key of encoder) assert.ok(names.includes(key), key);
    assert.deepEqual(
      readdirSync(out).filter((file) => file.startsWith('vocab')),
      ['vocab.txt'],
    );

    const predicted = run(['predict', '--model', out, '--json', 'the man is green']);
    assert.equal(predicted.status, 0, predicted.err);
    assert.equal(lines(predicted.out)[0].prediction.label, 'good');
    const evaluated = run(['evaluate', '--model', out, '--data', data, '--json']);
    assert.equal(evaluated.status, 0, evaluated.err);
    assert.equal(lines(evaluated.out)[0].test.n, 240);
    assert.ok(lines(evaluated.out)[0].test.accuracy > 0.95);

    // From the folder that was written the run goes on where it was: the head is known.
    const again = run([
      ...args.map((arg) => (arg === from ? out : arg === out ? join(place, 'again') : arg)),
    ]);
    assert.equal(again.status, 0, again.err);
    assert.ok(lines(again.out)[0].before.accuracy > 0.95);
  });

test('a folder that is not there, or is none, is named', (t) => {
  const place = folder(t);
  const data = reviews(join(place, 'rows.csv'), 20);
  const args = (from) => [
    'train',
    'sst2',
    '--from',
    from,
    '--data',
    data,
    '--format',
    'csv',
    '--out',
    join(place, 'm'),
    ...quick,
  ];
  for (const from of [join(place, 'nowhere'), place]) {
    const { status, err } = run(args(from));
    assert.equal(status, 1);
    assert.match(err, /config\.json/);
  }
});

// "old man" is a person, a word before "river" a name.
function labelled(path, count) {
  const others = 'the a flows to sea is bank of green walks and sleeps'.split(' ');
  const rows = [];
  for (let i = 0; i < count; i++) {
    const at = (k) => others[(i * 5 + k * 7 + (((i >> 2) * k) % 13)) % others.length];
    const words = [
      [at(0), 'O'],
      [at(1), 'O'],
      ['old', 'B-PERSON'],
      ['man', 'I-PERSON'],
      [at(2), 'O'],
      ['cold', 'B-RIVER'],
      ['river', 'O'],
      [at(3), 'O'],
    ];
    const shift = i % 3 === 0 ? words.slice(4).concat(words.slice(0, 4)) : words;
    rows.push(...shift.map((row) => row.join('\t')), '');
  }
  writeFileSync(path, rows.join('\n'));
  return path;
}

test('words are labelled: a tiny BERT learns a rule of names nearly without mistakes', (t) => {
  const place = folder(t);
  const data = labelled(join(place, 'names.conll'), 200);
  const recipe = join(place, 'names.json');
  writeFileSync(
    recipe,
    JSON.stringify({
      task: 'token-labels',
      training: { epochs: 8, batch_size: 16, optimizer: { name: 'adamw', rate: 0.003 } },
    }),
  );
  const out = join(place, 'model');
  const {
    status,
    out: said,
    err,
  } = run(['train', recipe, '--from', tiny(t, 'bert_tiny'), '--data', data, '--out', out, '--json']);
  assert.equal(status, 0, err);
  const [{ test: held }] = lines(said);
  assert.ok(held.entity_f1 > 0.98 && held.accuracy > 0.98, JSON.stringify(held));
  assert.deepEqual(
    held.per_class.map((k) => k.label),
    ['O', 'B-PERSON', 'B-RIVER', 'I-PERSON'],
  );
  const config = JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'));
  assert.match(config.architectures[0], /ForTokenClassification$/);
  const evaluated = run(['evaluate', '--model', out, '--data', data, '--json']);
  assert.equal(evaluated.status, 0, evaluated.err);
  assert.ok(lines(evaluated.out)[0].test.entity_f1 > 0.98);
  // Rows tell stretches of words of one label, and where they stand.
  const text = 'walks the old man to sea the cold river';
  const rows = join(place, 'rows.jsonl');
  writeFileSync(rows, `{"id":7,"text":"${text}"}\n{"id":8,"text":"to sea"}\n`);
  const [named, none] = lines(run(['predict', '--model', out, '--data', rows]).out);
  assert.equal(named.id, 7);
  assert.deepEqual(
    named.labels.map(({ text, label }) => [text, label]),
    [
      ['old man', 'PERSON'],
      ['cold', 'RIVER'],
    ],
  );
  for (const one of named.labels) assert.equal(text.slice(one.start, one.end), one.text);
  assert.deepEqual(none.labels, []);
  const refused = run(['train', recipe, '--data', data, '--out', out]);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /--from FOLDER/);
});

// "Where is X?" is answered by the word behind X in the text.
function questions(path, count) {
  // No articles: to SQuAD's figures they are no words of an answer.
  const others = 'flows to sea sleeps cold bank of green walks and'.split(' ');
  const rows = [];
  for (let i = 0; i < count; i++) {
    const word = (k) => others[(i * 7 + k * 3 + (((i >> 2) * k) % 11)) % others.length];
    const text = [word(0), word(1), word(2), word(3), word(4)];
    const [asked, at] = [['river', 'man', 'old'][i % 3], (i * 2) % 4];
    text.splice(at, 0, asked);
    rows.push([`is ${asked}`, text.join(' '), text[at + 1]].join('\t'));
  }
  writeFileSync(path, rows.join('\n') + '\n');
  return path;
}

test('questions are answered: a tiny BERT learns to point at a word of the text', (t) => {
  const place = folder(t);
  const data = questions(join(place, 'questions.tsv'), 600);
  const out = join(place, 'model');
  const set = ['training.optimizer.rate=0.005', 'training.epochs=24', 'text.max_tokens=12', 'text.stride=2'];
  const {
    status,
    out: said,
    err,
  } = run(
    ['train', 'questions', '--from', tiny(t, 'bert_tiny'), '--data', data, '--out', out, '--json'].concat(
      set.flatMap((value) => ['--set', value]),
    ),
  );
  assert.equal(status, 0, err);
  const [{ before, validation, test: held }] = lines(said);
  assert.ok(before.exact_match < 0.4 && validation.n > 20, JSON.stringify(before));
  assert.ok(held.exact_match > 0.95 && held.f1 >= held.exact_match, JSON.stringify(held));
  const config = JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'));
  assert.match(config.architectures[0], /ForQuestionAnswering$/);
  const names = Object.keys(taken(readFileSync(join(out, 'model.safetensors'))).header);
  assert.ok(names.includes('qa_outputs.weight') && names.includes('qa_outputs.bias'));

  const evaluated = run(['evaluate', '--model', out, '--data', data, '--json']);
  assert.equal(evaluated.status, 0, evaluated.err);
  const [{ test: all }] = lines(evaluated.out);
  assert.equal(all.n, 600);
  assert.ok(all.exact_match > 0.95);
  assert.match(run(['evaluate', '--model', out, '--data', data]).out, /exact match +0\.9|exact match +1/);
  const [question, text, answer] = readFileSync(data, 'utf8').split('\n')[3].split('\t');
  const [answered] = lines(run(['predict', '--model', out, '--question', question, '--json', text]).out);
  assert.equal(answered.answer.text, answer);

  // Rows are asked what the column of that name asks, or all one question.
  const rows = join(place, 'rows.csv');
  writeFileSync(rows, `question,text\n${question},${text}\n`);
  const ask = (...more) =>
    run(['predict', '--model', out, '--data', rows, '--set', 'text_column=text', ...more]);
  const written = ask();
  assert.equal(written.status, 0, written.err);
  const [head, row] = written.out.split('\n');
  assert.equal(head, 'question,text,answer,score,start,end,remark');
  assert.equal(row.split(',')[2], answer);
  assert.equal(text.slice(...row.split(',').slice(4).map(Number)), answer);
  assert.equal(ask('--question', question).out, written.out);
  writeFileSync(rows, `text\n${text}\n`);
  assert.match(ask('--set', 'header=true').err, /nothing is asked of the texts: give --question/);

  const refused = run(['train', 'questions', '--data', data, '--out', out]);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /--from FOLDER/);
});
