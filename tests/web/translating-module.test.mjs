// The page's module that writes, in Node: a text is written for another, with the model of dates that ships.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { asBytes, load } from './door.mjs';
import { Opening } from './writers.mjs';

const shipped = new URL('../../assets/models/', import.meta.url);
const list = JSON.parse(readFileSync(new URL('translators.json', shipped), 'utf8'));
const [dates, german, bahdanau] = list;
const files = ({ id, files: names } = dates) =>
  Object.fromEntries(names.map((name) => [name, asBytes(readFileSync(new URL(`${id}/${name}`, shipped)))]));
let door;
let model;

before(async () => {
  door = await load('heed-all', Opening);
  model = door.open(files());
});

test('what ships is as small as it is said to be, and reads its examples', () => {
  assert.equal(dates.bytes, files()['model.safetensors'].length);
  assert.ok(dates.bytes <= 300_000);
  const meant = ['1987-03-14', '1990-10-03', '2001-07-01', '2012-12-21', '1964-04-09', '1931-12-24'];
  const written = dates.examples.map((text) => door.call('translate', { model, text }).target);
  assert.deepEqual(written, meant);
});

test('rows of every map sum to one, and candidates are what might have stood there', () => {
  const found = door.call('translate', { model, text: '14 mars 1987', options: { beam: 2 } });
  const maps = door.tensors;
  assert.equal(maps.length, found.attention.length + found.scored.length);
  found.attention.forEach(({ shape: [H, T, S], kind, name }, i) => {
    assert.equal(maps[i].length, H * T * S);
    assert.equal(S, kind === 'cross' || name.startsWith('encoder') ? 13 : found.written.length, name);
    for (let row = 0; row < H * T; row++) {
      const sum = maps[i].slice(row * S, (row + 1) * S).reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-4, name);
    }
  });
  found.candidates.forEach((some, t) => {
    assert.equal(some.length, 8);
    assert.equal(some[0].id, found.written[t].id);
  });
  assert.equal(found.written.map(({ text }) => text).join(''), '1987-03-14');
});

test('a target goes on from what it has to begin with', () => {
  const found = door.call('translate', { model, text: '14 mars 1987' });
  const two = found.candidates[0].find(({ text }) => text === '2');
  const other = door.call('translate', { model, text: '14 mars 1987', forced: [two.id] });
  assert.match(other.target, /^2/);
  assert.ok(other.log_probability < found.log_probability);
  assert.throws(() => door.call('translate', { model, text: 'a', forced: [100000] }), /100000 is no id/);
  assert.throws(() => door.call('translate', { model, text: 'a', options: { beam: 0 } }), /beam/);
});

test('a token looks elsewhere, another is hidden, and what is written follows', () => {
  const found = door.call('translate', { model, text: '14 mars 1987', edits: ['*.*.2.only=0'] });
  assert.equal(found.target, '1917-03-14');
  assert.deepEqual(found.unedited.target, '1987-03-14');
  assert.deepEqual(found.edits, ['*.*.2.only=0']);
  const cross = found.attention.findIndex(({ kind }) => kind === 'cross');
  const [H, T, S] = found.attention[cross].shape;
  for (let h = 0; h < H; h++)
    assert.deepEqual(
      [...door.tensors[cross].slice((h * T + 2) * S, (h * T + 3) * S)],
      Array.from({ length: S }, (_, s) => Number(s === 0)),
    );
  assert.throws(
    () => door.call('translate', { model, text: 'a', edits: ['9.0.0.even'] }),
    /maps are of 2 layers/,
  );
});

test('weights are the softmax of the scores, and the tree ends where the target does', () => {
  const found = door.call('translate', { model, text: '14 mars 1987' });
  assert.deepEqual(
    found.scored.map((map) => found.attention[map].kind),
    ['cross', 'cross'],
  );
  found.scored.forEach((map, i) => {
    const S = found.attention[map].shape[2];
    const [weights, scores] = [door.tensors[map], door.tensors[found.attention.length + i]];
    for (let row = 0; row < weights.length; row += S) {
      const powers = [...scores.subarray(row, row + S)].map(Math.exp);
      const sum = powers.reduce((a, b) => a + b);
      powers.forEach((power, s) => assert.ok(Math.abs(power / sum - weights[row + s]) < 1e-4));
    }
  });
  const ids = [];
  for (let node = found.leaf; node >= 0; node = found.tree[node].parent) ids.unshift(found.tree[node].id);
  assert.deepEqual(
    ids,
    found.written.map(({ id }) => id),
  );
  assert.ok(found.tree.some(({ fate }) => fate === 'dropped'));
});

test('everyday German becomes English, in 4 MB', () => {
  assert.equal(german.bytes, files(german)['model.safetensors'].length);
  assert.ok(german.bytes <= 4_000_000);
  const opened = door.open(files(german));
  const written = (text) => door.call('translate', { model: opened, text }).target;
  assert.match(written('Darf ich euer Auto ausleihen?'), /^(May|Can) I borrow your car\?$/);
  assert.match(written('Sie ist weniger intelligent als du.'), /^She is less intelligent than you\.$/);
  for (const text of german.examples) assert.match(written(text), /^[A-Z][A-Za-z' ]+[.?]$/);
  door.call('close-model', { model: opened });
});

test('the first network with attention reads the same dates, and looks with one map', () => {
  assert.equal(bahdanau.bytes, files(bahdanau)['model.safetensors'].length);
  assert.ok(bahdanau.bytes <= 300_000);
  const opened = door.open(files(bahdanau));
  for (const text of bahdanau.examples)
    assert.match(door.call('translate', { model: opened, text }).target, /^\d{4}-\d{2}-\d{2}$/);
  const found = door.call('translate', { model: opened, text: '14 mars 1987' });
  assert.equal(found.target, '1987-03-14');
  assert.deepEqual(
    found.attention.map(({ name, kind, shape }) => [name, kind, shape]),
    [['decoder.0.cross.weights', 'cross', [1, 11, 13]]],
  );
  // The eighth of March, not the third of August: the digits of the day are looked at where they stand.
  const weights = door.tensors[0];
  const looksAt = (t) => {
    const row = [...weights.subarray(t * 13, (t + 1) * 13)];
    return row.indexOf(Math.max(...row));
  };
  assert.deepEqual(
    [2, 3].map((t) => '14 mars 1987'[looksAt(t)]),
    ['8', '7'],
  );
  door.call('close-model', { model: opened });
});
