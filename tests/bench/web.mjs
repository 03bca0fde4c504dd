// The built page in Chromium: its engine, a keystroke's way to the screen, the first visit and its weight.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { host, launch } from './browser.mjs';

// 20 tokens.
const kSentence =
  'Please send me the signed contract before noon and let me know whether the meeting on Thursday suits you.';
const kTokens = 20;
const kTyped = ' Could you also look over my draft and tell me what is missing';
const kBetweenKeys = 120; // ms, a fast typist; each keystroke is on the screen before the next

// Runs in the page before its own code. Notes when the first prediction is in the document and when it is painted,
// and where the page's worker and its model come from.
function observe() {
  const seen = (globalThis.heedBench = {});
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=meter][aria-valuenow]')) return;
    observer.disconnect();
    seen.inDocument = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (seen.painted = performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  globalThis.Worker = class extends Worker {
    constructor(...from) {
      super(...from);
      seen.worker = [String(from[0]), from[1]];
    }
    postMessage(message, ...rest) {
      if (message.kind === 'open') seen.source = message.source;
      super.postMessage(message, ...rest);
    }
  };
}

async function openPage(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.heedBench?.painted);
  return page;
}

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

// Runs in the page: a second worker like the page's own, so that nothing is drawn meanwhile.
async function analyseOften({ text, warmUp, runs }) {
  const { worker: from, source } = globalThis.heedBench;
  const worker = new Worker(...from);
  let request = 0;
  const ask = (command) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === 'failed') reject(new Error(data.message));
        else if (data.kind !== 'progress') resolve(data);
      };
      worker.postMessage({ ...command, request: ++request });
    });
  await ask({ kind: 'open', source });
  const engine = [];
  const roundTrip = [];
  let tokens = 0;
  for (let run = -warmUp; run < runs; ++run) {
    const began = performance.now();
    const { result } = await ask({ kind: 'analyse', model: source.name, text });
    if (run < 0) continue;
    roundTrip.push(performance.now() - began);
    engine.push(result.milliseconds);
    tokens = result.analysis.tokens.length;
  }
  worker.terminate();
  return { engine, roundTrip, tokens };
}

async function measureEngine(page, runs) {
  const measured = await page.evaluate(analyseOften, { text: kSentence, warmUp: 100, runs });
  if (measured.tokens !== kTokens)
    throw new Error(`the sentence has ${measured.tokens} tokens, not ${kTokens}`);
  return measured;
}

// Processor milliseconds that the page's main thread has worked so far, by kind: a busy machine adds no waiting to them.
async function workMeter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted) => 1000 * metrics.find(({ name }) => name === `${wanted}Duration`).value;
    const [all, script, style, layout] = ['Task', 'Script', 'RecalcStyle', 'Layout'].map(of);
    return { all, script, style, layout, 'paint and the rest': all - script - style - layout };
  };
}

async function measureKeystrokes(page, keys) {
  const box = page.getByRole('textbox', { name: 'Sentence' });
  await box.fill(kSentence);
  await box.press('End');
  await wait(500);
  const worked = await workMeter(page);
  const before = await worked();
  await page.evaluate(() => performance.clearMeasures());
  await page.keyboard.type(kTyped.repeat(Math.ceil(keys / kTyped.length)).slice(0, keys), {
    delay: kBetweenKeys,
  });
  await wait(500);
  const after = await worked();
  const work = Object.entries(after).map(([kind, ms]) => [kind, (ms - before[kind]) / keys]);
  const keystrokes = await page.evaluate(() =>
    performance.getEntriesByName('heed:keystroke-to-paint').map(({ duration }) => duration),
  );
  return { keystrokes, work };
}

async function measureOpenPage(runs, keys) {
  const home = await host();
  const browser = await launch();
  try {
    const page = await openPage(browser, home.address);
    const engine = await measureEngine(page, runs);
    return { ...engine, ...(await measureKeystrokes(page, keys)) };
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

function printWork(work) {
  console.log('\nwork of the page for a keystroke, processor milliseconds of its main thread (mean)');
  for (const [kind, ms] of work) row(kind, [ms.toFixed(1)]);
}

function printBytes(sent) {
  const total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log('\nserved before the first prediction, bytes');
  for (const [kind, bytes] of [...sent].sort((a, b) => b[1] - a[1])) row(kind, [bytes.toLocaleString('en')]);
  row('in all', [total.toLocaleString('en')], `≤ 1,000,000${total <= 1e6 ? '' : ', MISSED'}`);
}

function readArguments() {
  const options = {
    visits: { type: 'string', default: '10' },
    runs: { type: 'string', default: '200' },
    keys: { type: 'string', default: '60' },
  };
  const { values } = parseArgs({ options });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!/^[1-9]\d{0,4}$/.test(value))
        throw new Error(`--${name} ${value}: a number from 1 to 99999 is expected`);
      return [name, Number(value)];
    }),
  );
}

async function main() {
  const { visits, runs, keys } = readArguments();
  const [load] = loadavg();
  const first = [];
  for (let visit = 0; visit < visits; ++visit) first.push(await firstVisit());
  const open = await measureOpenPage(runs, keys);
  console.log(
    `The built page in Chromium, served from this machine (processors: ${availableParallelism()}, load: ${load.toFixed(1)})\n`,
  );
  row('milliseconds', ['median', '95 %', 'min'], 'target for the median');
  timeRow(`engine, ${kTokens} tokens`, open.engine, 3, 1);
  timeRow('the same, page to worker and back', open.roundTrip, 3);
  timeRow('keystroke to painted', open.keystrokes, 1, 16.7);
  timeRow(
    'navigation to prediction painted',
    first.map(({ painted }) => painted),
    0,
    300,
  );
  timeRow(
    'navigation to prediction in the document',
    first.map(({ inDocument }) => inDocument),
    0,
  );
  printWork(open.work);
  printBytes(first[0].sent);
}

await main().catch((error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
