// Models of others: where they open, and which of their files the engine gets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyRows } from '../../../web/src/state/matrix.ts';
import { checkReads, checkWrites, homeOf } from '../../../web/src/state/opened/describe.ts';
import { choose } from '../../../web/src/state/opened/pick.ts';

const kLlamaOfClasses = 'LlamaForSequenceClassification';
const of = (model_type: string, architecture?: string) => ({
  model_type,
  ...(architecture && { architectures: [architecture] }),
});

test('a model opens in the section of what it does', () => {
  for (const type of ['gpt2', 'llama', 'mistral', 'qwen2', 'qwen3'])
    assert.equal(homeOf(of(type)), 'write', type);
  assert.equal(homeOf(of('gpt2', 'GPT2LMHeadModel')), 'write');
  assert.equal(homeOf(of('llama', 'LlamaForCausalLM')), 'write');
  assert.equal(homeOf(of('marian', 'MarianMTModel')), 'translate');
  assert.equal(homeOf(of('llama', kLlamaOfClasses)), 'models');
  assert.equal(homeOf(of('bert', 'BertForMaskedLM')), 'models');
  for (const config of [{}, null, 3, [], { architecture: 'sentence-classifier' }, { model_type: 7 }])
    assert.equal(homeOf(config), 'models');
  assert.throws(() => checkReads(of('qwen2', 'Qwen2ForCausalLM')), /open it in Next word/);
  assert.throws(() => checkReads(of('marian')), /open it in Translate/);
  checkReads(of('distilbert', 'DistilBertForSequenceClassification'));
  for (const reader of [of('bert'), of('electra', 'ElectraForPreTraining'), of('llama', kLlamaOfClasses)])
    assert.throws(() => checkWrites(reader), /opens under Models/);
  assert.throws(() => checkWrites({ architecture: 'request-classifier' }), /opens under Models/);
  for (const other of [of('gpt2'), of('marian'), { architecture: 'recurrent-translator' }, of('clip'), null])
    checkWrites(other);
});

const namesOf = (...names: string[]) =>
  choose(['config.json', ...names, 'model.safetensors'].map((name) => ({ name, blob: new Blob() }))).map(
    ({ name }) => name,
  );

test('what stands beside a tokenizer comes along', () => {
  const beside = ['tokenizer_config.json', 'special_tokens_map.json', 'added_tokens.json'];
  assert.deepEqual(namesOf('vocab.txt', 'notes.txt', ...beside), [
    'config.json',
    'vocab.txt',
    ...beside,
    'model.safetensors',
  ]);
});

test('vocabularies in other forms come only where no other is, so that the engine can name them', () => {
  assert.ok(!namesOf('tokenizer.json', 'vocab.json', 'merges.txt').includes('merges.txt'));
  assert.ok(namesOf('vocab.json', 'merges.txt').includes('merges.txt'));
  assert.ok(namesOf('tokenizer.model').includes('tokenizer.model'));
});

test('rows that have no weight left are counted', () => {
  assert.equal(emptyRows({ largestOfRow: Float32Array.of(0, 0.5, 0) }), 2);
});
