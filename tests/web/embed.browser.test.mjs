// <heed-attention> in plain pages of another origin, under policies of theirs: what it shows, says, tells of, and costs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressed } from './sizes.mjs';
import { scan, useAxe } from './browser/axe.mjs';
import { dist, eventually, given, host, test } from './browser/harness.mjs';
import { cells, contributions, grid, meters, openWith, readGrid, sentence } from './browser/heed.mjs';

const kText = 'Please send me the report';
const kWords = ['please', 'send', 'me', 'the', 'report'];

let folder; // what the site of others serves
let page; // that site
let heed; // ours
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heed-embed-'));
  heed = await host();
  page = await host(folder);
});
test.afterAll(async () => {
  await page.stop();
  await heed.stop();
  rmSync(folder, { recursive: true });
});

// A page of the other site: `policy` with HEED for our origin.
let count = 0;
function written(
  body,
  policy = "default-src 'none'; script-src HEED 'wasm-unsafe-eval'; connect-src HEED; worker-src blob:",
) {
  const name = `page-${count++}.html`;
  const origin = heed.address.replace(/\/$/, '');
  writeFileSync(join(folder, 'index.html'), '');
  writeFileSync(
    join(folder, name),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of others</title>
<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('HEED', origin)}">
<script type="module" src="${heed.address}embed/heed-attention.js"></script></head>
<body><main><h1>A page of others</h1>${body}</main></body></html>`,
  );
  return page.address + name;
}
const element = (attributes = '', text = kText) =>
  `<heed-attention text="${text}" ${attributes}></heed-attention>`;

test.use({ address: ({}, use) => use(page.address) });
// No third host is asked for anything.
test.afterEach(({ watch }) => {
  watch.requests = watch.requests.filter((url) => !url.startsWith(heed.address));
});

test('three on one page: a map, reasons and arcs, which are the page’s own', async ({
  page,
  context,
  watch,
}) => {
  await page.goto(written(element('editable') + element('view="why"') + element('view="arcs" theme="dark"')));
  await cells(page).first().waitFor();
  await contributions(page).first().waitFor();
  await page.getByRole('region', { name: 'Arcs' }).waitFor();
  const { rows, columns, weights } = await readGrid(page);
  assert.deepEqual(rows, kWords);
  assert.deepEqual(columns, kWords);
  const said = await contributions(page).evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.equal(said.length, 5);
  const engines = watch.requests.filter((url) => /\.wasm$/.test(url));
  assert.equal(engines.length, 2, 'one engine that reads, one that explains, for all');
  const ours = await context.newPage();
  await openWith(ours, heed.address, kText, kWords);
  assert.deepEqual((await eventually(() => readGrid(ours))).weights, weights);
  await contributions(ours).first().waitFor();
  const reasons = await contributions(ours).evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(said, reasons);
  await ours.close();
});

given({ noise: /worker-src|Worker/ }, () =>
  test('where a policy allows no worker, it computes in the page', async ({ page }) => {
    const policy =
      "default-src 'none'; script-src HEED 'wasm-unsafe-eval'; connect-src HEED; worker-src 'none'";
    await page.goto(written(element('editable'), policy));
    await cells(page).first().waitFor();
    await sentence(page).fill('could you call me');
    await eventually(async () => assert.equal(await cells(page).count(), 16));
  }),
);

given({ noise: /unsafe-eval|ArrayBuffer instantiation/ }, () =>
  test('a policy without wasm-unsafe-eval is said, with what it has to allow', async ({ page }) => {
    const policy = "default-src 'none'; script-src HEED; connect-src HEED; worker-src blob:";
    await page.goto(written(element(), policy));
    await page
      .getByRole('alert')
      .filter({ hasText: "must allow 'wasm-unsafe-eval' in script-src" })
      .waitFor();
  }),
);

test('engine and element are at most 250,000 bytes, compressed, before the first map', async ({
  page,
  watch,
}) => {
  await page.goto(written(element('editable')));
  await cells(page).first().waitFor();
  const files = [...new Set(watch.requests)].filter((url) => url.startsWith(`${heed.address}embed/`));
  assert.ok(files.some((url) => url.endsWith('.wasm')) && files.length > 3, files.join(' '));
  const bytes = files.reduce((sum, url) => sum + compressed(join(dist, new URL(url).pathname)), 0);
  assert.ok(bytes <= 250_000, `${bytes}`);
});

test('attributes and properties are one, and events tell what happened', async ({ page }) => {
  await page.goto(written(''));
  const first = await page.evaluate(async (text) => {
    await customElements.whenDefined('heed-attention');
    const one = document.createElement('heed-attention');
    globalThis.heard = [];
    for (const name of ['heed-ready', 'heed-analysis', 'heed-point', 'heed-error'])
      document.addEventListener(name, ({ detail }) => globalThis.heard.push([name, detail]));
    one.text = text;
    document.body.append(one);
    await new Promise((done) => one.addEventListener('heed-analysis', done, { once: true }));
    const { analysis } = one;
    const [map] = analysis.maps;
    return {
      tokens: analysis.tokens.map((token) => text.slice(token.start, token.end)),
      prediction: analysis.prediction.label,
      shape: [map.layer, map.heads, map.rows, map.columns, map.weights.length],
      sums: [0, 1, 2, 3, 4].map((row) => map.weights.slice(5 * row, 5 * row + 5).reduce((a, b) => a + b)),
    };
  }, kText);
  assert.deepEqual(first.tokens, kText.split(' '));
  assert.equal(first.prediction, 'request');
  assert.deepEqual(first.shape, [0, 1, 5, 5, 25]);
  for (const sum of first.sums) assert.ok(Math.abs(sum - 1) < 1e-5, `${sum}`);
  const changed = await page.evaluate(async () => {
    const one = document.querySelector('heed-attention');
    one.setAttribute('numbers', '');
    one.view = 'why';
    one.setAttribute('layer', '-1');
    await new Promise((done) => one.addEventListener('heed-analysis', done, { once: true }));
    const [of] = one.analysis.contributions;
    const sum = of.terms.reduce((a, b) => a + b, of.bias);
    return {
      numbers: one.numbers,
      view: one.getAttribute('view'),
      layer: one.layer,
      off: Math.abs(sum - of.score),
    };
  });
  assert.ok(changed.off < 1e-4, `${changed.off}`);
  assert.deepEqual({ ...changed, off: 0 }, { numbers: true, view: 'why', layer: null, off: 0 });
  const heard = await page.evaluate(() =>
    globalThis.heard.map(([name, detail]) => [name, detail?.message ?? detail?.classes ?? null]),
  );
  assert.deepEqual(heard[0], ['heed-ready', ['no_request', 'request']]);
  assert.ok(
    heard.some(
      ([name, message]) =>
        name === 'heed-error' && /layer="-1": expected a whole number from 0 up/.test(message),
    ),
    JSON.stringify(heard),
  );
});

test('by keyboard and for screen readers, it is the page’s map', async ({ page }) => {
  await useAxe(page);
  await page.goto(written(element('editable') + element('view="why" editable') + element('view="arcs"')));
  await cells(page).first().waitFor();
  await contributions(page).first().waitFor();
  await cells(page).first().focus();
  await page.keyboard.press('ArrowRight');
  assert.match(
    await page.evaluate(() => document.querySelector('heed-attention').shadowRoot.activeElement.ariaLabel),
    /^please to send, 0\.\d{3}$/,
  );
  await page.getByText(/^Row please gives 0\.\d{3}/).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'pinned; release (Escape)' }).first().waitFor();
  await page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await page.getByRole('button', { name: /pinned/ }).count(), 0));
  await contributions(page).first().focus();
  await page.keyboard.press('ArrowDown');
  assert.match(
    await page.evaluate(
      () => document.querySelectorAll('heed-attention')[1].shadowRoot.activeElement.ariaLabel,
    ),
    /^send, /,
  );
  await page.getByRole('button', { name: 'Why no request' }).click();
  await page.getByText('Contribution of each word to the score of no request').waitFor();
  await scan(page, 'three elements');
});

test('an encoder, a folder elsewhere, a name of none and a folder of none', async ({ page, watch }) => {
  const folderOf = (id) => `${heed.address}models/${id}`;
  await page.goto(
    written(
      element('model="heed-small-sentiment" head="mean"', 'I loved this film') +
        element(`model="${folderOf('emotions')}/"`, 'I am happy'),
    ),
  );
  await eventually(async () => assert.equal(await meters(page).count(), 2 + 7));
  await eventually(async () =>
    assert.equal(await grid(page).first().getByRole('gridcell').count(), 36, 'with [CLS] and [SEP]'),
  );
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ label: '1' });
  assert.equal(await page.evaluate(() => document.querySelector('heed-attention').layer), 1);
  await page.goto(written(element('model="nonesuch"') + element(`model="${folderOf('nonesuch')}"`)));
  await page
    .getByRole('alert')
    .filter({ hasText: 'there is no model "nonesuch": expected enron-request' })
    .waitFor();
  await page.getByRole('alert').filter({ hasText: 'the server answered 404' }).waitFor();
  watch.noise = watch.noise.filter((line) => !/404/.test(line));
});

test('typed markup stays text; nothing typed, nothing drawn; a long text says what is read', async ({
  page,
}) => {
  await page.goto(written(element('editable', '')));
  await page.getByText('There are no words to attend to.').waitFor();
  await sentence(page).fill('<img src=x onerror=alert(1)> please');
  await cells(page).first().waitFor();
  assert.equal(await page.locator('heed-attention img').count(), 0);
  await sentence(page).fill('please send it '.repeat(300));
  await page.getByText('The model reads 512 of these 900 tokens.').waitFor();
});

for (const width of [320, 1200])
  test(`it fits what holds it, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(
      written(
        element('editable') +
          element('view="why"') +
          element('view="arcs"') +
          element('model="emotions" numbers'),
      ),
    );
    await eventually(async () => assert.equal(await grid(page).count(), 2));
    await contributions(page).first().waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
  });
