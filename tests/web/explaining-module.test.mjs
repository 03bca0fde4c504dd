// What Evidence asks of the module *full*, in Node: no answer depends on what was asked before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from './door.mjs';
import { modelFiles } from './engine.mjs';

const kNames = ['config.json', 'tokenizer.json', 'model.safetensors'];
const kText = 'A warm and funny film.',
  kOther = 'A cold and funny film.';

async function opened(id) {
  const door = await load('heed-full');
  const folder = fileURLToPath(new URL(`../../assets/models/${id}`, import.meta.url));
  const { config, tokenizer, weights } = modelFiles(folder);
  const { model } = door.call('open-model', { name: id, files: kNames }, [config, tokenizer, weights]);
  return { ask: (command, given) => door.call(command, { model, text: kText, max_tokens: 512, ...given }) };
}

const sum = { parts: false, attributions: false };
const label = (id) => (id === 'sst2-sentiment' ? 'positive' : 'request');
const questionsOf = (id) => [
  ['faithfulness', {}],
  ['explain', { ...sum, classes: [label(id)], answered: true, most_weights: 1e4 }],
  [
    'explain',
    { contributions: false, methods: ['gradient-input', 'integrated-gradients'], class: label(id) },
  ],
  ['experiment', { wanted: ['adversarial', 'silenced'] }],
  ['experiment', { wanted: ['permutations', 'even'], permutations: 20 }],
  ['experiment', { wanted: ['erased'], random_orders: 2 }],
  ...(id === 'sst2-sentiment'
    ? [['explain', { ...sum, contributions: false, other: kOther, class: 'positive', patching: 0 }]]
    : []),
];

for (const id of ['sst2-sentiment', 'enron-request'])
  test(`each question is answered after each other as it is alone: ${id}`, async () => {
    const questions = questionsOf(id);
    const alone = [];
    for (const [command, given] of questions) alone.push((await opened(id)).ask(command, given));
    const { ask } = await opened(id);
    for (const [first, givenFirst] of questions)
      questions.forEach(([command, given], i) => {
        ask(first, givenFirst);
        assert.deepEqual(ask(command, given), alone[i], `${command} after ${first}`);
      });
  });
