// The same forward passes in Chromium: this engine as WebAssembly, plain, with relaxed SIMD, and with two threads as well,
// beside onnxruntime-web with one thread and two. With --int8 both have weights of 8 bits, and what each is off by is that
// from the plain engine on the float32 weights. The share of the kernel is that of the engine's own product [128, 768] by
// [768, 768] with its weights in the cache, measured after each pass in the same page.
// Run by ./dev bench web, which makes the models, installs the peer and compiles the engine's side.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeOutRelaxed } from '../../web/src/engine/relaxed.ts';
import { launch } from './browser.mjs';
import { median, serveFolders } from './sides.mjs';

const { values: options } = parseArgs({
  options: {
    models: { type: 'string' },
    peers: { type: 'string' },
    page: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    ...Object.fromEntries(['visits', 'runs', 'keys'].map((name) => [name, { type: 'string' }])), // of web.mjs
    int8: { type: 'boolean', default: false }, // the folders NAME-int8, and model.int8.onnx
  },
});
const folders = {
  '/models/': resolve(options.models),
  '/ort/': resolve(options.peers, 'node_modules/onnxruntime-web/dist'),
  '/heed/': resolve(options.page),
};
// The module as a browser without relaxed SIMD gets it.
writeFileSync(`${folders['/heed/']}/plain.wasm`, takeOutRelaxed(readFileSync(`${folders['/heed/']}/relaxed.wasm`)));
const rounds = Number(options.rounds), PRODUCT = [128, 768, 768];
const MODELS = ['distilbert', 'bert-base'], LENGTHS = [16, 128];

const idsOf = (length) => Array.from({ length }, (_, i) => (i === 0 ? 2 : i === length - 1 ? 3 : 5 + ((i * 7919) % 30000)));

// In the page: a function that runs one pass and says how long it took, under window.once.
async function prepareHeed({ name, program, threads }) {
  const script = program === 'plain' ? 'relaxed' : program;
  const { default: create } = await import(`/heed/${script}.mjs`);
  const module = await create({ locateFile: (file) => `/heed/${file.replace(script, program)}` });
  for (const file of ['config.json', 'model.safetensors']) {
    const bytes = new Uint8Array(await (await fetch(`/models/${name}/${file}`)).arrayBuffer());
    module.FS.writeFile(`/${file}`, bytes, { canOwn: true });
  }
  const ask = (question) => JSON.parse(module.ccall('heed_answer', 'string', ['string'], [JSON.stringify(question)]));
  window.once = async (ids) => ask({ model: '/.', threads, ids });
  window.product = (product, int8) => ask({ product, int8, threads });
}

async function prepareOrt({ file, threads }) {
  const ort = await import('/ort/ort.wasm.min.mjs');
  ort.env.wasm.wasmPaths = '/ort/';
  ort.env.wasm.numThreads = threads;
  const session = await ort.InferenceSession.create(`/models/${file}`, { graphOptimizationLevel: 'all' });
  window.once = async (ids) => {
    const tensor = (values) => new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    const feeds = { input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)) };
    const begun = performance.now();
    const { logits } = await session.run(feeds);
    return { ms: performance.now() - begun, logits: [...logits.data] };
  };
}

async function open(browser, address, prepare, argument) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(address);
  await page.evaluate(prepare, argument);
  return page;
}
const once = (page, S) => page.evaluate((ids) => window.once(ids), idsOf(S));

// Logits by the plain engine on the float32 weights, per length.
async function exactly(browser, address, name) {
  const page = await open(browser, address, prepareHeed, { name, program: 'plain', threads: 1 });
  const all = new Map();
  for (const S of LENGTHS) all.set(S, (await once(page, S)).logits);
  await page.close();
  return all;
}

// Sides have a page each, so that each has a heap of its own; passes are in turn.
async function measure(browser, address, name) {
  const exact = options.int8 ? await exactly(browser, address, name) : new Map();
  const folder = options.int8 ? `${name}-int8` : name, file = `${name}/${options.int8 ? 'model.int8.onnx' : 'model.onnx'}`;
  const sides = [
    [prepareOrt, { file, threads: 1 }],
    [prepareHeed, { name: folder, program: 'plain', threads: 1 }],
    [prepareHeed, { name: folder, program: 'relaxed', threads: 1 }],
    [prepareOrt, { file, threads: 2 }],
    [prepareHeed, { name: folder, program: 'threads', threads: 2 }],
  ];
  const pages = [];
  for (const [prepare, argument] of sides) pages.push(await open(browser, address, prepare, argument));
  for (const S of LENGTHS) {
    const times = sides.map(() => []), shares = sides.map(() => []), logits = [];
    for (let round = -2; round < rounds; ++round)
      for (const [i, page] of pages.entries()) {
        await page.bringToFront();
        const result = await once(page, S);
        logits[i] = result.logits;
        if (round < 0) continue;
        times[i].push(result.ms);
        if (sides[i][0] === prepareHeed) shares[i].push(gflop(name, S) / result.ms / (await kernelRate(page)));
      }
    print(name, S, { times, shares, logits, exact: exact.get(S) });
  }
  for (const page of pages) await page.close();
}

// Products of the layers, as in bert.mjs.
const gflop = (name, S) => (name === 'distilbert' ? 6 : 12) * 2e-9 * S * (12 * 768 * 768 + 2 * S * 768);

// GFLOP in a millisecond of the engine's own product.
async function kernelRate(page) {
  const { ms } = await page.evaluate(([product, int8]) => window.product(product, int8), [PRODUCT, options.int8]);
  return PRODUCT.reduce((a, b) => a * b, 2e-9) / ms;
}

const furthest = (logits, from) => Math.max(...logits.map((x, i) => Math.abs(x - from[i])));

function print(name, S, { times, shares, logits, exact }) {
  const all = times.map(median);
  const speed = (peer, ours) => median(times[peer].map((ms, i) => ms / times[ours][i])).toFixed(2) + ' ×';
  const rate = (ms) => (gflop(name, S) / (ms / 1000)).toFixed(0);
  const off = (side) => furthest(logits[side], exact ?? logits[0]).toExponential(0);
  const cell = (value, width = 9) => String(value).padStart(width);
  const theirs = (side) => cell(all[side].toFixed(1)) + cell(rate(all[side]), 5);
  const ours = (side, peer) =>
    theirs(side) + cell((100 * median(shares[side])).toFixed(0) + ' %', 7) + cell(speed(peer, side), 8);
  const differ = (exact ? [0, 1, 2] : [1, 2]).map((side) => cell(off(side)));
  console.log(`${name.padEnd(11)}${cell('S' + S, 5)}${theirs(0)}${ours(1, 0)}${ours(2, 0)}${theirs(3)}${ours(4, 3)}${differ.join('')}`);
}

const { address, stop } = await serveFolders(folders);
const browser = await launch();
try {
  const before = loadavg()[0].toFixed(1), side = '       ms GF/s', own = `${side}   kern.   speed`;
  console.log(
    `${options.int8 ? '8-bit weights' : 'float32'} in Chromium ${browser.version().split('.')[0]}: ms a pass, GFLOP/s, share of the kernel's rate, ` +
      `speed over onnxruntime-web; median of ${rounds}, load before ${before}`,
  );
  console.log(`${''.padEnd(16)}${'one thread'.padEnd(74)}${'two threads'.padEnd(43)} ${options.int8 ? "logits off float32's" : 'logits differ'}`);
  const heads = ['onnxruntime', 'heed, plain', 'heed, relaxed SIMD', 'onnxruntime', 'heed'].map((name, i) => name.padStart([14, 29, 29, 14, 29][i]));
  console.log(`${''.padEnd(16)}${heads.join('')}${options.int8 ? '  onnxrt.' : ''}    plain  relaxed`);
  console.log(`${''.padEnd(16)}${side}${own}${own}${side}${own}`);
  for (const name of MODELS) await measure(browser, address, name);
} finally {
  await browser.close();
  stop();
}
