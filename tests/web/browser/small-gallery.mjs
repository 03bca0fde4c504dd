// A page with a gallery of small models, trained on the spot by the real command line on sentences made up here: what
// they say means little, but everything about them is real. HEED names another program than build/native/heed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { host } from './harness.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const heed = process.env.HEED || join(root, 'build/native/heed');
const kFiles = ['config.json', 'tokenizer.json', 'model.safetensors'];

const kStarts = ['The', 'Great week for the', 'It is a good day for', 'They speak of', 'We hear about the'];
const kEnds = ['today.', 'once again!', 'and more of it', '(as ever)', 'in the end.'];

// Words that tell the classes apart, in sentences that do not.
function sentences(kinds) {
  const rows = Object.entries(kinds).flatMap(([label, words]) =>
    words.flatMap((word) =>
      kStarts.flatMap((start) => kEnds.map((end) => `"${start} ${word} ${end}",${label}`)),
    ),
  );
  return `text,label\n${rows.join('\n')}\n`;
}

const kTopics = {
  Business: ['NYSE', 'market', 'shares'],
  'Sci/Tech': ['software', 'planet', 'robots'],
  Sports: ['tennis', 'tournament', 'cup'],
  World: ['election', 'treaty', 'border'],
};
const kEmotions = {
  anger: ['rage'],
  disgust: ['filth'],
  fear: ['terror'],
  joy: ['delight'],
  neutral: ['table'],
  sadness: ['grief'],
  surprise: ['wonder'],
};
const kRequests = { no_request: ['report', 'meeting'], request: ['please', 'could you'] };

const recurrent = (pooling, more = {}) => ({
  architecture: 'recurrent-classifier',
  cell: 'gru',
  embedding: 16,
  hidden: 12,
  layers: 1,
  bidirectional: true,
  pooling,
  head_hidden: 0,
  ...more,
});
const selfAttention = {
  architecture: 'request-classifier',
  embedding: 16,
  attention: 16,
  heads: 1,
  layers: 1,
  feed_forward: 16,
};

const kModels = {
  requests: { name: 'Small requests', data: kRequests, model: selfAttention },
  emotions: { name: 'Small emotions', data: kEmotions, model: selfAttention },
  sections: { name: 'Small sections', data: kTopics, model: selfAttention },
  topics: { name: 'Small topics', data: kTopics, model: recurrent('linear') },
  unweighed: { name: 'Small topics, unweighed', data: kTopics, model: recurrent('mean') },
  lesson: {
    name: 'Small lesson',
    data: kTopics,
    model: recurrent('linear'),
    preprocess: ['lower_case', { name: 'stop_words', list: 'english' }, 'parentheses', 'non_alphanumerics'],
  },
};

export const kExamples = {
  requests: ['Could you hear about the report?', 'The meeting once again!'],
  emotions: ['We hear about the terror today.', 'Great week for the delight!'],
  sections: ['Great week for the robots!', 'We hear about the election once again!'],
  topics: ['Great week for the tennis tournament!', 'They speak of the planet.'],
  unweighed: ['Great week for the tennis tournament!', 'They speak of the planet.'],
  lesson: ['Great week for the NYSE!', 'The tennis cup (as ever) in the end.'],
};

function train(folder, id, { data, model, preprocess }) {
  const file = (name) => join(folder, `${id}-${name}`);
  writeFileSync(file('data.csv'), sentences(data));
  const recipe = {
    data: { format: 'csv' },
    split: { train: 1, validation: 0, test: 0 },
    text: { tokenizer: 'basic_english', ...(preprocess ? { preprocess } : {}) },
    model: { dropout: 0, ...model },
    training: { epochs: 4, batch_size: 16, optimizer: { name: 'adam', rate: 0.01 } },
  };
  writeFileSync(file('recipe.json'), JSON.stringify(recipe));
  const out = join(folder, 'models', id);
  execFileSync(heed, ['train', file('recipe.json'), '--data', file('data.csv'), '--out', out], {
    stdio: 'pipe',
    env: { ...process.env, HEED_RUNS: join(folder, 'runs') },
  });
  return statSync(join(out, 'model.safetensors')).size;
}

const entry = (id, bytes) => ({
  id,
  name: kModels[id].name,
  task: `What is this about, of ${Object.keys(kModels[id].data).length}?`,
  bytes,
  held: id === 'unweighed' ? null : { right: 75, n: 100, texts: 'sentences' },
  attends: `How ${id} attends.`,
  examples: kExamples[id],
  files: kFiles,
});

// Trains these models, whose runs stay in `folder`, and builds a page that ships them, the first as the default. `change` may alter the list.
export async function smallGallery(ids, change = (list) => list) {
  const folder = mkdtempSync(join(tmpdir(), 'heed-gallery-'));
  const models = join(folder, 'models');
  mkdirSync(models);
  const list = ids.map((id) => entry(id, train(folder, id, kModels[id])));
  assert.ok(list.every(({ bytes }) => bytes > 0));
  writeFileSync(join(models, 'index.json'), JSON.stringify(change(list)));
  const dist = join(folder, 'dist');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, HEED_MODELS: models },
    stdio: 'pipe',
  });
  const { address, stop } = await host(dist);
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, list, folder, dist, stop, end };
}
