// `heed train wordpiece` as a user calls it: what it writes opens in Hugging Face's own JavaScript library and
// cuts the same; the same text gives the same vocabulary; `heed tokenize --steps`.
import { Tokenizer } from '@huggingface/tokenizers';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, lines, root, run, shared } from './program.mjs';

const corpus =
  'The lowest of the low tides came late. Nobody knew whether the newer boats would lie lower.\n'.repeat(3) +
  'Größe, café, naïve; 中文 text — and “quotes”. Les élèves étaient déjà là.\n'.repeat(2);

const texts = [
  'The lowest boats would lie lower.',
  'Nobody’s café, naïve Größe 中文!',
  '  spaces\tand\u00a0more  ',
  'unknown 🦦 zebra',
  'Les élèves étaient là [MASK].',
  'e\u0301',
  '',
];

function assertSameAsHuggingFace(path, given) {
  const json = JSON.parse(readFileSync(join(path, 'tokenizer.json'), 'utf8'));
  const config = JSON.parse(readFileSync(join(path, 'tokenizer_config.json'), 'utf8'));
  const theirs = new Tokenizer(json, config);
  const ours = lines(
    run(['tokenize', '--tokenizer', path, '--json', '-'], { input: given.join('\n') + '\n' }).out,
  );
  given.forEach((text, i) => {
    const { ids } = theirs.encode(text);
    assert.deepEqual(
      ours[i].tokens.map(({ id }) => id),
      ids,
      JSON.stringify(text),
    );
  });
}

test('a trained vocabulary opens in the Hugging Face library and cuts the same', (t) => {
  const place = folder(t);
  writeFileSync(join(place, 'corpus.txt'), corpus);
  for (const lower of [true, false]) {
    const out = join(place, `lower-${lower}`);
    const train = () => {
      const data = ['--data', join(place, 'corpus.txt'), '--out', out, '--json'];
      const settings = ['--set', 'model.pieces=150', '--set', `model.lower_case=${lower}`];
      const { status, out: said, err } = run(['train', 'wordpiece', ...data, ...settings]);
      assert.equal(status, 0, err);
      return { result: lines(said)[0], file: readFileSync(join(out, 'tokenizer.json'), 'utf8') };
    };
    const { result, file } = train();
    assert.equal(result.pieces, Object.keys(JSON.parse(file).model.vocab).length);
    assert.equal(result.test, null);
    assertSameAsHuggingFace(out, texts);
    assert.equal(train().file, file, 'the same from run to run');
  }
});

test('the vocabularies that ship cut as the Hugging Face library cuts', (t) => {
  const news = join(shared, 'data/ag_news/test.csv');
  const more = existsSync(news) ? readFileSync(news, 'utf8').split('\n').slice(0, 500) : [];
  if (more.length === 0) t.diagnostic(`${news} is not there: its lines are left out`);
  for (const name of ['wordpiece-cased', 'wordpiece-uncased'])
    assertSameAsHuggingFace(join(root, 'assets/tokenizers', name), [...texts, ...more]);
});

test('--steps prints what each step makes of a text', () => {
  const tokenizer = join(root, 'assets/tokenizers/wordpiece-uncased');
  const [steps] = lines(run(['tokenize', '--tokenizer', tokenizer, '--steps', '--json', 'Café!']).out);
  assert.equal(steps.normalized.map(({ text }) => text).join(''), 'cafe!');
  assert.deepEqual(
    steps.words.map(({ text, start, end }) => [text, start, end]),
    [
      ['cafe', 0, 5],
      ['!', 5, 6],
    ],
  );
  assert.equal(steps.decoded, 'cafe!');
  const { out } = run(['tokenize', '--tokenizer', tokenizer, '--steps', '--no-special-tokens', 'Café!']);
  assert.match(out, /words +cafe \| !\n/);
  assert.match(out, /text again +cafe!\n/);
});
