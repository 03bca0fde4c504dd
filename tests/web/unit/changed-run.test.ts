// The run under changes: how the engine is asked for it, and how it stands beside the sentence as it was typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, Token } from '../../../web/src/engine/analysis.ts';
import { changedHandlers } from '../../../web/src/engine/commands/changed-maps.ts';
import type { Module } from '../../../web/src/engine/module.ts';
import type { Call } from '../../../web/src/engine/server.ts';
import { ofSameWords, typedAt } from '../../../web/src/state/why/changed-run.ts';

const token = (text: string, start: number, end = start + 1): Token => ({
  ...{ text, id: 1, start, end, known: true, special: start === end, word: start },
});
const map = { name: 'm', kind: 'self', layer: 0, shape: [2, 2, 2], normalised: true } as const;
const runOf = (texts: readonly string[]): Result => ({
  analysis: {
    ...{
      model: 'm',
      text: 'a b',
      tokens: texts.map((text, i) => token(text, i)),
      classes: [],
      prediction: null,
    },
    ...{ attention: [map], received: [1, 1], top_pairs: [] },
  },
  weights: [],
  milliseconds: 1,
});

test('the same words are the same list, other words are others', () => {
  const result = runOf(['a', 'b']);
  assert.equal(ofSameWords(runOf(['a', 'b']), result).analysis.tokens, result.analysis.tokens);
  const run = runOf(['a', 'x']);
  assert.equal(ofSameWords(run, result), run);
  assert.equal(ofSameWords(runOf(['a']), result).analysis.tokens.length, 1);
});

test('a word that is shown is found where it was typed', () => {
  const typed = [token('[CLS]', 0, 0), token('a', 0), token('b', 2), token('c', 4), token('[SEP]', 0, 0)];
  const read = [typed[0]!, token('a', 0), token('x', 4), token('##y', 4), typed[4]!];
  assert.deepEqual(
    read.map((_, i) => typedAt(typed, read, i)),
    [0, 1, 3, 3, 4],
  );
  assert.equal(typedAt(typed, typed, 2), 2);
  assert.equal(typedAt(typed, read, 9), null);
});

test('the engine is asked for a run and its maps by text and edits, and once more where another came between', async () => {
  const asked: object[] = [];
  const module = {
    call(command: string, given: { readonly edits?: readonly string[] }) {
      asked.push({ command, ...given });
      const run = { value: runOf(['a', 'b']).analysis, tensors: [] };
      return command === 'map' ? { value: {}, tensors: [new Float32Array(4)] } : run;
    },
  } as unknown as Module;
  const handlers = changedHandlers(Promise.resolve(module), (_, act) => act(7), { whole_maps: 64 });
  const look = { layer: null, head: null, shaping: { special: 'shown', pieces: 'apart' } } as const;
  const first = { model: 'm', text: 'a b', edits: ['0.0.off'] };
  await handlers['changed-run']!({ ...first, look }, {} as Call);
  const run = { command: 'changed-run', model: 7, text: 'a b', edits: ['0.0.off'], whole_maps: 64 };
  const names = () => asked.splice(0).map((one) => (one as { command: string }).command);
  assert.deepEqual({ ...asked[0], ...run }, asked[0]);
  assert.deepEqual(asked[1], { command: 'map', map: 0, head: 0, changed: true });
  names();
  const head = { kind: 'head', map: 0, head: 1 } as const;
  await handlers['changed-map']!({ ...first, map: head }, {} as Call);
  assert.deepEqual(names(), ['map']);
  await handlers['changed-map']!({ ...first, edits: ['0.1.off'], map: head }, {} as Call);
  assert.equal(names()[0], 'changed-run');
});
