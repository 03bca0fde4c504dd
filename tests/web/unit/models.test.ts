// Which models stay open, with an engine and a network made up for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Progress } from '../../../web/src/engine/download.ts';
import { EngineError } from '../../../web/src/engine/engine-error.ts';
import { kMost, Models } from '../../../web/src/engine/models.ts';
import type { Module } from '../../../web/src/engine/module.ts';
import type { ModelSource } from '../../../web/src/engine/protocol.ts';

const sourceOf = (name: string): ModelSource => ({
  name,
  version: '1',
  returning: false,
  config: `${name}/config.json`,
  tokenizer: `${name}/tokenizer.json`,
  weights: `${name}/model.safetensors`,
});

// Weights are `bytes` long; models named in `broken` do not open; the host has `version` of all.
function world(
  bytes = 100,
  broken = new Set<string>(),
  version = '1',
  Fault: typeof Error | typeof EngineError = Error,
) {
  const said: string[] = [];
  const progress = new Map<string, Progress>();
  const names: string[] = [];
  const engine = {
    call(command: string, given: { name?: string; model?: number } = {}) {
      const { name = names[given.model ?? 0]! } = given;
      if (broken.has(name)) throw new Fault(`[${name}] is broken`);
      said.push(`${command.replace('-model', '')} ${name}`);
      const value = command === 'open-model' ? { model: names.push(name) - 1, info: {} } : {};
      return { value, tensors: [] };
    },
  };
  const fetch = async (source: ModelSource, told: Progress) => {
    said.push(`fetch ${source.name}`);
    progress.set(source.name, told);
    const none = new Uint8Array();
    // The length is all that is asked of it.
    const weights = { length: bytes } as Uint8Array;
    return {
      files: { config: none, tokenizer: none, weights },
      version,
      keep: () => void said.push(`keep ${source.name}`),
    };
  };
  return { models: new Models(Promise.resolve(engine as unknown as Module), fetch), said, progress, names };
}

const nothing = () => {};

test('a model is fetched, opened and kept once, however often it is asked for', async () => {
  const { models, said } = world();
  const [a, b] = await Promise.all([
    models.load(sourceOf('one'), nothing),
    models.load(sourceOf('one'), nothing),
  ]);
  assert.equal(a, b);
  assert.equal(await models.load(sourceOf('one'), nothing), a);
  assert.equal(await models.find('one'), a);
  assert.deepEqual(said, ['fetch one', 'open one', 'keep one']);
});

test('what could not be opened is not kept, and can be tried again', async () => {
  const broken = new Set(['one']);
  const { models, said } = world(100, broken);
  await assert.rejects(models.load(sourceOf('one'), nothing), /\[one\] is broken/);
  await assert.rejects(models.find('one'), /no model is open/);
  broken.clear();
  await models.load(sourceOf('one'), nothing);
  assert.deepEqual(said, ['fetch one', 'fetch one', 'open one', 'keep one']);
});

test('which version was opened is told; that one of another does not open is put down to it', async () => {
  const { models } = world(100, new Set(['two']), '2', EngineError);
  assert.equal((await models.load(sourceOf('one'), nothing)).version, '2');
  await assert.rejects(
    models.load(sourceOf('two'), nothing),
    /\[two\] is broken .*other files.*reload the page/,
  );
});

test('progress is told to whoever asked last', async () => {
  const { models, progress } = world();
  const heard: string[] = [];
  const first = models.load(sourceOf('one'), () => heard.push('first'));
  void models.load(sourceOf('one'), () => heard.push('second'));
  progress.get('one')?.(1, 2);
  await first;
  assert.deepEqual(heard, ['second']);
});

test('together they stay within the bound: the one not used for longest is closed', async () => {
  const { models, said } = world(kMost / 3);
  for (const name of ['a', 'b', 'c']) await models.load(sourceOf(name), nothing);
  await models.find('a');
  assert.ok(!said.some((line) => line.startsWith('close')));
  await models.load(sourceOf('d'), nothing);
  assert.deepEqual(
    said.filter((line) => line.startsWith('close')),
    ['close b'],
  );
  await assert.rejects(models.find('b'), /no model is open/);
  await models.load(sourceOf('b'), nothing);
  assert.equal(said.filter((line) => line === 'open b').length, 2);
});

test('the model that was asked for last stays, however big it is', async () => {
  const { models, said, names } = world(kMost * 2);
  await models.load(sourceOf('a'), nothing);
  const { handle } = await models.load(sourceOf('b'), nothing);
  assert.equal(names[handle], 'b');
  assert.equal(await models.find('b').then((model) => names[model.handle]), 'b');
  assert.deepEqual(
    said.filter((line) => line.startsWith('close')),
    ['close a'],
  );
});
