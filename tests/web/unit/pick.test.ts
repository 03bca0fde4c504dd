// Which of a folder's files make a model, and in which order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../../../web/src/state/opened/pick.ts';

const named = (...names: string[]) => names.map((name) => ({ name, blob: new Blob() }));

test('generation_config.json comes along: it says where a text ends', () => {
  const files = named(
    'model.safetensors',
    'README.md',
    'generation_config.json',
    'tokenizer.json',
    'config.json',
  );
  assert.deepEqual(
    choose(files).map(({ name }) => name),
    ['config.json', 'tokenizer.json', 'generation_config.json', 'model.safetensors'],
  );
});
