// BERT-base and DistilBERT of real size: this engine beside onnxruntime-node, one and two threads, in turn.
// Run by ./dev bench bert, which makes the models and installs the peer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Engine, median } from './sides.mjs';

const { values: options } = parseArgs({
  options: {
    models: { type: 'string' },
    peers: { type: 'string' },
    rate: { type: 'string' },
    rounds: { type: 'string', default: '15' },
  },
});
const rounds = Number(options.rounds);
const ort = createRequire(join(resolve(options.peers), 'any.js'))('onnxruntime-node');
const LAYERS = { 'bert-base': 12, distilbert: 6 };
const TARGET = 0.9;
// Below this share of the rate of products alone, somebody's kernels are not made for this processor.
const LEAST_SHARE = 0.5;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const idsOf = (length) => Array.from({ length }, (_, i) => (i === 0 ? 2 : i === length - 1 ? 3 : 5 + ((i * 7919) % 30000)));

// Products of the layers: q, k, v, out and the feed-forward; then scores and mixtures.
const gflop = (name, S) => LAYERS[name] * 2e-9 * S * (12 * 768 * 768 + 2 * S * 768);

async function peerOf(name, threads) {
  const session = await ort.InferenceSession.create(join(options.models, name, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  });
  return {
    async run(ids) {
      const tensor = (values) => new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
      const feeds = { input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)) };
      const begun = performance.now();
      const { logits } = await session.run(feeds);
      return { ms: performance.now() - begun, logits: [...logits.data] };
    },
    release: () => session.release(),
  };
}

// onnxruntime does not say which of its kernels (MLAS) it takes; it goes by these instructions.
function instructions() {
  const flags = readFileSync('/proc/cpuinfo', 'utf8').match(/^flags\s*:(.*)$/m)?.[1].split(' ') ?? [];
  return ['avx2', 'fma', 'avx512f', 'avx512_vnni', 'avx512_bf16'].filter((name) => flags.includes(name)).join(', ') || 'SSE';
}

// Both in turn, the first of a round changing; what ran before has a moment to put its threads to sleep.
async function measure(engine, peer, name, S, threads) {
  const ids = idsOf(S);
  const both = [() => engine.ask({ model: join(options.models, name), threads, ids }), () => peer.run(ids)];
  const times = [[], []];
  let difference = 0;
  for (let round = -2; round < rounds; ++round) {
    const outputs = [];
    for (const side of round & 1 ? [1, 0] : [0, 1]) {
      await pause(threads > 1 ? 30 : 5);
      const { ms, logits } = await both[side]();
      outputs[side] = logits;
      if (round >= 0) times[side].push(ms);
    }
    difference = Math.max(difference, ...outputs[0].map((x, i) => Math.abs(x - outputs[1][i])));
  }
  const [ours, theirs] = times;
  return {
    name, S, threads, difference,
    ours: median(ours),
    theirs: median(theirs),
    least: [Math.min(...ours), Math.min(...theirs)],
    ratio: median(theirs.map((ms, i) => ms / ours[i])),
  };
}

// GFLOP/s of a layer's products alone, weights in the cache: what this engine can do at its best.
async function productRate(engine, S, threads) {
  let seconds = 0, work = 0;
  for (const [I, O, count] of [[768, 768, 4], [768, 3072, 1], [3072, 768, 1]]) {
    const { ms } = await engine.ask({ product: [S, I, O], threads });
    seconds += (ms / 1000) * count;
    work += 2e-9 * S * I * O * count;
  }
  return work / seconds;
}

function print(rows, rates) {
  const cell = (value, width = 10) => String(value).padStart(width);
  console.log(`${'ms per forward pass'.padEnd(24)}${cell('onnxruntime', 19)}${cell('heed', 19)}${cell('speed', 9)}${cell('GFLOP/s')}${cell('of its', 9)}${cell('outputs')}`);
  console.log(`${'threads'.padStart(23)} ${cell('median')}${cell('least', 9)}${cell('median')}${cell('least', 9)}${cell('', 9)}${cell('')}${cell('products', 9)}${cell('differ')}`);
  for (const row of rows) {
    const rate = gflop(row.name, row.S) / (row.ours / 1000);
    const best = rates.get(`${row.S} ${row.threads}`);
    const share = rate / best;
    if (row.S === 128 && gflop(row.name, row.S) / (row.theirs / 1000) < LEAST_SHARE * best)
      throw new Error(`bench: onnxruntime reaches less than half of the rate of products alone in ${row.name} S${row.S}: its kernels do not fit this processor, and it is no peer.`);
    console.log(
      `${row.name.padEnd(14)}${cell('S' + row.S, 5)}${cell(row.threads, 4)} ${cell(row.theirs.toFixed(1))}${cell(row.least[1].toFixed(1), 9)}` +
        `${cell(row.ours.toFixed(1))}${cell(row.least[0].toFixed(1), 9)}${cell(row.ratio.toFixed(2) + ' ×', 9)}${cell(rate.toFixed(0))}` +
        `${cell((100 * share).toFixed(0) + ' %', 9)}${cell(row.difference.toExponential(0))}${row.ratio < TARGET ? `   ≥ ${TARGET} ×, MISSED` : ''}`,
    );
  }
}

const engine = new Engine(options.rate);
const rows = [], rates = new Map(), load = loadavg()[0];
for (const threads of [1, 2]) {
  for (const name of Object.keys(LAYERS)) {
    process.stderr.write(`${name}, ${threads} thread${threads > 1 ? 's' : ''}\n`);
    const peer = await peerOf(name, threads);
    for (const S of [16, 128]) rows.push(await measure(engine, peer, name, S, threads));
    await peer.release();
  }
  for (const S of [16, 128]) rates.set(`${S} ${threads}`, await productRate(engine, S, threads));
}
engine.close();
console.log(`Encoders with random weights, ${rounds} rounds, both sides in turn; load before ${load.toFixed(1)}, after ${loadavg()[0].toFixed(1)}.`);
console.log(`onnxruntime-node ${ort.env.versions.node ?? ort.env.versions.common}, which chooses its kernels by the processor's instructions: ${instructions()}.\n`);
print(rows, rates);
