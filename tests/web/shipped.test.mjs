// The models that ship: small enough, what index.json says of them, and sensible in the module of the page.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engine, modelFiles } from './engine.mjs';

const root = fileURLToPath(new URL('../../assets/models', import.meta.url));
const list = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8'));
let heed;
before(async () => (heed = await engine()));

function opened(id, body) {
  const handle = heed.open(id, modelFiles(join(root, id)));
  try {
    return body((text) => heed.analyse(handle, text), heed.info(handle));
  } finally {
    heed.close(handle);
  }
}

test('four models ship, the request classifier first, each in 1.5 MB', () => {
  assert.deepEqual(
    list.map(({ id }) => id),
    ['enron-request', 'ag-news-topics', 'emotions', 'sst2-sentiment'],
  );
  for (const { id, bytes, files, held, examples } of list) {
    const sizes = files.map((file) => statSync(join(root, id, file)).size);
    assert.equal(
      bytes,
      sizes.reduce((a, b) => a + b),
      id,
    );
    assert.ok(bytes <= 1_500_000, `${id}: ${bytes} bytes`);
    assert.ok(held.right > 0.5 * held.n && held.right < held.n && examples.length >= 3, id);
  }
});

test('what even attention costs is what was measured, and the figures are of the held-out rows', () => {
  for (const { id, even } of list) {
    const text = readFileSync(join(root, id, 'faithfulness.json'), 'utf8');
    const { n, accuracy, even: made, tau, heads, removing } = JSON.parse(text);
    assert.ok(text.length < 10_000, id);
    assert.deepEqual(
      even,
      { accuracy: Number(accuracy.toFixed(4)), even: Number(made.accuracy.toFixed(4)), n },
      id,
    );
    assert.ok(n >= 365 && tau.gradient.n > 0.9 * n && heads.length === removing.length, id);
    const card = readFileSync(join(root, id, 'README.md'), 'utf8');
    assert.match(card, new RegExp(`heed faithfulness --model assets/models/${id} --data \\S+`), id);
  }
});

// Counted from the card's own table, of this very model; headlines alone are said apart.
test('how often a model is right is what its card says', () => {
  for (const { id, held, even } of list) {
    const card = readFileSync(join(root, id, 'README.md'), 'utf8');
    if (held.texts === 'headlines') {
      const [, titles] = /\*\*this model\*\* \| \*\*([\d.]+)\*\*/.exec(card);
      assert.equal((held.right / held.n).toFixed(3), titles, id);
      continue;
    }
    const [, n, accuracy] = /## test[^#]*?examples +(\d+)[^#]*?accuracy +([\d.]+)/.exec(card);
    assert.deepEqual([held.n, (held.right / held.n).toFixed(4)], [Number(n), accuracy], id);
    assert.deepEqual([even.n, even.accuracy], [held.n, Number(accuracy)], id);
  }
});

test('a card states data, licence, recipe, seed and held-out figures', () => {
  for (const { id } of list) {
    const card = readFileSync(join(root, id, 'README.md'), 'utf8');
    for (const stated of [`| recipe | \`${id}\` |`, '| licence of the data |', '## test', 'baseline'])
      assert.ok(card.includes(stated), `${id}: ${stated}`);
    assert.match(card, /\| seed \| \d+ \|/, id);
  }
});

const kMeant = {
  'enron-request': { 'Please send me the report.': 'request', 'We had lunch by the lake.': 'no_request' },
  'ag-news-topics': {
    'Oil prices climb to a new record': 'Business',
    'Striker scores twice as champions win the cup final': 'Sports',
    'New web browser fixes security hole in Windows': 'Sci/Tech',
    'Rebels and troops clash before peace talks, president says': 'World',
  },
  emotions: {
    'This makes me so angry!': 'anger',
    'Thank you, I love it!': 'joy',
    'I am scared of the dark.': 'fear',
    'I miss her so much, this is so sad.': 'sadness',
  },
  'sst2-sentiment': {
    'I like it.': 'positive',
    "I don't like it.": 'negative',
    'I don’t like it.': 'negative',
    "It isn't good.": 'negative',
    'A warm and funny film.': 'positive',
  },
};

test('everyday sentences are read as they are meant', () => {
  for (const [id, meant] of Object.entries(kMeant))
    opened(id, (analyse) => {
      for (const [text, label] of Object.entries(meant))
        assert.equal(analyse(text).prediction?.label, label, text);
    });
});

test('tokens of every shipped model stand where they were typed, and its attention sums to one', () => {
  for (const { id, examples } of list)
    opened(id, (analyse, info) => {
      for (const text of [...examples, 'Isn’t “it” so? Über 3.5% (don’t ask)']) {
        const { tokens, classes, received } = analyse(text);
        const bytes = new TextEncoder().encode(text);
        let last = 0;
        for (const { start, end } of tokens) {
          assert.ok(start >= last && end > start && end <= bytes.length, `${id}: ${text}`);
          last = start;
        }
        assert.equal(classes.length, info.classes.length);
        assert.equal(received.length, tokens.length);
        assert.ok(Math.abs(classes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-5);
      }
    });
});
