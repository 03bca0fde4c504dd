// The tokenizer.json that Heed writes, opened by Hugging Face's own JavaScript library: same tokens, same ids.
// HEED names the program (default build/native/heed), HEED_SHARED the shared data beside the repository.
import { Tokenizer } from '@huggingface/tokenizers';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const heed = process.env.HEED || join(root, 'build/native/heed');
const fixtures = join(root, 'tests/fixtures/text');
const shared = process.env.HEED_SHARED || join(root, '../shared');
const names = ['basic_english', 'whitespace', 'characters', 'all_characters'];

const fixture = (name) => join(fixtures, `${name}.tokenizer.json`);

/** Heed's tokens of every line; a line holds no line break and does not end in a carriage return. */
function heedTokens(tokenizer, lines) {
  const input = lines.map((line) => line + '\n').join('');
  const output = execFileSync(heed, ['tokenize', '--tokenizer', tokenizer, '--json', '-'], {
    input,
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  const results = output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  assert.equal(results.length, lines.length, 'one line of output for one of input');
  return results.map((result) => result.tokens);
}

function assertSameAsHuggingFace(name, lines) {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(fixture(name), 'utf8')), { unk_token: '<unk>' });
  const ours = heedTokens(fixture(name), lines);
  lines.forEach((line, i) => {
    const theirs = tokenizer.encode(line);
    const said = `${name} of ${JSON.stringify(line)}`;
    assert.deepEqual(
      ours[i].map((token) => token.text),
      theirs.tokens,
      said,
    );
    assert.deepEqual(
      ours[i].map((token) => token.id),
      theirs.ids,
      said,
    );
  });
}

/** Numbers below n, the same in every run (Park and Miller's minimal standard generator). */
function generator(seed) {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

// What breaks tokenizers, and code points of many scripts, all assigned in Unicode 15.
const pieces = [
  ...'aBzK019\'"’.,()!?;:-_<>&#%/\\ \t\v\f\x00\x01\x1c\x1d\x1e\x1f\x7f',
  ...[
    'word',
    'Word',
    "don't",
    'O’Neill’s',
    '3.5',
    '<br />',
    '<BR />',
    '<b"r />',
    '<br/>',
    '<br  />',
    '"<br />"',
  ],
  ...['&amp;', '&#39;', '&quot;', '<pad>', '<unk>', '<PAD>', '<p"ad>', '<pad', 'unk>', ' ', '  ', '   '],
  ...['\u0085', '\u00a0', '\u1680', '\u2003', '\u2009', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000'],
  ...['\ufeff', '\u200b', '\u200d', '\u180e', '\u2060', '\u00ad', '\u202e', '\ufffd', '\ufffe', '\ue000'],
  ...[
    'Σ',
    'σ',
    'ς',
    'ΟΔΟΣ',
    'ΣΑΣ',
    'ΑΣ.',
    "'Σ'",
    'İ',
    'I',
    'ı',
    'ß',
    'ẞ',
    'Ǆ',
    'ǅ',
    'ﬁ',
    'K',
    'Å',
    'Ω',
    'ʰ',
    'ͅ',
  ],
  ...[
    '\u0301',
    'e\u0301',
    'É',
    '\u0307',
    '\u20dd',
    '\ufe0f',
    'हिन्दी',
    'नमस्ते',
    'ไทย',
    '你好，世界',
    'あア',
    '한국어',
  ],
  ...[
    'שָׁלוֹם',
    'مَرْحَبًا',
    '٣٤',
    '²½Ⅷ①',
    '𐐀𐐨',
    '𝔸𝟘',
    '😀',
    '👨‍👩‍👧',
    '❤️',
    '🇩🇪',
    '👍🏽',
    '€£',
    '«»',
    '–—…',
    'ª',
    'Ꭰ',
    'ꭰ',
    'Ა',
  ],
];

function torture(count) {
  const below = generator(20);
  return Array.from({ length: count }, () => {
    let line = '';
    for (let n = below(24); n > 0; --n) line += pieces[below(pieces.length)];
    return line;
  });
}

/** Rows of a CSV file whose fields are all quoted and hold no line break. */
function quotedRows(text) {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(1, -1)
        .split('","')
        .map((field) => field.replaceAll('""', '"')),
    );
}

const agNews = join(shared, 'data/ag_news/test.csv');
const reference = join(shared, 'data/tokenizer_cases/text_normalization_ag_news_ref_results.test.gz');
const absent = (file) => !existsSync(file) && `${file} is not here`;

for (const name of names) {
  test(`${name}: the cases of the published tokenizer`, () => {
    const cases = JSON.parse(readFileSync(join(fixtures, 'basic_english_cases.json'), 'utf8'));
    const inputs = [...cases.upstream_cases, ...cases.derived_cases_from_own_reference].map(
      ({ input }) => input,
    );
    assertSameAsHuggingFace(
      name,
      inputs.filter((input) => !/[\r\n]/.test(input)),
    );
  });

  test(`${name}: 2,000 generated strings`, () => assertSameAsHuggingFace(name, torture(2000)));

  test(`${name}: 1,000 lines of AG News`, { skip: absent(agNews) }, () => {
    const lines = readFileSync(agNews, 'utf8').split(/\r?\n/).slice(0, 1000);
    assertSameAsHuggingFace(name, lines);
  });
}

// Word boundaries are more than the pattern in the file can say; ordinary text of many languages is the same in both.
test('words: sentences of many languages', () =>
  assertSameAsHuggingFace('words', [
    "Don't stop: O’Neill's 'x' costs 3.5, or 1,000.50!",
    'Ich fühlte Angst, als Größe und Übermut »zusammen« kamen; z.B. um 10.30 Uhr.',
    "L'été dernier, j'ai vu « la mer » à Nice…",
    '¿Qué pasa? ¡Nada! El niño comió piña.',
    'Привет, мир! Это предложение № 5.',
    'Καλημέρα κόσμε, τι κάνεις;',
    'שלום עולם, מה שלומך?',
    'مَرْحَبًا بالعالم، كيف حالك؟',
    'नमस्ते दुनिया, आप कैसे हैं।',
    'x_y = a_1 + b.c (e.g. snake_case) 100% #tag @user',
    '你好，世界 あ カタカナ ไทย',
    'cafe\u0301 e\u0301te\u0301 \u0301a',
  ]));

test('words: 1,000 lines of AG News', { skip: absent(agNews) }, () => {
  const lines = readFileSync(agNews, 'utf8').split(/\r?\n/).slice(0, 1000);
  assertSameAsHuggingFace('words', lines);
});

test("the lesson's tokenizer.json, given what its preprocessing made", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const texts = [
    'Great week for the NYSE!',
    'A (short) note, 2.5% of it',
    "Don't you <PAD> think <UNK>?",
    'great great',
  ];
  writeFileSync(join(folder, 'd.csv'), texts.map((text, i) => `"${text}",${i % 2}`).join('\n'));
  const preprocess = ['lower_case', 'stop_words', 'parentheses', 'punctuation_spacing', 'non_alphanumerics'];
  for (const tokenizer of ['whitespace', 'all_characters']) {
    const recipe = {
      data: { format: 'csv' },
      split: { train: 1, validation: 0, test: 0 },
      text: { preprocess, tokenizer, num_tokens: 9 },
      training: { epochs: 1 },
    };
    writeFileSync(join(folder, 'r.json'), JSON.stringify(recipe));
    const model = join(folder, tokenizer);
    execFileSync(heed, ['train', join(folder, 'r.json'), '--data', join(folder, 'd.csv'), '--out', model], {
      stdio: 'ignore',
    });
    const json = JSON.parse(readFileSync(join(model, 'tokenizer.json'), 'utf8'));
    const theirs = new Tokenizer(json, { unk_token: '<UNK>' });
    const out = execFileSync(heed, ['tokenize', '--model', model, '--json', ...texts], { encoding: 'utf8' });
    for (const line of out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))) {
      const prepared = theirs.encode(line.preprocessing.at(-1).text);
      assert.deepEqual(
        line.tokens.map((token) => token.text),
        prepared.tokens.map((token, i) => (prepared.ids[i] === 1 ? line.tokens[i].text : token)),
      );
      assert.deepEqual(
        line.tokens.map((token) => token.id),
        prepared.ids,
      );
    }
    assert.deepEqual([json.model.vocab['<PAD>'], json.model.vocab['<UNK>']], [0, 1]);
  }
});

test('lower-casing every letter of Unicode 15', () => {
  const later = /[\u1c89\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;
  const lines = [];
  for (let code = 0x80; code < 0x20000; ++code) {
    const character = String.fromCodePoint(code);
    if (/\p{Changes_When_Lowercased}/u.test(character) && !later.test(character)) lines.push(character);
  }
  assertSameAsHuggingFace('basic_english', lines);
});

test('basic_english: the reference file of torchtext', { skip: absent(agNews) || absent(reference) }, () => {
  const rows = quotedRows(readFileSync(agNews, 'utf8'));
  const expected = gunzipSync(readFileSync(reference)).toString('utf8').trimEnd().split('\n');
  assert.equal(rows.length, expected.length);
  const tokens = heedTokens(
    'basic_english',
    rows.map((row) => '__label__' + row.join(' , ')),
  );
  tokens.forEach((line, i) =>
    assert.equal(line.map((token) => token.text).join(' '), expected[i], `line ${i + 1}`),
  );
});
