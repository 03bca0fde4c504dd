// heed tokenize with other makers' files, held against Hugging Face's JavaScript library (@huggingface/tokenizers).
import { Tokenizer } from '@huggingface/tokenizers';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { folder, lines, root, run, shared } from './program.mjs';

const place = join(shared, 'data/bert_vocab');
const uncased = join(place, 'bert-base-uncased-tokenizer.json');
const cased = join(place, 'bert-base-cased-vocab.txt');
const skip = !existsSync(uncased) && `${uncased} is not here`;
// The whole of the Tatoeba files takes minutes: by default every 400th sentence.
const step = Number(process.env.HEED_TATOEBA_STEP || 400);

function fails(args, status, message) {
  const result = run(args);
  assert.equal(result.status, status, result.err);
  assert.match(result.err, message);
}

const tokens = (file, texts, ...flags) => {
  const input = texts.map((text) => text + '\n').join('');
  return lines(run(['tokenize', '--tokenizer', file, '--json', ...flags, '-'], { input }).out).map(
    (result) => result.tokens,
  );
};

/** The library's tokenizer of the file; for a cased vocab.txt the same pipeline with that vocabulary. */
function library(file) {
  const json = JSON.parse(readFileSync(uncased, 'utf8'));
  if (file === cased) {
    const pieces = readFileSync(cased, 'utf8').trimEnd().split('\n');
    json.model.vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
    json.normalizer.lowercase = false;
    for (const token of json.added_tokens) token.id = pieces.indexOf(token.content);
  }
  json.truncation = null;
  return new Tokenizer(json, { unk_token: '[UNK]' });
}

// Where the JavaScript library differs from the Rust one, and Heed does as Rust does (tests/fixtures/tokenizers holds
// what Rust makes of such texts). `what` a text has in it, and why the ids differ.
const known = [
  {
    what: /\p{Cn}/u,
    why: 'not assigned in Unicode 15 or a noncharacter: JavaScript drops it as a control, Rust keeps it',
  },
  {
    what: /[\v\f\x85\x1c-\x1f]/,
    why: 'a control that is white space to JavaScript: Rust drops it before it looks for white space',
  },
  {
    what: /[\u{20000}-\u{2fa1f}]/u,
    why: 'an ideograph beyond 16 bits: JavaScript looks at its halves and sets no blanks around it',
  },
  { what: /\ufeff/, why: 'white space to JavaScript, a format character to Rust, which drops it' },
  { what: /Σ/, why: 'JavaScript writes a final sigma, Rust looks at single characters' },
];

function compare(file, texts) {
  const theirs = library(file);
  const ours = tokens(file, texts);
  const counts = new Map();
  texts.forEach((text, i) => {
    const ids = ours[i].map((token) => token.id);
    const expected = theirs.encode(text).ids;
    if (ids.length === expected.length && ids.every((id, k) => id === expected[k])) return;
    const reason = known.find(({ what }) => what.test(text));
    assert.ok(reason, `${JSON.stringify(text)}: ${ids} here, ${expected} there`);
    counts.set(reason.why, (counts.get(reason.why) ?? 0) + 1);
  });
  return counts;
}

function generator(seed) {
  let state = seed;
  return (n) => (state = (state * 48271) % 2147483647) % n;
}

const pieces = [
  ...'aBzK019\'"’.,()!?;:-_<>&#%/\\ \t\v\f\x01\x1c\x1f\x7f$+=^`|~[]{}@*',
  ...[
    'word',
    'Word',
    "don't",
    'O’Neill’s',
    '3.5',
    '[MASK]',
    '[CLS]',
    '[SEP]',
    '[UNK]',
    '[PAD]',
    '[mask]',
    '[ MASK ]',
  ],
  ...[
    '##ing',
    '##',
    'unaffable',
    'Transformer models',
    'supercalifragilistic',
    'x'.repeat(99),
    'y'.repeat(101),
    'é'.repeat(101),
  ],
  ...[
    ' ',
    '  ',
    '   ',
    '\u0085',
    '\u00a0',
    '\u1680',
    '\u2003',
    '\u2028',
    '\u202f',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u200d',
    '\u180e',
  ],
  ...[
    '\u2060',
    '\u00ad',
    '\u202e',
    '\ufffd',
    '\ufffe',
    '\ue000',
    '\u{f0000}',
    '\u0378',
    '\u{e0001}',
    'Σ',
    'σ',
    'ς',
    'ΟΔΟΣ',
    'ΑΣ.',
  ],
  ...[
    'İ',
    'I',
    'ı',
    'ß',
    'ẞ',
    'Ǆ',
    'ﬁ',
    'K',
    'Å',
    'Ω',
    'ʰ',
    '\u0301',
    'e\u0301',
    'é',
    'É',
    '\u0307',
    '\u20dd',
    '\ufe0f',
  ],
  ...[
    'हिन्दी',
    'नमस्ते',
    'ไทย',
    '你好，世界',
    'あア',
    '한국어',
    '각',
    'שָׁלוֹם',
    'مَرْحَبًا',
    '٣٤',
    '²½Ⅷ①',
    '𐐀𐐨',
    '𝔸𝟘',
  ],
  ...[
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
    '\u{20000}',
    '\u{2f800}',
    '豈',
    '㐀',
    'ｶﾞ',
    'Ａ',
    '㍿',
  ],
];
const torture = (count) => {
  const below = generator(20);
  return Array.from({ length: count }, () =>
    Array.from({ length: below(24) }, () => pieces[below(pieces.length)]).join(''),
  );
};

// The corpus is a gzipped table or, as it is published, an archive with a text file in it.
function corpus(name) {
  const table = join(shared, 'data/tatoeba', `${name}-eng.tsv.gz`);
  if (existsSync(table)) return gunzipSync(readFileSync(table)).toString('utf8');
  const read = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1])
sys.stdout.buffer.write(z.read(next(n for n in z.namelist() if n.endswith('${name}.txt') and not n.startswith('__'))))`;
  return execFileSync('python3', ['-c', read, join(shared, 'data/tatoeba', `${name}-eng.zip`)], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}

const tatoeba = (name) => {
  const text = corpus(name);
  const sentences = text
    .split('\n')
    .map((line) => line.split('\t')[1])
    .filter((sentence) => sentence);
  return sentences.filter((_, i) => i % step === 0);
};

for (const [name, file] of [
  ['uncased tokenizer.json', uncased],
  ['cased vocab.txt', cased],
]) {
  test(`${name}: 10,000 generated strings`, { skip }, (t) => {
    for (const [why, count] of compare(file, torture(10000))) t.diagnostic(`${count} differ: ${why}`);
  });
  test(`${name}: every line of AG News`, { skip }, () => {
    const counts = compare(
      file,
      readFileSync(join(shared, 'data/ag_news/test.csv'), 'utf8').trimEnd().split('\n'),
    );
    assert.deepEqual([...counts], []);
  });
  test(`${name}: German, French and Spanish sentences`, { skip }, (t) => {
    for (const language of ['deu', 'fra', 'spa'])
      for (const [why, count] of compare(file, tatoeba(language)))
        t.diagnostic(`${language}: ${count} differ: ${why}`);
  });
}

test('the published cases with the real vocabularies', { skip }, () => {
  for (const name of ['bert_real_vocab', 'bert_real_vocab_derived']) {
    const { cases } = JSON.parse(readFileSync(join(shared, 'data/tokenizer_cases', `${name}.json`), 'utf8'));
    for (const lower of [true, false]) {
      // Special tokens are read as such where they are typed; those cases say what happens where they are not.
      const of = cases.filter(
        (c) => c.do_lower_case === lower && !/\[(UNK|CLS|SEP|PAD|MASK)\]|[\r\n]/.test(c.input),
      );
      assert.ok(of.length > 3);
      const file = join(place, `bert-base-${lower ? 'uncased' : 'cased'}-vocab.txt`);
      const ours = tokens(
        file,
        of.map((c) => c.input),
        '--no-special-tokens',
      );
      of.forEach((c, i) =>
        assert.deepEqual(
          ours[i].map((token) => token.id),
          c.ids,
          c.input,
        ),
      );
    }
  }
});

test('a sentence, cased, and back', { skip }, () => {
  const text = 'Transformer models are powerful.';
  const ids = [101, 13809, 23763, 3584, 1132, 3110, 119, 102];
  const [found] = tokens(cased, [text]);
  assert.deepEqual(
    found.map((token) => token.id),
    ids,
  );
  assert.deepEqual(
    found.map((token) => token.text),
    ['[CLS]', 'Trans', '##former', 'models', 'are', 'powerful', '.', '[SEP]'],
  );
  assert.deepEqual(
    found.map((token) => token.word),
    [null, 0, 0, 1, 2, 3, 4, null],
  );
  assert.deepEqual(
    found.slice(1, 3).map(({ start, end }) => [start, end]),
    [
      [0, 5],
      [5, 11],
    ],
  );
  const back = (...flags) => run(['tokenize', '--tokenizer', cased, '--ids', ...flags, ids.join(' ')]).out;
  assert.equal(back('--no-special-tokens'), text + '\n');
  assert.equal(back(), `[CLS] ${text} [SEP]\n`);
  assert.equal(tokens(cased, [text], '--uncased')[0][1].text, 'transform');
});

test('files, folders and flags', (t) => {
  const at = folder(t);
  const vocab = join(at, 'vocab.txt');
  writeFileSync(vocab, '[UNK]\n[CLS]\n[SEP]\nhello\nHello\n');
  const first = (...args) =>
    lines(run(['tokenize', '--json', ...args, 'Hello']).out)[0].tokens.map((token) => token.id);
  assert.deepEqual(first('--tokenizer', vocab), [1, 4, 2]);
  assert.deepEqual(first('--tokenizer', at, '--uncased'), [1, 3, 2]);
  assert.deepEqual(first('--model', at, '--no-special-tokens'), [4]);
  writeFileSync(join(at, 'tokenizer_config.json'), '{"do_lower_case": true}');
  assert.deepEqual(first('--model', at), [1, 3, 2]);
  const wordPiece = join(root, 'tests/fixtures/tokenizers/wordPiece.json');
  writeFileSync(join(at, 'tokenizer.json'), readFileSync(wordPiece));
  assert.equal(first('--model', at)[0], 2);
  fails(['tokenize', '--tokenizer', vocab, '--cased', '--uncased', 'x'], 2, /cased/);
  fails(['tokenize', '--tokenizer', 'words', '--cased', 'x'], 2, /no vocab\.txt/);
  fails(['tokenize', '--tokenizer', wordPiece, '--ids', '99999'], 1, /there is no token 99999/);
  writeFileSync(join(at, 'tokenizer.json'), '{"model": {"type": "Neural"}}');
  fails(['tokenize', '--model', at, 'x'], 1, /tokenizer\.json\] it\.model asks for the model "Neural"/);
});

test('a model that ships is known by its name', () => {
  const { status, out, err } = run(['tokenize', '--model', 'enron-request', '--json', 'Call me']);
  assert.equal(status, 0, err);
  assert.deepEqual(
    lines(out)[0].tokens.map(({ text }) => text),
    ['call', 'me'],
  );
});

test('tokenizers and vectors that ship with Heed are found by name from any folder', (t) => {
  const cwd = folder(t);
  const cut = run(['tokenize', '--tokenizer', 'wordpiece-cased', 'Transformer models'], { cwd });
  assert.equal(cut.status, 0, cut.err);
  const args = ['attend', '--query', 'cat', '--key', 'dog king', '--mechanism', 'dot', '--json'];
  const attended = run([...args, '--embeddings', 'word-vectors'], { cwd });
  assert.equal(attended.status, 0, attended.err);
  assert.deepEqual(lines(attended.out)[0].key_tokens, ['dog', 'king']);
  const gone = run([...args, '--embeddings', 'wrod-vectors'], { cwd });
  assert.equal(gone.status, 1);
  assert.match(gone.err, /wrod-vectors/);
  assert.match(run(['tokenize', '--tokenizer', 'wordpeice', 'a'], { cwd }).err, /wordpeice/);
});
