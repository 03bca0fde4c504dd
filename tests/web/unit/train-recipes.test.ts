import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changes,
  fields,
  kKindNames,
  rangeOf,
  readChanges,
  readValue,
  recipeOf,
  usualOf,
  writeChanges,
} from '../../../web/src/state/train/recipes.ts';
import { kSettingNames } from '../../../web/src/state/train/setting-names.ts';

const field = (key: string) => {
  const { open, more } = fields('attention');
  return [...open, ...more].find((one) => one.key === key)!;
};

test('every kind has settings that stand open, each with a usual value in its range', () => {
  for (const kind of kKindNames) {
    const { open, more } = fields(kind);
    assert.equal(open.length, 8, kind);
    for (const one of [...open, ...more]) {
      assert.ok(kSettingNames[one.key], `${one.key} has no name`);
      const value = usualOf(kind, one);
      if (one.default === null && !one.key.startsWith('model.')) continue;
      assert.equal(readValue(one, String(value)), value, `${kind}: ${one.key}`);
      assert.ok(one.meaning);
    }
  }
});

test('a value out of its range is not taken', () => {
  const rate = field('training.optimizer.rate'),
    heads = field('model.heads');
  assert.equal(readValue(rate, '0.01'), 0.01);
  for (const words of ['', 'x', '-1', 'NaN']) assert.equal(readValue(rate, words), undefined);
  for (const words of ['0', '9', '1.5']) assert.equal(readValue(heads, words), undefined);
  assert.equal(rangeOf(heads), '1 to 8');
});

test('changes travel in a link, and what is none of theirs does not', () => {
  const changed = { 'model.heads': 4, 'training.optimizer.rate': 0.01 };
  assert.deepEqual(readChanges('attention', writeChanges(changed)), changed);
  assert.deepEqual(readChanges('recurrent', writeChanges(changed)), { 'training.optimizer.rate': 0.01 });
  assert.equal(changes.read('model.heads=4 <script>'), undefined);
});

test('a recipe is the nested object that heed train reads', () => {
  const recipe = recipeOf('transformer', { 'model.heads': 2 }, 'Mine.') as Record<
    string,
    Record<string, unknown>
  >;
  assert.equal(recipe['model']!['heads'], 2);
  assert.equal(recipe['model']!['architecture'], 'request-classifier');
  assert.deepEqual(recipe['training']!['optimizer'], { name: 'adam', rate: 0.003 });
});
