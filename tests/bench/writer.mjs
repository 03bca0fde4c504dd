// A model of GPT-2's size that writes: this engine beside onnxruntime, natively (onnxruntime-node) and in Chromium
// (onnxruntime-web and the page's own module), float32 and 8 bits, one thread and two. A round reads a text of 128 tokens and
// writes 32 behind it, always the likeliest, both sides in turn. Of the text both compute the scores of every token.
// Run by ./dev bench writer, which makes the model and installs the peer.
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './browser.mjs';
import { Engine, median, serveFolders } from './sides.mjs';

const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    peers: { type: 'string' },
    rate: { type: 'string' },
    modules: { type: 'string', default: 'build/wasm' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(options.rounds), READ = 128, WRITE = 32, TARGETS = { native: 1, page: 1.2 };
const ids = Array.from({ length: READ }, (_, i) => 5 + ((i * 7919) % 50000));
const text = ids.map((id) => `w${id}`).join(' ');

// In node and in the page alike: reads and writes once with onnxruntime.
async function runOrt(ort, session, ids, write) {
  const layers = session.outputNames.length >> 1;
  const pastOf = (present) =>
    Object.fromEntries(
      Array.from({ length: layers }, (_, l) => ['key', 'value'].map((kind) => [l, kind])).flat().map(([l, kind]) => [
        `past_key_values.${l}.${kind}`,
        present?.[`present.${l}.${kind}`] ?? new ort.Tensor('float32', new Float32Array(0), [1, 12, 0, 64]),
      ]),
    );
  const step = (tokens, present) =>
    session.run({ input_ids: new ort.Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]), ...pastOf(present) });
  const likeliest = ({ logits: { data, dims } }) => {
    let best = data.length - dims[2];
    for (let i = best; i < data.length; i++) if (data[i] > data[best]) best = i;
    return best - (data.length - dims[2]);
  };
  const begun = performance.now();
  let present = await step(ids, null);
  const read = performance.now();
  const written = [];
  for (let n = 0; n < write; n++) {
    written.push(likeliest(present));
    present = await step(written.slice(-1), present);
  }
  return { read: read - begun, write: performance.now() - read, ids: written };
}

// --- natively

async function natively(int8, threads) {
  const ort = createRequire(join(resolve(options.peers), 'any.js'))('onnxruntime-node');
  const session = await ort.InferenceSession.create(join(options.model, int8 ? 'model.int8.onnx' : 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  });
  const engine = new Engine(options.rate);
  const sides = [
    () => runOrt(ort, session, ids, WRITE),
    () => engine.ask({ model: options.model, threads, int8, read: text, write: WRITE }),
  ];
  const row = await inTurn(sides);
  engine.close();
  await session.release();
  return row;
}

// --- in the page

const folders = { '/model/': resolve(options.model), '/ort/': resolve(options.peers, 'node_modules/onnxruntime-web/dist'), '/heed/': resolve(options.modules) };
// The page's module, by its C interface.
async function prepareHeed({ program, int8, threads }) {
  const { default: create } = await import(`/heed/${program}.mjs`);
  const module = await create({ pool: threads - 1 });
  const encoder = new TextEncoder();
  const call = (command, given = {}) => {
    const bytes = encoder.encode(JSON.stringify({ command, ...given }));
    module.HEAPU8.set(bytes, module._heed_input(0, bytes.length) >>> 0);
    const good = module._heed_call(0);
    const start = module._heed_reply() >>> 0;
    const reply = new TextDecoder().decode(module.HEAPU8.slice(start, start + module._heed_reply_size()));
    if (!good) throw new Error(reply);
    return JSON.parse(reply);
  };
  call('begin-model', { name: 'writer', int8, threads });
  for (const file of ['config.json', 'tokenizer.json', 'model.safetensors']) {
    const response = await fetch(`/model/${file}`);
    call('begin-file', { file, bytes: Number(response.headers.get('content-length')) });
    for await (const bytes of response.body)
      for (let at = 0; at < bytes.length;) {
        const room = Math.min(module._heed_room_size() >>> 0, bytes.length - at);
        module.HEAPU8.set(bytes.subarray(at, at + room), module._heed_room() >>> 0);
        if (!module._heed_wrote(room)) throw new Error('the model was not taken');
        at += room;
      }
  }
  const { model } = call('end-model');
  window.once = async ({ text, write }) => {
    const begun = performance.now();
    call('begin-writing', { model, text, options: { temperature: 0 } });
    const read = performance.now();
    const { written } = call('write', { tokens: write });
    return { read: read - begun, write: performance.now() - read, ids: written.map(({ id }) => id) };
  };
}

async function prepareOrt({ file, threads, run }) {
  const ort = await import('/ort/ort.wasm.min.mjs');
  ort.env.wasm.wasmPaths = '/ort/';
  ort.env.wasm.numThreads = threads;
  const session = await ort.InferenceSession.create(`/model/${file}`, { graphOptimizationLevel: 'all' });
  const runOrt = (0, eval)(`(${run})`);
  window.once = ({ ids, write }) => runOrt(ort, session, ids, write);
}

async function inPage(browser, address, int8, threads) {
  const pages = [];
  for (const [prepare, given] of [
    [prepareOrt, { file: int8 ? 'model.int8.onnx' : 'model.onnx', threads, run: String(runOrt) }],
    [prepareHeed, { program: threads > 1 ? 'heed-all-threads' : 'heed-all', int8, threads }],
  ]) {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address);
    await page.evaluate(prepare, given);
    pages.push(page);
  }
  const sides = pages.map((page) => async () => {
    await page.bringToFront();
    return page.evaluate((given) => window.once(given), { text, ids, write: WRITE });
  });
  const row = await inTurn(sides);
  for (const page of pages) await page.close();
  return row;
}

// --- both

// Theirs and ours, the first of a round changing.
async function inTurn(sides) {
  const all = [[], []];
  for (let round = -1; round < rounds; ++round)
    for (const side of round & 1 ? [1, 0] : [0, 1]) {
      await new Promise((done) => setTimeout(done, 30));
      const result = await sides[side]();
      if (round >= 0) all[side].push(result);
    }
  const [theirs, ours] = all;
  const ratio = (part) => median(theirs.map((one, i) => one[part] / ours[i][part]));
  return {
    reading: [theirs, ours].map((side) => READ / (median(side.map(({ read }) => read)) / 1000)),
    writing: [theirs, ours].map((side) => WRITE / (median(side.map(({ write }) => write)) / 1000)),
    faster: [ratio('read'), ratio('write')],
    same: theirs[0].ids.filter((id, n) => id === ours[0].ids[n]).length,
  };
}

function print(where, int8, threads, { reading, writing, faster, same }) {
  const cell = (value, width = 10) => String(value).padStart(width);
  const part = ([theirs, ours], ratio) => cell(theirs.toFixed(1), 12) + cell(ours.toFixed(1), 9) + cell(`${ratio.toFixed(2)} ×`, 9);
  const missed = Math.min(...faster) < TARGETS[where] ? `   ≥ ${TARGETS[where]} ×, MISSED` : '';
  console.log(`${where.padEnd(8)}${(int8 ? '8 bits' : 'float32').padEnd(9)}${cell(threads, 3)}${part(reading, faster[0])}${part(writing, faster[1])}${cell(`${same}/${WRITE}`)}${missed}`);
}

console.log(`Tokens a second of a model of GPT-2's size (random weights): reading ${READ}, writing ${WRITE}; median of ${rounds} rounds in turn, load before ${loadavg()[0].toFixed(1)}.\n`);
console.log(`${''.padEnd(8)}${''.padEnd(9)}${'thr'.padStart(3)}${'reads: ort'.padStart(12)}${'heed'.padStart(9)}${'speed'.padStart(9)}${'writes: ort'.padStart(12)}${'heed'.padStart(9)}${'speed'.padStart(9)}${'same ids'.padStart(10)}`);
for (const int8 of [false, true])
  for (const threads of [1, 2]) print('native', int8, threads, await natively(int8, threads));
const { address, stop } = await serveFolders(folders);
const browser = await launch();
try {
  for (const int8 of [false, true])
    for (const threads of [1, 2]) print('page', int8, threads, await inPage(browser, address, int8, threads));
} finally {
  await browser.close();
  stop();
}
