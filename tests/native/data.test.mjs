// Data as users have it: columns, label maps, gzip, bad rows, a test file of its own, preprocessing.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folder, lines, run, shared } from './program.mjs';

const lesson = [
  'lower_case',
  { name: 'stop_words', list: 'english' },
  'parentheses',
  'punctuation_spacing',
  'non_alphanumerics',
  'double_spaces',
  'strip',
];

// A small recipe with the given "data" and "text" objects; returns its path.
function recipe(place, data, text = {}) {
  const path = join(place, 'small.json');
  const model = {
    architecture: 'request-classifier',
    embedding: 8,
    attention: 4,
    heads: 1,
    layers: 1,
    feed_forward: 8,
  };
  writeFileSync(path, JSON.stringify({ data, text, model, training: { epochs: 1, batch_size: 8 } }));
  return path;
}

const moods = ['joy', 'fear', 'calm'];
const rows = (n) =>
  Array.from({ length: n }, (_, i) => `${i},"The ${moods[i % 3]}, number ${i}",${moods[i % 3]}`).join('\r\n');

test('columns, a label map, gzip and bad rows', (t) => {
  const place = folder(t);
  const data = join(place, 'moods.csv.gz');
  writeFileSync(data, gzipSync(`\ufeffid,tweet,mood\r\n${rows(60)}\r\nonly this\r\n`));
  const map = '{"joy":"good","fear":"bad"}';
  const { status, out, err } = run([
    'train',
    recipe(place, {}),
    '--data',
    data,
    '--format',
    'csv',
    '--out',
    join(place, 'm'),
    '--set',
    'data.text_column=tweet',
    '--set',
    'data.label_column=3',
    '--set',
    `data.label_map=${map}`,
  ]);
  assert.equal(status, 0, err);
  assert.match(out, /Data: 40 texts \(20 bad, 20 good\); 32 train, 4 validation, 4 test/);
  assert.match(err, /^heed: warning: \[.*moods\.csv\.gz\] line 62: expected at least 3 columns; left out\./m);
  assert.match(err, /20 rows, lines .* and 10 more: the label "calm" is not in the label_map; left out\./);
  assert.match(out, /Left out: 21 rows/);

  const evaluated = run(['evaluate', '--model', join(place, 'm'), '--data', data, '--json']);
  assert.equal(evaluated.status, 0, evaluated.err);
  assert.equal(lines(evaluated.out)[0].test.n, 40);
  assert.match(evaluated.err, /^heed: warning: .*line 62/m);
  writeFileSync(join(place, 'other.jsonl'), '{"text": "a joy", "label": "GOOD"}\n');
  const other = run([
    'evaluate',
    '--model',
    join(place, 'm'),
    '--data',
    join(place, 'other.jsonl'),
    '--format',
    'jsonl',
    '--set',
    'text_column=text',
    '--set',
    'label_column=label',
    '--set',
    'data.label_map=null',
    '--json',
  ]);
  assert.equal(other.status, 0, other.err);
  assert.equal(lines(other.out)[0].test.n, 1);
});

test('what cannot be read is one message with the right status', (t) => {
  const place = folder(t);
  const data = join(place, 'd.csv');
  writeFileSync(data, 'text,label\na,b\nc,d\n');
  const small = recipe(place, { format: 'csv' });
  const cases = [
    [['--format', 'arff'], 2, /there is no format "arff": expected one of/],
    [['--set', 'data.text_column=tweet'], 1, /no column "tweet": its header names text, label/],
    [['--set', 'data.label_map=[]'], 1, /label_map/],
    [['--set', 'text.preprocess=["lower"]'], 2, /no preprocessing step "lower"/],
    [['--set', 'text.num_tokens=2'], 1, /num_tokens is 2/],
    [['--test', join(place, 'gone.csv')], 1, /gone\.csv/],
  ];
  for (const [args, status, message] of cases) {
    const result = run(['train', small, '--data', data, '--out', join(place, 'm'), ...args]);
    assert.equal(result.status, status, result.err);
    assert.match(result.err, message);
    assert.ok(!existsSync(join(place, 'm')));
  }
  writeFileSync(join(place, 'cut.csv.gz'), gzipSync('text,label\na,b\n').subarray(0, 20));
  const cut = run(['train', small, '--data', join(place, 'cut.csv.gz'), '--out', join(place, 'm')]);
  assert.equal(cut.status, 1);
  assert.match(cut.err, /cut\.csv\.gz\] cannot be unpacked/);
});

test('a test file of its own, from the recipe and from the command line', (t) => {
  const place = folder(t);
  writeFileSync(join(place, 'train.csv'), `id,text,label\n${rows(30)}\n`);
  writeFileSync(join(place, 'dev.csv'), `id,text,label\n${rows(6)}\n`);
  writeFileSync(join(place, 'late.csv'), `id,text,label\n${rows(9)}\n`);
  const small = recipe(place, { format: 'csv', test: 'dev.csv' });
  const count = (...args) => {
    const { status, out, err } = run([
      'train',
      small,
      '--data',
      place,
      '--out',
      join(place, 'm'),
      '--json',
      ...args,
    ]);
    assert.equal(status, 0, err);
    const [result] = lines(out);
    return [result.train.n, result.validation.n, result.test.n];
  };
  assert.deepEqual(count(), [27, 3, 6]);
  assert.deepEqual(count('--test', join(place, 'late.csv')), [27, 3, 9]);
  // evaluate on the folder looks at the same file.
  const { out } = run(['evaluate', '--model', join(place, 'm'), '--data', place, '--json']);
  assert.equal(lines(out)[0].test.n, 6);
});

test('a file of one’s own needs no recipe, and no setting of a recipe is held against it', (t) => {
  const place = folder(t);
  const mails = join(place, 'mails.csv');
  writeFileSync(
    mails,
    `text,label\n${Array.from({ length: 40 }, (_, i) => `"${moods[i % 2]}, ${i}",${moods[i % 2]}`).join('\n')}\n`,
  );
  // A file that is called as a recipe's test part.
  writeFileSync(join(place, 'test.csv'), '1,a title,a text\n');
  const result = (...args) => {
    const { status, out, err } = run([
      'train',
      ...args,
      '--epochs',
      '1',
      '--out',
      join(place, 'm'),
      '--json',
    ]);
    assert.equal(status, 0, err);
    const [{ train, test }] = lines(out);
    return { n: [train.n, test?.n ?? 0], err };
  };
  assert.deepEqual(result('--data', mails).n, [32, 4]);
  assert.deepEqual(result(mails).n, [32, 4]);
  for (const name of ['enron-request', 'ag-news-topics', 'sst2-sentiment']) {
    const { n, err } = result(name, '--data', mails);
    assert.ok(n[0] >= 32 && n[1] <= 4, name);
    assert.match(err, /mails\.csv\] is not written like the recipe's own data \(.*\): it is read as csv/);
  }
  // A model whose own data were written otherwise is measured on it all the same.
  const other = join(place, 'other.tsv');
  writeFileSync(other, 'label\ttext\njoy\t"joy" it is\nfear\tfear\n');
  const evaluated = run(['evaluate', '--model', join(place, 'm'), '--data', other, '--json']);
  assert.equal(evaluated.status, 0, evaluated.err);
  assert.equal(lines(evaluated.out)[0].test.n, 2);
  writeFileSync(join(place, 'book.xlsx'), 'PK\x03\x04 [Content_Types].xml xl/workbook.xml');
  const book = run(['train', join(place, 'book.xlsx'), '--out', join(place, 'm')]);
  assert.equal(book.status, 1);
  assert.match(book.err, /book\.xlsx\] is an Excel workbook: save its table as CSV/);
});

test('preprocessing is kept with the model and shown', (t) => {
  const place = folder(t);
  writeFileSync(join(place, 'd.csv'), `id,text,label\n${rows(30)}\n`);
  const model = join(place, 'm');
  const small = recipe(
    place,
    { format: 'csv' },
    { preprocess: lesson, tokenizer: 'whitespace', num_tokens: 12 },
  );
  const trained = run(['train', small, '--data', join(place, 'd.csv'), '--out', model]);
  assert.equal(trained.status, 0, trained.err);
  assert.match(trained.out, /Vocabulary: 12 entries over \d+ tokens, least frequency 1/);

  const text = 'Great joy (AP) for the NYSE!';
  const [analysis] = lines(run(['predict', '--model', model, '--json', text]).out);
  assert.deepEqual(
    analysis.preprocessing.map((step) => step.step),
    lesson.map((step) => step.name ?? step),
  );
  assert.equal(analysis.preprocessing.at(-1).text, 'great joy nyse');
  assert.deepEqual(
    analysis.tokens.map((token) => text.slice(token.start, token.end)),
    ['Great', 'joy', 'NYSE'],
  );
  assert.deepEqual(
    analysis.tokens.map((token) => token.known),
    [false, true, false],
  );
  assert.equal(analysis.tokens[0].id, 1); // <UNK>
  assert.match(run(['predict', '--model', model, text]).out, /^ {2}strip +great joy nyse$/m);
  const nothing = lines(run(['predict', '--model', model, '--json', 'the of']).out)[0];
  assert.equal(nothing.prediction, null);

  const [tokenized] = lines(run(['tokenize', '--model', model, '--json', text]).out);
  assert.deepEqual(
    tokenized.tokens.map((token) => token.text),
    ['great', 'joy', 'nyse'],
  );
  const ids = tokenized.tokens.map((token) => token.id).join(' ');
  assert.equal(run(['tokenize', '--model', model, '--ids', ids]).out, '<UNK> joy <UNK>\n');
  assert.equal(run(['tokenize', '--model', model, '--ids', '99999']).status, 1);
  assert.equal(run(['tokenize', '--model', model, '--ids', 'joy']).status, 1);
  assert.doesNotMatch(
    JSON.stringify(lines(run(['predict', '--model', model, '--json', '']).out)[0]),
    /undefined/,
  );
});

test('words are cut as Unicode says, in any language', () => {
  const cut = (text) =>
    lines(run(['tokenize', '--tokenizer', 'words', '--json', text]).out)[0].tokens.map((token) => token.text);
  assert.deepEqual(cut('Ich fühlte Angst, als 3,5 Mio. riefen.'), [
    'Ich',
    'fühlte',
    'Angst',
    ',',
    'als',
    '3,5',
    'Mio',
    '.',
    'riefen',
    '.',
  ]);
  assert.deepEqual(cut("C'est l'été à 10 h"), ["C'est", "l'été", 'à', '10', 'h']);
  assert.deepEqual(cut('Привет, мир!'), ['Привет', ',', 'мир', '!']);
});

test(
  'fetch from the shared folders',
  { skip: existsSync(join(shared, 'data')) ? false : 'the shared data is not there' },
  (t) => {
    const place = folder(t);
    for (const [name, from] of [
      ['sst2', 'sst2'],
      ['goemotions', 'goemotions'],
      ['ag-news', 'ag_news'],
    ]) {
      const { status, out, err } = run([
        'fetch',
        name,
        '--from',
        join(shared, 'data', from),
        '--to',
        join(place, name),
      ]);
      assert.equal(status, 0, err);
      assert.equal(out, `${join(place, name)}\n`);
    }
    assert.ok(existsSync(join(place, 'goemotions/original/train.tsv')));
    const unknown = run(['fetch', 'nothing']);
    assert.equal(unknown.status, 2);
    assert.match(
      unknown.err,
      /enron-intent, ag-news, sst2, goemotions, dair-emotion, isear, enisear, deisear/,
    );
  },
);
