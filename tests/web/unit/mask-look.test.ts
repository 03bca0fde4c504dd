// What a mask looks at: layers with their heads averaged, and the heads of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilledWithMaps } from '../../../web/src/engine/protocol.ts';
import { maskValues } from '../../../web/src/state/opened/mask-look.ts';

// Two layers of two heads, three tokens.
const filled: FilledWithMaps = {
  text: 'a [MASK]',
  masks: [{ position: 1, candidates: [] }],
  tokens: ['[CLS]', '##a', '[MASK]'],
  layers: 2,
  heads: 2,
  maps: [Float32Array.of(1, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 0, 0, 1)],
};

test('of all layers the mean of their heads', () => {
  const values = maskValues(filled, 0, null)!;
  assert.deepEqual(
    values.rows.map(({ text }) => text),
    ['layer 0', 'layer 1'],
  );
  assert.deepEqual(
    values.columns.map(({ text }) => text),
    ['[CLS]', '…a', '[MASK]'],
  );
  assert.deepEqual([...values.data], [0.5, 0.5, 0, 0.25, 0.25, 0.5]);
});

test('the heads of one layer; nothing where nothing was asked', () => {
  assert.deepEqual([...maskValues(filled, 0, 1)!.data], [0.5, 0.5, 0, 0, 0, 1]);
  assert.equal(maskValues(filled, 0, 2), null);
  assert.equal(maskValues({ text: 'a', masks: [] }, 0, null), null);
});
