// What this machine's browser takes for a page that is a text field and nothing else: no page gets below it. For web.mjs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { host, launch } from './browser.mjs';
import { beginSentence, openPage, typeKeys } from './web_keys.mjs';

// With the marks of the real page: a meter once there is something to see, a measure from each keystroke to its frame.
const kPage = `<!doctype html><meta charset="utf-8"><title>a text field</title>
<textarea aria-label="Sentence" rows="4" cols="80"></textarea><div role="meter" aria-valuenow="0">0</div>
<script>
  document.querySelector('textarea').oninput = ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.measure('heed:keystroke-to-paint', { start: timeStamp, end: performance.now() });
    requestAnimationFrame(() => port2.postMessage(null));
  };
</script>`;

async function visit(address, keys) {
  const browser = await launch();
  try {
    const page = await openPage(browser, address);
    const { painted } = await page.evaluate(() => globalThis.heedBench);
    if (keys === 0) return { painted, keystrokes: [] };
    await beginSentence(page);
    return { painted, keystrokes: await typeKeys(page, keys) };
  } finally {
    await browser.close();
  }
}

// { painted: ms of a first visit each, keystrokes: ms each, of the last of them }.
export async function measureFloor(visits, keys) {
  const folder = mkdtempSync(join(tmpdir(), 'heed-bench-'));
  writeFileSync(join(folder, 'index.html'), kPage);
  const home = await host(folder);
  try {
    const seen = [];
    while (seen.length < visits) seen.push(await visit(home.address, seen.length + 1 < visits ? 0 : keys));
    return { painted: seen.map(({ painted }) => painted), keystrokes: seen.at(-1).keystrokes };
  } finally {
    home.stop();
    rmSync(folder, { recursive: true });
  }
}
