// Maps of a translation: parts that there are, heads, and pieces of words put together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranslatedWithMaps } from '../../../web/src/engine/protocol.ts';
import { alignmentCsv } from '../../../web/src/export/alignment.ts';
import { hide, isHidden, lookOnly, saidOf } from '../../../web/src/state/translate/changes.ts';
import { partsOf, valuesOf } from '../../../web/src/state/translate/maps.ts';
import { readTranslating, writeTranslating } from '../../../web/src/state/translate/settings.ts';
import { stepOf } from '../../../web/src/state/translate/step.ts';
import { branchesOf } from '../../../web/src/state/translate/tree.ts';

const token = (text: string, start: number, end: number) => ({
  text,
  id: 0,
  start,
  end,
  known: true,
  special: text === '',
  word: null,
});
const found = {
  source: 'ein Buch',
  source_tokens: [token('ein', 0, 3), token(' Bu', 3, 6), token('ch', 6, 8), token('', 8, 8)],
  written: ['a', ' bo', 'ok', ''].map((text) => ({ text, id: 0, probability: 1 })),
  attention: [{ name: 'decoder.0.cross.weights', kind: 'cross', layer: 0, shape: [2, 4, 4] }],
  maps: [
    Float32Array.from(
      [
        [1, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 1],
      ].flat(),
    ),
  ],
} as unknown as TranslatedWithMaps;
const asked = { part: 'cross', layer: null, head: 0 } as const;

test('a recurrent network has the map between its texts alone', () => {
  assert.deepEqual(partsOf(found), ['cross']);
  assert.equal(valuesOf(found, { ...asked, part: 'encoder' }), null);
  assert.equal(valuesOf(found, { ...asked, head: 2 }), null);
});

test('columns of a word add up, its rows are a mean, and the end stays', () => {
  const words = valuesOf(found, { ...asked, words: true })!;
  assert.deepEqual(
    [words.rows, words.columns].map((sides) => sides.map(({ text }) => text)),
    [
      ['a', 'book', 'end'],
      ['ein', 'Buch', 'end'],
    ],
  );
  assert.deepEqual([...words.data], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const mean = valuesOf(found, { ...asked, head: null, words: true })!;
  assert.deepEqual([...mean.data], [0.5, 0.5, 0, 0, 0.75, 0.25, 0, 0, 1]);
  assert.equal(valuesOf(found, asked)!.rows.length, 4);
});

test('a blank that is a token of its own goes with the word behind it', () => {
  const letters = {
    ...found,
    source: 'a bc',
    source_tokens: [token('a', 0, 1), token(' ', 1, 2), token('b', 2, 3), token('c', 3, 4)],
  };
  assert.deepEqual(
    valuesOf(letters, { ...asked, words: true })!.columns.map(({ text }) => text),
    ['a', 'bc'],
  );
});

test('the table has a line for each pair', () => {
  const lines = alignmentCsv(valuesOf(found, { ...asked, words: true })!)
    .trim()
    .split('\r\n');
  assert.equal(lines.length, 10);
  assert.equal(lines[0], 'row,from,column,to,weight');
  assert.equal(lines[5], '2,book,2,Buch,1');
});

test('changes are said in words, and a link carries them', () => {
  assert.equal(saidOf(hide(1), found), 'Bu hidden');
  assert.equal(saidOf(lookOnly(2, 0), found), '…ok looks only at ein');
  assert.equal(saidOf('0.1.0.2=0.5', found), 'a → …ch: 0.50');
  assert.ok(isHidden([hide(1)], 1) && !isHidden([lookOnly(0, 1)], 1));
  const { settings } = readTranslating('');
  settings.edits = `${hide(1)};${lookOnly(2, 0)}`;
  const again = readTranslating(writeTranslating(settings, ''));
  assert.equal(again.settings.edits, settings.edits);
  assert.deepEqual(again.broken, []);
  for (const broken of ['token.1.hide', 'x', '0.0.other'])
    assert.deepEqual(readTranslating(`translate.edits=${broken}`).broken, ['translate.edits']);
});

test('the numbers of a step are a softmax, until something changes the weights', () => {
  const scores = Float32Array.from({ length: 32 }, (_, i) => (i % 4 === 1 ? Math.log(3) : 0));
  const even = Float32Array.from({ length: 32 }, (_, i) => (i % 4 === 1 ? 0.5 : 1 / 6));
  const scored = { ...found, scores: [scores], maps: [even] };
  const step = stepOf(scored, { layer: null, head: 1, written: 2 })!;
  assert.ok(step.softmax && Math.abs(step.sum - 2) < 1e-6);
  assert.deepEqual(
    step.rows.map(({ text, power }) => [text, Number(power.toFixed(3))]),
    [
      ['ein', 0.333],
      ['Bu', 1],
      ['…ch', 0.333],
      ['end', 0.333],
    ],
  );
  assert.equal(stepOf({ ...found, scores: [scores] }, { layer: null, head: 0, written: 0 })!.softmax, false);
  assert.equal(stepOf({ ...found, scores: [null] }, { layer: null, head: 0, written: 0 }), null);
  assert.equal(stepOf(scored, { layer: null, head: 2, written: 0 }), null);
});

test('what followed without a choice is one branch of the tree', () => {
  const node = (parent: number, text: string, id: number, fate = 'lived') => ({
    parent,
    text,
    id,
    probability: 1,
    log_probability: -id,
    fate,
  });
  const tree = [
    node(-1, 'a', 1),
    node(-1, 'b', 2),
    node(-1, 'c', 3, 'dropped'),
    node(0, ' d', 4),
    node(0, 'e', 5, 'dropped'),
    node(3, '', 6, 'ended'),
    node(3, 'f', 7),
  ];
  const beam = { ...found, tree, leaf: 5 } as unknown as TranslatedWithMaps;
  const branches = branchesOf(beam, false);
  assert.deepEqual(
    branches.map(({ text, fate, chosen, ids }) => [text, fate, chosen, ids]),
    [
      ['a d', 'lived', true, [1, 4]],
      ['b', 'lost', false, [2]],
    ],
  );
  assert.deepEqual(
    branches[0]!.children.map(({ text, fate, ids }) => [text, fate, ids]),
    [
      ['end', 'ended', [1, 4, 6]],
      ['…f', 'lost', [1, 4, 7]],
    ],
  );
  assert.deepEqual(
    branchesOf(beam, true).map(({ text, fate }) => [text, fate]),
    [
      ['a', 'lived'],
      ['b', 'lost'],
      ['c', 'dropped'],
    ],
  );
});
