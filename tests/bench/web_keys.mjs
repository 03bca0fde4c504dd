// What a keystroke costs in the built page, with each of the models that ship. For web.mjs.
import { setTimeout as wait } from 'node:timers/promises';
import { host, launch } from './browser.mjs';

// 20 words and signs.
const kSentence =
  'Please send me the signed contract before noon and let me know whether the meeting on Thursday suits you.';
const kTyped = ' Could you also look over my draft and tell me what is missing';
// A window that opens begins with pages of the browser's own, which take most of two processors; a visitor's is open.
const kWindowOpens = 1500; // ms
const kBetweenKeys = 120; // ms, a fast typist; each keystroke is on the screen before the next

// Runs in the page before its own code. Notes when keys are struck, when the first prediction is in the document and when it is painted,
// and where the page's worker and its model come from.
function observe() {
  const seen = (globalThis.heedBench = { keys: [] });
  addEventListener('keydown', ({ timeStamp }) => seen.keys.push(timeStamp), { capture: true });
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
      const [address, { name = '', ...options } = {}] = from;
      seen.worker = [String(address), options];
      if (name.startsWith('[')) seen.source = JSON.parse(name).find(({ kind }) => kind === 'open')?.source;
    }
    postMessage(message, ...rest) {
      if (message.kind === 'open') seen.source = message.source;
      super.postMessage(message, ...rest);
    }
  };
}

export async function openPage(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observe);
  await wait(kWindowOpens);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.heedBench?.painted);
  return page;
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
    const { answer } = await ask({ kind: 'analyse', model: source.name, text });
    if (run < 0) continue;
    roundTrip.push(performance.now() - began);
    engine.push(answer.result.milliseconds);
    tokens = answer.result.analysis.tokens.length;
  }
  worker.terminate();
  return { engine, roundTrip, tokens };
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

export async function beginSentence(page) {
  const box = page.getByRole('textbox', { name: 'Sentence' });
  await box.fill(kSentence);
  await box.press('End');
  await wait(500);
}

// Milliseconds from each key to the frame that shows its answer: from the key, not from the input event that comes of it
// once the browser has changed the text.
export async function typeKeys(page, keys) {
  await page.evaluate(() => performance.clearMeasures());
  await page.keyboard.type(kTyped.repeat(Math.ceil(keys / kTyped.length)).slice(0, keys), {
    delay: kBetweenKeys,
  });
  await wait(500);
  return page.evaluate(() =>
    performance
      .getEntriesByName('heed:keystroke-to-paint')
      .map(({ startTime, duration }) => startTime + duration - globalThis.heedBench.keys.findLast((key) => key <= startTime)),
  );
}

async function measureKeystrokes(page, keys) {
  await beginSentence(page);
  const worked = await workMeter(page);
  const before = await worked();
  const keystrokes = await typeKeys(page, keys);
  const after = await worked();
  const work = Object.entries(after).map(([kind, ms]) => [kind, (ms - before[kind]) / keys]);
  return { keystrokes, work };
}

// Measures one model: {engine, roundTrip, keystrokes} in ms each, {tokens} of the sentence, and {work} of the page.
export async function measureModel(model, runs, keys) {
  const home = await host();
  const browser = await launch();
  try {
    const page = await openPage(browser, `${home.address}#model=${model}`);
    const engine = await page.evaluate(analyseOften, { text: kSentence, warmUp: 100, runs });
    return { ...engine, ...(await measureKeystrokes(page, keys)) };
  } finally {
    await browser.close();
    home.stop();
  }
}
