import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFor } from '../../../web/src/state/write/example.ts';
import { readWriting, usualWriting, writeWriting } from '../../../web/src/state/write/settings.ts';
import { byRow, lastOf, shareBefore } from '../../../web/src/state/write/looked.ts';
import { meanSurprise, readAs, said, tokensOf } from '../../../web/src/state/write/tokens.ts';

const token = (text: string, probability: number, id = 1) => ({
  token: `Ġ${text}`,
  text: ` ${text}`,
  id,
  probability,
});

test('a link restores what was chosen, and says only what was', () => {
  assert.equal(writeWriting(usualWriting(), ''), '');
  const settings = {
    ...usualWriting(),
    text: 'Once & for all',
    temperature: 1.25,
    topK: 0,
    layer: 2,
    int8: true,
  };
  const more = writeWriting(settings, 'lab.window=3&write.seed=7');
  assert.match(more, /^lab\.window=3&/);
  assert.deepEqual(readWriting(more), { settings, broken: [] });
  assert.deepEqual(readWriting('write.temperature=9&write.topK=x&write.head=1').broken, [
    'write.temperature',
    'write.topK',
  ]);
});

test('a token is as surprising as it was unlikely; of the first nothing is said', () => {
  const tokens = tokensOf([token('the', 0), token('old', 0.25)], [token('man', 0.5)]);
  assert.deepEqual(
    tokens.map(({ surprise }) => surprise),
    [null, 2, 1],
  );
  assert.deepEqual(
    tokens.map(({ written }) => written),
    [null, null, 0],
  );
  assert.equal(meanSurprise(tokens), 1.5);
  assert.equal(meanSurprise(tokens.slice(0, 1)), null);
  assert.equal(said(tokens[1]!), 'old: probability 0.250, 2.0 bits of surprise');
  assert.match(said(tokens[0]!), /^the: the first token/);
});

test('a token without a text is called by its name, white space by what it is', () => {
  const [end, space] = tokensOf(
    [{ token: '<|endoftext|>', text: '', id: 0, probability: 0 }, token('', 0.5)],
    [],
  );
  assert.equal(readAs(end!), '<|endoftext|>');
  assert.match(said(space!), /^white space: /);
});

test('of a long text the last tokens are drawn, with the weights among them', () => {
  const weights = Float32Array.from({ length: 16 }, (_, i) => i);
  const looked = { tokens: ['a', 'b', 'c', 'd'], weights };
  assert.equal(lastOf(looked, 4).weights, weights);
  const last = lastOf(looked, 2);
  assert.deepEqual(last.tokens, ['c', 'd']);
  assert.deepEqual([...last.weights], [10, 11, 14, 15]);
});

test('what lies before the tokens that are drawn is a mean over their rows', () => {
  const weights = Float32Array.of(1, 0, 0, 0.5, 0.5, 0, 0.25, 0.5, 0.25);
  const looked = { tokens: ['a', 'b', 'c'], weights };
  assert.equal(shareBefore(looked, 0), 0);
  assert.equal(shareBefore(looked, 1), 0.375);
  assert.equal(shareBefore(looked, 2), 0.75);
  assert.equal(shareBefore({ tokens: [], weights: new Float32Array() }, 0), 0);
});

test('colours are shares of each row’s largest weight', () => {
  const side = { text: 'a', missing: false };
  const data = Float32Array.of(1, 0, 0.25, 0.5);
  const values = { rows: [side, side], columns: [side, side], data };
  assert.deepEqual([...byRow(values).data], [1, 0, 0.5, 1]);
});

test('a model is opened with its own example, and models of one kind share a text', () => {
  const german = { examples: ['Wo bist du?'] };
  const dates = { examples: ['3 May 1990', 'am 3. Mai'] };
  const others = { examples: ['am 3. Mai', '4/5/31'] };
  assert.equal(textFor(german, undefined, '3 May 1990', '3 May 1990'), 'Wo bist du?', 'the usual text');
  assert.equal(textFor(dates, undefined, '3 May 1990', '3 May 1990'), '3 May 1990', 'its own');
  assert.equal(textFor(german, undefined, 'Hallo', '3 May 1990'), 'Hallo', 'of a link without a model');
  assert.equal(textFor(dates, german, 'Ein Satz.', '3 May 1990'), '3 May 1990');
  assert.equal(textFor(others, dates, '5 June 1991', '3 May 1990'), '5 June 1991', 'another of its kind');
  assert.equal(textFor({ examples: [] }, german, 'Hallo', ''), 'Hallo', 'one that has no example');
});
