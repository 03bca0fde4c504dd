// The built page in Chromium: with each model that ships its engine and a keystroke's way to the screen; the first visit;
// and what is downloaded before a model, beside onnxruntime-web.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compressed, encoderEngine, firstPage } from '../web/sizes.mjs';
import { host, launch } from './browser.mjs';
import { measureFloor } from './web_floor.mjs';
import { measureModel, openPage } from './web_keys.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

// A visit by a browser that has never been there. Times in ms since the navigation began.
async function firstVisit() {
  const home = await host();
  const browser = await launch();
  try {
    const page = await openPage(browser, home.address);
    const sent = new Map(home.sent); // what comes later, the copy kept for offline use, is not waited for
    const { inDocument, painted } = await page.evaluate(() => globalThis.heedBench);
    return { inDocument, painted, sent };
  } finally {
    await browser.close();
    home.stop();
  }
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

function row(name, figures, target = '') {
  console.log(
    name.padEnd(44) + figures.map((figure) => figure.padStart(10)).join('') + (target && `   ${target}`),
  );
}

function timeRow(name, values, digits, limit) {
  const figures = [0.5, 0.95, 0].map((q) => quantile(values, q));
  const target = limit && `≤ ${limit} ms${figures[0] <= limit ? '' : ', MISSED'}`;
  row(
    `${name} (${values.length})`,
    figures.map((ms) => ms.toFixed(digits)),
    target,
  );
}

// Each model that ships; the first is the one that a first visit opens.
async function measureModels(runs, keys) {
  const measured = [];
  for (const { id } of JSON.parse(readFileSync(join(root, 'assets/models/index.json'), 'utf8'))) {
    const figures = await measureModel(id, runs, keys);
    measured.push({ id, ...figures });
  }
  return measured;
}

function printModel({ id, tokens, engine, roundTrip, keystrokes }) {
  console.log(`\n${id}, a sentence of ${tokens} tokens`);
  timeRow('  engine', engine, 3, 1);
  timeRow('  the same, page to worker and back', roundTrip, 3);
  timeRow('  keystroke to painted heat map', keystrokes, 1, 16.7);
}

function printWork(work) {
  console.log('\nwork of the page for a keystroke, processor milliseconds of its main thread (mean, first model)');
  for (const [kind, ms] of work) row(kind, [ms.toFixed(1)]);
}

function printBytes(sent) {
  const total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log('\nserved before the first prediction, bytes');
  for (const [kind, bytes] of [...sent].sort((a, b) => b[1] - a[1])) row(kind, [bytes.toLocaleString('en')]);
  row('in all', [total.toLocaleString('en')], `≤ 1,000,000${total <= 1e6 ? '' : ', MISSED'}`);
}

// Compressed (gzip -9): of the page, and of a page with onnxruntime-web that brings its own.
function printDownload(peers) {
  const dist = process.env.HEED_DIST || join(root, 'dist');
  const { page, engine, font } = firstPage(dist);
  const kilo = (bytes) => [(bytes / 1000).toFixed(1)];
  console.log('\nto download before any model, kB compressed (gzip -9)');
  row('page: html, scripts, styles', kilo(page));
  row('engine', kilo(engine));
  row('engine and page', kilo(page + engine), `≤ 250${page + engine <= 250_000 ? '' : ', MISSED'}`);
  row('its typeface', kilo(font));
  row('engine for models of others, when one is opened', kilo(encoderEngine(dist)));
  const onnxruntime = peers && join(peers, 'node_modules/onnxruntime-web/dist');
  if (!onnxruntime || !existsSync(onnxruntime)) return;
  const files = ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
  row('onnxruntime-web, without page or tokenizer', kilo(files.reduce((sum, file) => sum + compressed(join(onnxruntime, file)), 0)));
}

function readArguments() {
  const options = {
    peers: { type: 'string' },
    rounds: { type: 'string', default: '11' }, // of bert_page.mjs
    visits: { type: 'string', default: '10' },
    runs: { type: 'string', default: '200' },
    keys: { type: 'string', default: '60' },
  };
  const { peers, ...numbers } = parseArgs({ options }).values;
  const read = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => {
      if (!/^[1-9]\d{0,4}$/.test(value))
        throw new Error(`--${name} ${value}: a number from 1 to 99999 is expected`);
      return [name, Number(value)];
    }),
  );
  return { peers, ...read };
}

async function main() {
  const { peers, visits, runs, keys } = readArguments();
  const [load] = loadavg();
  const first = [];
  for (let visit = 0; visit < visits; ++visit) first.push(await firstVisit());
  const models = await measureModels(runs, keys);
  const floor = await measureFloor(visits, keys);
  console.log(
    `The built page in Chromium, served from this machine (processors: ${availableParallelism()}, load: ${load.toFixed(1)})\n`,
  );
  row('milliseconds', ['median', '95 %', 'min'], 'target for the median');
  const since = (name, of) => [name, first.map(of), 0];
  timeRow(...since('navigation to prediction painted', ({ painted }) => painted), 300);
  timeRow(...since('navigation to prediction in the document', ({ inDocument }) => inDocument));
  models.forEach(printModel);
  console.log('\na page that is a text field and nothing else: what this machine, as busy as it is now, takes for any page');
  timeRow('  navigation to page painted', floor.painted, 0);
  timeRow('  keystroke to painted letter', floor.keystrokes, 1);
  printWork(models[0].work);
  printBytes(first[0].sent);
  printDownload(peers);
}

await main().catch((error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
