// How long a model of real size takes from the click until its first analysis in the page, downloaded from a server on
// this machine and then from the browser's own storage. Run by ./dev bench bert.
import { createReadStream, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../../web/serve.mjs';
import { launchIn } from './browser.mjs';

const { values: options } = parseArgs({ options: { models: { type: 'string' }, dist: { type: 'string', default: 'dist' } } });
const NAME = 'distilbert', LIMIT = 2.5, ROUNDS = 3;
const files = ['config.json', 'vocab.txt', 'model.safetensors'];
const place = (file) => join(options.models, NAME, file);
const sizeOf = (file) => statSync(place(file)).size;

function answer(request, response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (request.url.startsWith('/api/')) {
    const list = files.map((file) => ({ type: 'file', path: file, size: sizeOf(file) }));
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
  }
  const file = request.url.split('/').at(-1);
  response.setHeader('content-length', sizeOf(file));
  createReadStream(place(file), { highWaterMark: 1 << 20 }).pipe(response);
}

// The page, with this hub in its policy instead of the one of Hugging Face.
function pageFor(hub, folder) {
  cpSync(options.dist, folder, { recursive: true });
  for (const name of ['index.html', '_headers']) {
    const text = readFileSync(join(folder, name), 'utf8').replace('https://huggingface.co', hub);
    writeFileSync(join(folder, name), text);
  }
}

const analysed = (page) =>
  page.waitForFunction(() => /\[CLS\]/.test(document.querySelector('[aria-label="Tokens"]')?.textContent ?? ''), null, { polling: 20 });
async function seconds(act) {
  const begun = performance.now();
  await act();
  return (performance.now() - begun) / 1000;
}

// A profile of its own, on the disk as a visitor's is.
async function round(address, hub, profile) {
  rmSync(profile, { recursive: true, force: true });
  const context = await launchIn(profile);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.addInitScript((at) => (window.heedHub = at), hub);
  await page.goto(`${address}#section=models`);
  await page.getByRole('textbox', { name: 'Model on the Hub' }).fill(`bench/${NAME}`);
  await page.getByRole('button', { name: 'How large is it?' }).click();
  const button = page.getByRole('button', { name: 'Download', exact: true });
  await button.waitFor();
  const first = await seconds(() => button.click().then(() => analysed(page)));
  const again = await seconds(() => page.reload().then(() => analysed(page)));
  await context.close();
  return [first, again];
}

const folder = mkdtempSync(join(tmpdir(), 'heed-open-'));
const hub = createServer(answer).listen(0, '127.0.0.1');
await new Promise((done) => hub.once('listening', done));
const address = `http://127.0.0.1:${hub.address().port}`;
pageFor(address, join(folder, 'dist'));
const server = await serve({ folder: join(folder, 'dist'), port: 0 });
try {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++)
    rounds.push(await round(`http://127.0.0.1:${server.address().port}/`, address, join(folder, 'profile')));
  const row = (of) => rounds.map((times) => `${times[of].toFixed(2)} s`).join('  ');
  const missed = Math.min(...rounds.map(([first]) => first)) > LIMIT ? '   MISSED' : '';
  console.log(`${NAME}, ${(sizeOf('model.safetensors') / 1e6).toFixed(0)} MB, in the page, from the click to its first analysis`);
  console.log(`  downloaded from this machine   ${row(0)}   ≤ ${LIMIT} s${missed}`);
  console.log(`  from the browser’s storage     ${row(1)}   the page's own loading included`);
} finally {
  server.close();
  hub.close();
  rmSync(folder, { recursive: true, force: true });
}
