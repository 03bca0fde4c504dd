// The tokenizers' real module in Node: what ships and what others made, step by step, and a message for what is none.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from './door.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = process.env.HEED_SHARED || join(root, '../shared');
let module;

const open = (number, name, file) => module.call('open-tokenizer', { number, name }, [file]);
const steps = (number, text) => module.call('cut', { number, text });

const shipped = (name) =>
  readFileSync(join(root, 'assets/tokenizers', `wordpiece-${name}`, 'tokenizer.json'));
const textsOf = (parts) => parts.map(({ text }) => text);

before(async () => {
  module = await load('heed-full');
});

test('two tokenizers are open at once, each with its own case', () => {
  assert.throws(() => steps(0, 'x'), /none is open/);
  assert.deepEqual(open(0, 'cased', shipped('cased')), { kind: 'WordPiece', size: 8000 });
  assert.deepEqual(open(1, 'uncased', shipped('uncased')), { kind: 'WordPiece', size: 8000 });
  const cased = steps(0, 'Café Society');
  const uncased = steps(1, 'Café Society');
  assert.deepEqual(textsOf(cased.words), ['Café', 'Society']);
  assert.deepEqual(textsOf(uncased.words), ['cafe', 'society']);
  assert.deepEqual(uncased.normalized.slice(0, 3), [
    { text: 'c', start: 0, end: 1, changed: true },
    { text: 'af', start: 1, end: 3, changed: false },
    { text: 'e', start: 3, end: 5, changed: true },
  ]);
  assert.equal(cased.decoded, 'Café Society');
  assert.equal(uncased.decoded, 'cafe society');
  assert.deepEqual(textsOf(cased.pieces).at(0), '[CLS]');
  assert.deepEqual(steps(0, '').words, []);
});

test('what is no tokenizer is named, and the one before it stays', () => {
  open(0, 'cased', shipped('cased'));
  assert.throws(
    () => open(0, 'made.json', '{"model": {"type": "Magic", "vocab": {}}}'),
    /\[made\.json\].*"Magic"/,
  );
  assert.throws(() => open(0, 'list.txt', 'a\nb\n'), /\[list\.txt\].*\[UNK\]/);
  assert.throws(() => open(0, 'cut.json', shipped('cased').subarray(0, 5000)), /\[cut\.json\]/);
  assert.equal(steps(0, 'Hi').text, 'Hi');
  assert.deepEqual(open(0, 'vocab.txt', '[UNK]\nHi\n##gh\n'), { kind: 'WordPiece', size: 3 });
  const { pieces } = steps(0, 'High 🦦');
  assert.deepEqual(
    pieces.map(({ text, id, known, start, end }) => [text, id, known, start, end]),
    [
      ['Hi', 1, true, 0, 2],
      ['##gh', 2, true, 2, 4],
      ['🦦', 0, false, 5, 9],
    ],
  );
});

const vocabulary = join(shared, 'data/bert_vocab/bert-base-cased-vocab.txt');
test(
  'the published vocabulary of BERT gives the published ids',
  { skip: existsSync(vocabulary) ? false : `${vocabulary} is not there` },
  () => {
    open(0, 'vocab.txt', readFileSync(vocabulary));
    const { pieces } = steps(0, 'Transformer models are powerful.');
    assert.deepEqual(
      pieces.map(({ id }) => id),
      [101, 13809, 23763, 3584, 1132, 3110, 119, 102],
    );
    assert.deepEqual(textsOf(pieces).join(' '), '[CLS] Trans ##former models are powerful . [SEP]');
  },
);
