// Numbers in the words of the page and of the manual's measurements, held against the files that they come from. A new sentence with a
// number of our own belongs into `kSaid`; numbers of papers and of mathematics do not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const read = (file) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const json = (file) => JSON.parse(read(file));
const card = (id) => read(`assets/models/${id}/README.md`);
const config = (id) => json(`assets/models/${id}/config.json`);
const faithful = (id) => json(`assets/models/${id}/faithfulness.json`);
const grouped = (n) => n.toLocaleString('en');

// The first group of the pattern in a text, and the error that says where it is missing.
function found(text, pattern, where) {
  const match = pattern.exec(text);
  assert.ok(match, `${where} has nothing like ${pattern}`);
  return match[1];
}
const ofCard = (id, pattern) => found(card(id), pattern, `the card of ${id}`);

const pretrainedOn = Number(ofCard('heed-small', /\| budget \| ([\d,]+) million tokens/).replaceAll(',', ''));
const billions = (pretrainedOn / 1000).toFixed(1);
const trainedOn = grouped(Number(ofCard('ag-news-topics', /\| split \| seed 0, (\d+) train/)));
const lines = read('assets/examples/guests.tsv').trim().split('\n').length - 1;
const pieces = Object.keys(json('assets/tokenizers/wordpiece-uncased/tokenizer.json').model.vocab).length;
const width = config('word-vectors').width;
const decimals = (n, places) => n.toFixed(places);
const testOf = (id, figure = 'accuracy') =>
  Number(
    found(card(id).split('## test')[1] ?? '', new RegExp(`${figure} +([\\d.]+)`), `the test part of ${id}`),
  );

// File, a pattern whose group is the number as it is said, and what it has to be.
const kSaid = [
  ['web/languages/en.json', /pretrained on ([\d.]+) billion tokens/, billions],
  ['web/languages/de.json', /mit ([\d,]+) Milliarden Token vortrainiert/, billions.replace('.', ',')],
  ['web/languages/en.json', /It was trained on ([\d,]+) news/, trainedOn],
  ['web/languages/de.json', /mit ([\d.]+) Nachrichten trainiert/, trainedOn.replace(',', '.')],
  ['web/languages/en.json', /on ([\d,]+) lines that guests/, grouped(lines)],
  [
    'assets/models/translators.json',
    /its vocabulary has ([\d,]+) byte pairs/,
    grouped(config('translate-de-en').vocab_size),
  ],
  ['tests/bench/RESULTS.md', /to read ([\d,]+) million\s+tokens/, grouped(pretrainedOn)],
  ['tests/bench/RESULTS.md', /held-out perplexity is ([\d.]+)/, ofCard('heed-writer', /\*\*([\d.]+)\*\*/)],
  ['tests/bench/RESULTS.md', /BLEU ([\d.]+), chrF2/, decimals(testOf('translate-de-en', 'BLEU'), 1)],
  [
    'tests/bench/RESULTS.md',
    /`translate-de-en` has ([\d.]+) in/,
    ofCard('translate-de-en', /alignment error of ([\d.]+)/),
  ],
  [
    'tests/bench/RESULTS.md',
    /right in ([\d.]+) of the\s+test part/,
    decimals(faithful('enron-request').accuracy, 3),
  ],
  [
    'tests/bench/RESULTS.md',
    /maps made even, it is right in ([\d.]+\d)/,
    decimals(faithful('enron-request').even.accuracy, 3),
  ],
  [
    'web/languages/en.json',
    /class for ([\d,]+) of 1,000/,
    found(
      read('tests/bench/README.md'),
      /Of 1,000 sentences ([\d,]+) had the same class/,
      'tests/bench/README.md',
    ),
  ],
];

for (const [file, pattern, expected] of kSaid)
  test(`${file}: ${expected} as ${pattern.source}`, () =>
    assert.equal(found(read(file), pattern, file), expected));

// A row of a table of the manual by its first cell.
const row = (file, begins) => {
  const line = read(file)
    .split('\n')
    .find((one) => one.startsWith(`| ${begins}`));
  assert.ok(line, `${file} has no row ${begins}`);
  return line
    .replaceAll('*', '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
};

test('the manual’s table of encoders is what their cards and faithfulness.json say', () => {
  for (const [begins, id] of [
    ['film sentences', 'sentiment'],
    ['emotions', 'emotions'],
    ['requests', 'requests'],
    ['news topics', 'topics'],
  ]) {
    const [, by, even] = row('tests/bench/RESULTS.md', begins);
    const { accuracy, even: made } = faithful(`heed-small-${id}`);
    assert.equal(even, `${decimals(accuracy, 2)} → ${decimals(made.accuracy, 2)}`, id);
    if (id === 'sentiment') assert.equal(by, decimals(testOf('heed-small-sentiment'), 3));
    if (id === 'emotions')
      assert.equal(by, decimals(testOf('heed-small-emotions', 'F1, mean of classes'), 3));
  }
});

test('the manual’s and the page’s words on “Attention is not Explanation” are the figures’', () => {
  const all = json('assets/figures/attention.json');
  const cell = ({ mean, sd, published }) =>
    `${decimals(mean, 3)} ± ${decimals(sd, 3)} (${decimals(published, 3)})`;
  const rows = read('tests/bench/RESULTS.md')
    .split('\n## Encoders')[0]
    .split('\n')
    .filter((line) => / ± \d/.test(line) && line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(2, -1)
        .map((one) => one.trim()),
    );
  const figures = Object.values(all).flatMap((data) => ['tanh', 'dot', 'token'].map((kind) => data[kind]));
  assert.equal(rows.length, figures.length);
  figures.forEach(({ tau, accuracy, even }, i) =>
    assert.deepEqual(rows[i], [
      cell(tau.gradient),
      cell(tau['leave-one-out']),
      decimals(accuracy, 3),
      decimals(even, 3),
    ]),
  );
  const far = (data) =>
    ['tanh', 'dot', 'token']
      .flatMap((kind) => Object.values(data[kind].tau))
      .filter(({ mean, published }) => Math.abs(mean - published) > 0.1).length;
  assert.deepEqual(Object.values(all).map(far).slice(1), [5, 3]);
  assert.match(
    read('web/languages/en.json'),
    /Five of the six values for news and three of the values for long reviews/,
  );
});

test('layers and heads that the lists say are those of config.json', () => {
  for (const list of ['encoders', 'writers', 'translators'])
    for (const { id, attends } of json(`assets/models/${list}.json`)) {
      const c = config(id);
      const of = /(\d+)(?: \+ (\d+))? layers (?:with|and) (\d+) heads each/.exec(attends);
      if (!of) continue;
      assert.equal(Number(of[1]), c.num_hidden_layers ?? c.n_layer ?? c.encoder_layers, id);
      assert.equal(Number(of[3]), c.num_attention_heads ?? c.n_head ?? c.encoder_attention_heads, id);
      if (of[2]) assert.equal(Number(of[2]), c.decoder_layers, id);
    }
});

test('what encoders get right as int8 is near what their cards say of float32', () => {
  for (const { id, held } of json('assets/models/encoders.json')) {
    if (!held || held.texts === 'headlines') continue;
    assert.ok(
      Math.abs(held.right / held.n - testOf(id)) < 0.005,
      `${id}: ${held.right / held.n} and ${testOf(id)}`,
    );
  }
});

test('sizes that lessons ask about are those of the files', () => {
  const lessons = read('web/languages/en.json');
  assert.equal(found(lessons, /the vocabulary has ([\d,]+) pieces/, 'lessons'), grouped(pieces));
  assert.equal(found(lessons, /a word is a list of (\d+) numbers/, 'lessons'), String(width));
  assert.equal(found(lessons, /Each key has (\d+) numbers/, 'lessons'), String(width));
});
