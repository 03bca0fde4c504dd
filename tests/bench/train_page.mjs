// Steps of training in Chromium: this engine as WebAssembly, one thread, beside TensorFlow.js, whose fastest backend that
// runs here counts. Both train the same networks from as many texts, with Adam:
//
// transformer  two layers of self-attention, 64 wide, four heads, 256 in between, learned positions, normalised after each
//              residual, the last word's state decides; 32 texts of 32 words at a step
// request      the recipe enron-request: word and n-gram vectors, attention, values; 64 texts of 10 words. The peer is spared
//              the phrases, dropout, clipping and averaging of the recipe, and cutting words into n-grams
//
// The peer reads words by a product with ones and zeros, made beforehand: of its backends wasm has no gradient of gathering, and
// in cpu one step with it takes minutes. With the transformer's few dozen words that is a fiftieth of its step.
//
//     node tests/bench/train_page.mjs --peers FOLDER [--seconds 5]
//
// FOLDER holds node_modules with @tensorflow/tfjs and @tensorflow/tfjs-backend-wasm; build/wasm the engine.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeOutRelaxed } from '../../web/src/engine/relaxed.ts';
import { launch } from './browser.mjs';

const { values: options } = parseArgs({
  options: { peers: { type: 'string' }, seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
});
const kTypes = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const kFolders = {
  '/heed/': resolve('build/wasm'),
  '/tf/': join(resolve(options.peers), 'node_modules/@tensorflow'),
};
const kRequest = JSON.parse(readFileSync('assets/recipes/enron-request.json', 'utf8'));
const kNetworks = {
  transformer: { B: 32, T: 32, V: 48, D: 64, H: 4, F: 256, L: 2, C: 8 },
  request: { B: 64, T: 10, V: 2400, buckets: 2048, D: 48, K: 32, values: 48, C: 2, texts: 2925 },
};

// As many sentences as there are of e-mails, of words by Zipf's law.
function sentences({ V, T, texts }) {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const word = () => `word${Math.floor(V ** random()) - 1}`;
  const rows = Array.from({ length: texts }, (_, i) => ({ text: Array.from({ length: T }, word).join(' '), label: i % 2 }));
  return { labels: ['no', 'yes'], rows };
}

const server = createServer((request, response) => {
  const [top, folder] = Object.entries(kFolders).find(([name]) => request.url.startsWith(name)) ?? [];
  if (!top) return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bench</title>');
  const path = join(folder, request.url.slice(top.length).replace(/\?.*/, ''));
  if (!statSync(path, { throwIfNoEntry: false })) return response.writeHead(404).end();
  const bytes = request.url.endsWith('?plain') ? takeOutRelaxed(readFileSync(path)) : readFileSync(path);
  response.writeHead(200, { 'content-type': kTypes[extname(path)] ?? 'application/octet-stream' }).end(bytes);
});

// In the page: steps a second.
async function ours({ simd, seconds, sizes, written, rows }) {
  const { default: create } = await import('/heed/heed-all.mjs');
  const module = await create({ locateFile: () => `/heed/heed-all.wasm?${simd}` });
  const call = (command, given) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ command, ...given }));
    const place = module._heed_input(0, bytes.length) >>> 0;
    module.HEAPU8.set(bytes, place);
    const done = module._heed_call(0);
    const start = module._heed_reply() >>> 0;
    const text = new TextDecoder().decode(module.HEAPU8.slice(start, start + module._heed_reply_size()));
    if (!done) throw new Error(text);
    return JSON.parse(text);
  };
  const { D, H, F, L, B, T } = sizes;
  const recipe = written ?? {
    split: { train: 1, validation: 0, test: 0 },
    model: {
      architecture: 'request-classifier', embedding: D, attention: D, heads: H, layers: L, feed_forward: F,
      positions: T, pooling: 'last', dropout: 0,
    },
    training: { epochs: 1000, batch_size: B, optimizer: { name: 'adam', rate: 0.001 } },
  };
  const texts = rows ?? call('toy-texts', { task: 'copy', length: T - 1, examples: 3200 });
  call('begin-training', { name: 'bench', recipe: JSON.stringify(recipe), ...texts });
  call('train', { seconds: 1 });
  const began = performance.now();
  const { points } = call('train', { seconds });
  return (1000 * points.length) / (performance.now() - began);
}

async function theirs({ backend, seconds, sizes }) {
  const load = (src) =>
    new Promise((done, failed) => {
      const script = Object.assign(document.createElement('script'), { src, onload: done, onerror: failed });
      document.head.append(script);
    });
  await load('/tf/tfjs/dist/tf.min.js');
  if (backend === 'wasm') {
    await load('/tf/tfjs-backend-wasm/dist/tf-backend-wasm.min.js');
    tf.wasm.setWasmPaths('/tf/tfjs-backend-wasm/dist/');
  }
  if (!(await tf.setBackend(backend))) throw new Error(`no ${backend}`);
  await tf.ready();
  const { B, T, V, D, H, F, L, C, K, buckets, values } = sizes;
  const weight = (shape, scale = 1 / Math.sqrt(shape[0])) => tf.variable(tf.randomNormal(shape, 0, scale));
  const zeros = (n) => tf.variable(tf.zeros([n]));
  const ones = (n) => tf.variable(tf.ones([n]));
  const words = weight([V, D], 1), places = L && weight([1, T, D], 1), out = L && weight([D, C]), outBias = zeros(C);
  const layers = Array.from({ length: L ?? 0 }, () => ({
    q: weight([D, D]), k: weight([D, D]), v: weight([D, D]), o: weight([D, D]), qb: zeros(D), kb: zeros(D), vb: zeros(D), ob: zeros(D),
    g1: ones(D), b1: zeros(D), g2: ones(D), b2: zeros(D), f1: weight([D, F]), fb1: zeros(F), f2: weight([F, D]), fb2: zeros(D),
  }));
  const linear = (x, w, b) => tf.add(tf.matMul(x, w), b);
  const norm = (x, g, b) => {
    const mean = tf.mean(x, 1, true), centred = tf.sub(x, mean);
    const variance = tf.mean(tf.square(centred), 1, true);
    return tf.add(tf.mul(tf.div(centred, tf.sqrt(tf.add(variance, 1e-5))), g), b);
  };
  const heads = (x) => tf.transpose(tf.reshape(x, [B, T, H, D / H]), [0, 2, 1, 3]);
  const pieces = buckets && weight([buckets, D], 0.05);
  const [query, key, value, decide] = K ? [weight([D, K]), weight([D, K]), weight([D, values]), weight([values, C])] : [];
  const request = () => {
    const x = tf.add(tf.matMul(hot, words), tf.matMul(bags, pieces));
    const [q, k, v] = [query, key, value].map((w) => tf.reshape(tf.matMul(x, w), [B, T, -1]));
    const weights = tf.softmax(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(K)));
    return tf.add(tf.matMul(tf.mean(tf.matMul(weights, v), 1), decide), outBias);
  };
  const transformer = (hot) => {
    let x = tf.reshape(tf.add(tf.reshape(tf.matMul(hot, words), [B, T, D]), places), [B * T, D]);
    for (const l of layers) {
      const [q, k, v] = [linear(x, l.q, l.qb), linear(x, l.k, l.kb), linear(x, l.v, l.vb)].map(heads);
      const weights = tf.softmax(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D / H)));
      const mixed = tf.reshape(tf.transpose(tf.matMul(weights, v), [0, 2, 1, 3]), [B * T, D]);
      x = norm(tf.add(x, linear(mixed, l.o, l.ob)), l.g1, l.b1);
      x = norm(tf.add(x, linear(tf.relu(linear(x, l.f1, l.fb1)), l.f2, l.fb2)), l.g2, l.b2);
    }
    const last = tf.reshape(tf.slice(tf.reshape(x, [B, T, D]), [0, T - 1, 0], [B, 1, D]), [B, D]);
    return linear(last, out, outBias);
  };
  const counted = (logits) => tf.neg(tf.mean(tf.sum(tf.mul(labels, tf.logSoftmax(logits)), 1)));
  const random = (n, most) => Int32Array.from({ length: n }, () => Math.floor(Math.random() * most));
  const kGrams = 9; // of a word, or so
  const ids = tf.tensor1d(random(B * T, V), 'int32'), grams = K && tf.tensor1d(random(B * T * kGrams, buckets), 'int32');
  const hot = tf.oneHot(ids, V).toFloat();
  const labels = tf.oneHot(tf.tensor1d(random(B, C), 'int32'), C).toFloat();
  const bags =
    K && tf.tidy(() => tf.mean(tf.reshape(tf.oneHot(grams, buckets).toFloat(), [B * T, kGrams, buckets]), 1));
  const forward = () => (K ? request() : transformer(hot));
  const adam = tf.train.adam(0.001);
  const step = () => {
    const loss = adam.minimize(() => counted(forward()), true);
    const value = loss.dataSync()[0];
    loss.dispose();
    return value;
  };
  for (let i = 0; i < 3; i++) step();
  const began = performance.now();
  let steps = 0;
  while (performance.now() - began < 1000 * seconds) {
    step();
    steps++;
  }
  return (1000 * steps) / (performance.now() - began);
}

await new Promise((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch();
const inPage = async (measure, given) => {
  const page = await browser.newPage();
  await page.goto(address);
  try {
    return await page.evaluate(measure, { ...given, seconds: Number(options.seconds) });
  } catch (error) {
    return String(error).split('\n')[0];
  } finally {
    await page.close();
  }
};
const median = (values) => values.filter(Number.isFinite).sort((a, b) => a - b)[values.length >> 1] ?? 0;
for (const [network, sizes] of Object.entries(kNetworks)) {
  const rates = {};
  // One epoch is not the end of it.
  const written = network === 'request' && { ...kRequest, storage: 'float32', training: { ...kRequest.training, epochs: 1000 } };
  const given = { sizes, ...(written && { written, rows: sentences(sizes) }) };
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const simd of ['relaxed', 'plain']) (rates[`heed-all, ${simd}`] ??= []).push(await inPage(ours, { ...given, simd }));
    for (const backend of ['wasm', 'cpu']) (rates[`TensorFlow.js, ${backend}`] ??= []).push(await inPage(theirs, { sizes, backend }));
  }
  for (const [name, values] of Object.entries(rates))
    console.log(`${network.padEnd(12)} ${name.padEnd(22)}${values.map((one) => (typeof one === 'number' ? one.toFixed(2) : one)).join('  ')} steps/s`);
  const best = Math.max(...Object.entries(rates).flatMap(([name, all]) => (name.startsWith('Tensor') ? [median(all)] : [])));
  console.log(`${network.padEnd(12)} ratio ${(median(rates['heed-all, relaxed']) / best).toFixed(1)}`);
}
await browser.close();
server.close();
