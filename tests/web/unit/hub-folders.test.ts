// The folders of the browser's file system that downloaded models lie in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderName, idOf } from '../../../web/src/engine/hub/folder-name.ts';

test('no two models share a folder, and a folder says which model it is', () => {
  const ids = [
    'a/b',
    'a--b/c',
    'a/b--c',
    'a-/b',
    'a/-b',
    'a-b/c-d',
    'a/b-',
    'bert-base-uncased',
    'a---b/c',
    'a/b---c',
  ];
  assert.equal(new Set(ids.map(folderName)).size, ids.length);
  for (const id of ids) {
    assert.equal(idOf(folderName(id)), id);
    assert.doesNotMatch(folderName(id), /[/\\]/);
  }
  assert.equal(folderName('prajjwal1/bert-tiny'), 'prajjwal1--bert-tiny'); // as folders are that visitors have
});
