// What leaves the page as a file: the drawing on the screen, its numbers, and the whole analysis.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually, test } from './browser/harness.mjs';
import { button, grid, meters, openWith, readGrid, readMeters, sentence, write } from './browser/heed.mjs';

const kText = 'Please send it to me, today.';
const kTokens = ['please', 'send', 'it', 'to', 'me', ',', 'today', '.'];

const openText = ({ page, address }) => openWith(page, address, kText, kTokens);

async function download(page, kind) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download ${kind}`).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

// A drawing as an XML parser sees it.
function parseSvg(page, text) {
  return page.evaluate((source) => {
    const xml = new DOMParser().parseFromString(source, 'image/svg+xml');
    const root = xml.documentElement;
    const all = (name) => [...xml.getElementsByTagName(name)];
    return {
      error: xml.querySelector('parsererror')?.textContent ?? null,
      root: root.tagName,
      size: [root.getAttribute('width'), root.getAttribute('height')].map(Number),
      texts: all('text').map((element) => element.textContent),
      titles: all('title').map((element) => element.textContent),
      ramps: all('linearGradient').map((element) => element.childElementCount),
      images: all('image').length,
      paths: all('path').length,
      scripts:
        all('script').length +
        [...xml.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/.test(a.name)))
          .length,
    };
  }, text);
}

async function downloadSvg(page) {
  const { name, bytes } = await download(page, 'SVG');
  const svg = await parseSvg(page, bytes.toString('utf8'));
  assert.equal(svg.error, null);
  assert.equal(svg.root, 'svg');
  assert.equal(svg.scripts, 0);
  return { name, ...svg };
}

// Rows of a CSV file (RFC 4180).
function parseCsv(text) {
  assert.ok(text.endsWith('\r\n'));
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
}

test('SVG: the map with real text, every weight, the sentence and the legend', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  const { weights } = await eventually(() => readGrid(page));
  const svg = await downloadSvg(page);
  assert.equal(svg.name, 'heed-enron-request-attention.svg');
  for (const text of kTokens)
    assert.equal(svg.texts.filter((shown) => shown === text).length, 2, `"${text}" heads a row and a column`);
  assert.ok(svg.texts.includes(kText));
  assert.deepEqual(svg.ramps, [13]);
  for (const end of ['0.125×', '8× equal, 0.125'])
    assert.ok(svg.texts.includes(end), `the legend ends in ${end}`);
  assert.ok(
    svg.texts.some((text) => /query/.test(text) && /key/.test(text)),
    'the direction is said',
  );
  const cells = weights.flatMap((row, q) =>
    row.map((weight, k) => `${kTokens[q]} to ${kTokens[k]}, ${weight.toFixed(3)}`),
  );
  assert.deepEqual(svg.titles.slice(1), cells);
});

test('SVG: arcs and numbers are drawn as they are on the screen', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  await page.getByText('Arcs', { exact: true }).click();
  await page.getByRole('img', { name: /^Arcs connect/ }).waitFor();
  const arcs = await downloadSvg(page);
  assert.ok(arcs.paths > 0);
  for (const text of kTokens) assert.ok(arcs.texts.includes(text));
  await page.getByText('Numbers', { exact: true }).click();
  await grid(page).waitFor();
  const numbers = await downloadSvg(page);
  assert.ok(numbers.texts.filter((text) => /^(\.\d{3}|0|1)$/.test(text)).length >= 64);
});

test('SVG: markup and control characters in the text stay text', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  const text = '<script>alert(1)</script> & "it" \u0007 ]]>';
  await sentence(page).fill(text);
  await eventually(async () => assert.ok((await readGrid(page)).rows[0].startsWith('<script>alert')));
  const svg = await downloadSvg(page);
  assert.ok(
    svg.texts.some((shown) => shown.includes('<script>alert(1)</script> & "it"')),
    svg.texts.join('\n'),
  );
});

test('SVG: a map of many tokens stays one small picture', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  await sentence(page).fill('send me this '.repeat(70));
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '211'));
  const svg = await downloadSvg(page);
  assert.equal(svg.images, 1);
});

test('PNG: the same drawing, two pixels for each of the screen’s', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  const { size } = await downloadSvg(page);
  const { name, bytes } = await download(page, 'PNG');
  assert.equal(name, 'heed-enron-request-attention.png');
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.deepEqual(
    [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    size.map((side) => 2 * side),
  );
  const colours = await page.evaluate(async (base64) => {
    const blob = await new Response(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))).blob();
    const picture = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, bytes.toString('base64'));
  assert.ok(colours > 20, `a drawing has many colours, not ${colours}`);
});

test('CSV: token headers, and the weights of the map', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  const { weights } = await eventually(() => readGrid(page));
  const { name, bytes } = await download(page, 'CSV');
  assert.equal(name, 'heed-enron-request-attention.csv');
  const [[corner, ...columns], ...rows] = parseCsv(bytes.toString('utf8'));
  assert.match(corner, /query.*key/);
  assert.deepEqual(columns, kTokens);
  assert.deepEqual(
    rows.map(([text]) => text),
    kTokens,
  );
  const values = rows.map(([, ...row]) => row.map(Number));
  assert.deepEqual(
    values.map((row) => row.map((value) => Number(value.toFixed(3)))),
    weights,
  );
  for (const row of values) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
});

test('JSON: the analysis of the contract, with its weights', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  const { weights } = await eventually(() => readGrid(page));
  const said = await readMeters(page);
  const { name, bytes } = await download(page, 'JSON');
  assert.equal(name, 'heed-enron-request-attention.json');
  const analysis = JSON.parse(bytes.toString('utf8'));
  assert.equal(analysis.model, 'enron-request');
  assert.equal(analysis.text, kText);
  assert.deepEqual(
    analysis.tokens.map(({ text }) => text),
    kTokens,
  );
  for (const { text, id, start, end, known, special, word } of analysis.tokens) {
    assert.equal(kText.slice(start, end).toLowerCase(), text);
    assert.deepEqual([typeof id, typeof known, special, typeof word], ['number', 'boolean', false, 'number']);
  }
  // A meter is called as people read its class.
  const read = (label) => label.replaceAll('_', ' ');
  assert.deepEqual(
    analysis.classes.map(({ label }) => read(label)),
    await meters(page).evaluateAll((all) => all.map((m) => m.ariaLabel)),
  );
  for (const { label, probability } of analysis.classes)
    assert.ok(Math.abs(said[label] - probability) < 1e-6);
  const best = analysis.classes.reduce((a, b) => (a.probability >= b.probability ? a : b));
  assert.deepEqual(analysis.prediction, best);
  const [map] = analysis.attention;
  assert.deepEqual([map.kind, map.layer, map.shape], ['self', 0, [1, 8, 8]]);
  assert.deepEqual(
    map.weights[0].map((row) => row.map((value) => Number(value.toFixed(3)))),
    weights,
  );
  const received = kTokens.map((_, key) => map.weights[0].reduce((all, row) => all + row[key], 0));
  received.forEach((value, i) => assert.ok(Math.abs(value - analysis.received[i]) < 1e-4));
  assert.equal(analysis.top_pairs.length, 8);
  for (const { layer, head, query, key, weight } of analysis.top_pairs) {
    assert.deepEqual([layer, head], [0, 0]);
    assert.ok(Math.abs(map.weights[0][query][key] - weight) < 1e-6);
  }
});

test('with nothing to draw there is nothing to download', async ({ visit }) => {
  const { page } = visit;
  await openText(visit);
  await write(page, '', []);
  for (const kind of ['SVG', 'PNG', 'CSV', 'JSON'])
    assert.ok(await button(page, `Download ${kind}`).isDisabled(), kind);
});
