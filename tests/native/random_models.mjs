// Small models with random sizes, of every architecture for every task that it serves, as folders: a step or two of `heed train` on
// made-up texts. The same seed gives the same models.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { put, taken } from './encoders.mjs';
import { run } from './program.mjs';

// From 0 to 1.
export function randomNumbers(seed) {
  let state = BigInt(seed) * 2n + 1n;
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) / 2 ** 31;
  };
}
export const oneOf = (random, list) => list[Math.floor(random() * list.length)];

const kWords =
  'please send me the report a wonderful film bored us all stocks fell as oil rose can you call today'.split(
    ' ',
  );
export const randomWords = (random, most) =>
  Array.from({ length: 1 + random() * most }, () => oneOf(random, kWords)).join(' ');

const kMechanisms = [
  'scaled-dot',
  'dot',
  'general',
  'additive',
  'local-m',
  'local-p',
  'hard',
  'sparsemax',
  'entmax-1.5',
];
// Sizes of a transformer; a list is drawn from. Each architecture calls them by names of its own.
const kSizes = { width: 16, layers: [1, 2], heads: [1, 2], inner: 24, places: 40, deviation: 0.5 };
const sized = (names, more = {}) => ({
  ...Object.fromEntries(Object.entries(names).map(([own, size]) => [own, kSizes[size]])),
  ...more,
});
const kUsualNames = {
  hidden_size: 'width',
  num_hidden_layers: 'layers',
  num_attention_heads: 'heads',
  intermediate_size: 'inner',
  max_position_embeddings: 'places',
  initializer_range: 'deviation',
};
const kBert = sized(kUsualNames, {
  num_attention_heads: [1, 2, 4],
  hidden_act: ['gelu', 'relu', 'gelu_new'],
});
const kPair = sized({
  d_model: 'width',
  encoder_layers: 'layers',
  decoder_layers: 'layers',
  encoder_attention_heads: 'heads',
  decoder_attention_heads: 'heads',
  encoder_ffn_dim: 'inner',
  decoder_ffn_dim: 'inner',
  max_position_embeddings: 'places',
  init_std: 'deviation',
});
const kArchitectures = {
  'recurrent-classifier': {
    cell: ['rnn', 'gru', 'lstm', 'token'],
    embedding: 12,
    hidden: 10,
    layers: [1, 2],
    bidirectional: [false, true],
    pooling: ['linear', 'tanh', 'additive', 'dot', 'last', 'mean'],
    head_hidden: [0, 8],
  },
  'request-classifier': {
    embedding: 12,
    attention: 8,
    heads: [1, 2],
    layers: [1, 2],
    feed_forward: 16,
    positions: [0, 40],
    pooling: ['mean', 'last'],
    mechanism: kMechanisms,
  },
  'sentence-classifier': {
    embedding: 12,
    attention: 8,
    values: 12,
    heads: [1, 2],
    mechanism: kMechanisms,
    deviation: 0.5,
    class_votes: [false, true],
  },
  bert: kBert,
  roberta: kBert,
  albert: { ...kBert, embedding_size: [8, 16] },
  distilbert: sized(
    {
      dim: 'width',
      n_layers: 'layers',
      n_heads: 'heads',
      hidden_dim: 'inner',
      max_position_embeddings: 'places',
      initializer_range: 'deviation',
    },
    { n_heads: [1, 2, 4] },
  ),
  'modern-bert': sized(kUsualNames, {
    num_hidden_layers: [2, 3],
    max_position_embeddings: 64,
    global_attn_every_n_layers: 2,
    local_attention: 4,
    classifier_pooling: ['cls', 'mean'],
  }),
  gpt2: sized({
    n_embd: 'width',
    n_layer: 'layers',
    n_head: 'heads',
    n_positions: 'places',
    initializer_range: 'deviation',
  }),
  llama: sized(kUsualNames, { num_attention_heads: 2, num_key_value_heads: [1, 2] }),
  marian: kPair,
  pegasus: kPair,
  'recurrent-translator': {
    cell: ['rnn', 'gru', 'lstm'],
    embedding: 12,
    hidden: 10,
    decoder: ['bahdanau', 'luong'],
  },
};
const kEncoders = ['bert', 'roberta', 'electra', 'albert', 'distilbert', 'modern-bert'];
export const kServed = {
  classification: ['recurrent-classifier', 'request-classifier', 'sentence-classifier', ...kEncoders],
  'token-labels': kEncoders,
  questions: kEncoders,
  'masked-words': kEncoders.filter((name) => name !== 'electra'),
  'next-word': ['gpt2', 'llama'],
  vectors: kEncoders,
  translate: ['marian', 'pegasus', 'recurrent-translator'],
};

const kClasses = ['happy', 'sad', 'angry'];
const kData = {
  classification: (words) => [
    'rows.csv',
    `text,label\n${words.map((text, i) => `${text},${kClasses[i % 3]}\n`).join('')}`,
  ],
  'token-labels': (words) => [
    'rows.jsonl',
    words
      .map((text) => {
        const tokens = text.split(' ');
        return `${JSON.stringify({ tokens, labels: tokens.map((word) => (word.length > 5 ? 'B-LONG' : 'O')) })}\n`;
      })
      .join(''),
  ],
  questions: (words) => [
    'rows.tsv',
    words.map((text) => `send what\t${text}\t${text.split(' ')[0]}\n`).join(''),
  ],
  'masked-words': (words) => ['texts.txt', words.map((text) => `${text}\n\n`).join('')],
  'next-word': (words) => ['texts.txt', words.map((text) => `${text}\n\n`).join('')],
  translate: (words) => [
    'pairs.tsv',
    words.map((text) => `${text}\t${text.split(' ').reverse().join(' ')}\n`).join(''),
  ],
};

// A BERT's encoder as an ELECTRA's, which is built alike.
function asElectra(path) {
  const file = join(path, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const electra = {
    model_type: 'electra',
    architectures: ['ElectraModel'],
    embedding_size: config.hidden_size,
  };
  writeFileSync(file, JSON.stringify({ ...config, ...electra }));
  const weights = join(path, 'model.safetensors');
  const { header, data } = taken(readFileSync(weights));
  const named = Object.entries(header).map(([name, at]) => [name.replace(/^bert\./, 'electra.'), at]);
  writeFileSync(weights, put({ header: Object.fromEntries(named), data }));
}

// "BertForMaskedLM" is "BertModel" then: what its head has is not used.
function withoutHead(path) {
  const file = join(path, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const architectures = config.architectures.map((name) => name.replace(/For\w+$/, 'Model'));
  writeFileSync(file, JSON.stringify({ ...config, architectures }));
}

function train(place, name, recipe, from) {
  writeFileSync(join(place, 'recipe.json'), JSON.stringify(recipe));
  const out = join(place, recipe.task);
  const given = ['train', 'recipe.json', '--data', name, '--out', out, ...(from ? ['--from', from] : [])];
  const { status, err } = run(given, { cwd: place });
  assert.equal(status, 0, `${recipe.task}, ${JSON.stringify(recipe.model)}: ${err}`);
  return out;
}

// The folder of a model, in `place`. Encoders learn hidden words before anything else, and with them their word pieces.
export function randomModel(place, task, architecture, seed) {
  const random = randomNumbers(seed);
  mkdirSync(place, { recursive: true });
  const words = Array.from({ length: 40 }, () => randomWords(random, 12));
  const electra = architecture === 'electra';
  const sizes = Object.entries(kArchitectures[electra ? 'bert' : architecture]);
  const model = Object.fromEntries(
    sizes.map(([key, value]) => [key, Array.isArray(value) ? oneOf(random, value) : value]),
  );
  if (model.cell === 'token') Object.assign(model, { layers: 1, bidirectional: false });
  const recipe = {
    task,
    model: { architecture: electra ? 'bert' : architecture, ...model },
    data: task === 'translate' ? { text_column: '2', label_column: '1' } : {},
    split: { train: 1, validation: 0, test: 0 },
    training: { epochs: 1, batch_size: 20, optimizer: { name: 'sgd', rate: 0.01 } },
    seed,
  };
  const data = (of) => {
    const [name, text] = kData[of](words);
    writeFileSync(join(place, name), text);
    return name;
  };
  if (!kEncoders.includes(architecture)) return train(place, data(task), recipe);
  const encoder = train(place, data('masked-words'), { ...recipe, task: 'masked-words' });
  if (electra) asElectra(encoder);
  if (task === 'vectors') withoutHead(encoder);
  if (['masked-words', 'vectors'].includes(task)) return encoder;
  return train(place, data(task), { ...recipe, model: {} }, encoder);
}
