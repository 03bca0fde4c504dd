// The analysis as one page: what it shows, opened from a disk in both browsers, without a network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assembled, kWhere } from '../../web/one-file/make.mjs';
import { rampFor } from '../../web/src/colour/ramp.ts';
import { kLongestName, kLongestToken } from '../../web/src/text/in-a-line.ts';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, test } from './browser/harness.mjs';
import { button, contributions, openWith, readGrid, readMeters } from './browser/heed.mjs';

const heed = process.env.HEED ?? fileURLToPath(new URL('../../build/native/heed', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heed-one-file-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

const kText = 'Please send me the <b>report</b></script><script>alert(1)</script> today';

test('the form is what its parts make, small, and allows nothing but itself', () => {
  const form = readFileSync(kWhere, 'utf8');
  assert.equal(form, assembled(), 'run: node web/one-file/make.mjs');
  assert.ok(form.length <= 60_000, `${form.length} bytes`);
  assert.match(form, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
  assert.doesNotMatch(form, /https?:|@import|url\(/);
  // Its ramps are the page's own, at nine places.
  const script = readFileSync(new URL('../../web/one-file/view.js', import.meta.url), 'utf8');
  for (const [name, dark] of [
    ['kLight', false],
    ['kDark', true],
  ]) {
    const stops = JSON.parse(
      new RegExp(`${name} = (\\[[^;]*\\]);`).exec(script)[1].replaceAll(/,(?=\s*\])/g, ''),
    );
    assert.deepEqual(
      stops,
      Array.from({ length: 9 }, (_, i) => [...rampFor(dark).at(i / 8).rgb]),
      name,
    );
  }
});

test('the page saves one that shows the same without it', async ({ page, address, context }) => {
  await openWith(page, address, 'Please send it', ['please', 'send', 'it']);
  const { weights } = await eventually(() => readGrid(page));
  // What each word adds is in the file once the page can say it.
  await contributions(page).first().waitFor();
  const meters = await readMeters(page);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download HTML').click()]);
  assert.equal(file.suggestedFilename(), 'heed-enron-request-attention.html');
  const path = join(folder, 'page.html');
  await file.saveAs(path);
  const other = await context.newPage();
  await useAxe(other);
  await other.goto(pathToFileURL(path).href);
  const cells = other.getByRole('grid', { name: 'Attention' }).getByRole('gridcell');
  const shown = await cells.evaluateAll((all) =>
    all.map((cell) => Number(/[\d.]+$/.exec(cell.ariaLabel)[0])),
  );
  assert.equal(shown.length, 9);
  weights
    .flat()
    .forEach((weight, i) => assert.ok(Math.abs(weight - shown[i]) < 0.0011, `${weight} ${shown[i]}`));
  const text = (await other.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  for (const [label, probability] of Object.entries(meters))
    assert.ok(text.includes(`${label.replace('_', ' ')} ${probability.toFixed(3)}`), text);
  assert.equal(await other.getByRole('list', { name: 'Contributions' }).getByRole('listitem').count(), 5);
  // Walked by keyboard, and said.
  await cells.first().focus();
  await other.keyboard.press('ArrowRight');
  await other.getByText(/^Row please gives 0\.\d{3} of its attention to send\.$/).waitFor();
  await scan(other, 'the one-file page');
  await other.close();
});

test('what the German page saves is in German, every word of it', async ({ page, address, context }) => {
  await page.goto(`${address}de.html#text=Please+send+it`);
  await page.getByRole('grid', { name: 'Attention' }).getByRole('gridcell').nth(8).waitFor();
  await page.locator('.contribution').first().waitFor();
  const save = page.getByRole('button', { name: 'HTML herunterladen' });
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const path = join(folder, 'german.html');
  await file.saveAs(path);
  const other = await context.newPage();
  await other.goto(pathToFileURL(path).href);
  const cells = other.getByRole('grid', { name: 'Attention' }).getByRole('gridcell');
  assert.match(await cells.nth(1).getAttribute('aria-label'), /^please zu send, 0,\d{3}$/);
  await cells.first().focus();
  await other.keyboard.press('ArrowRight');
  await other.getByText(/^Zeile please gibt 0,\d{3} ihrer Attention an send\.$/).waitFor();
  assert.equal(await other.evaluate(() => document.documentElement.lang), 'de');
  const named = await other.evaluate(() =>
    [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel),
  );
  const text = `${await other.locator('body').innerText()} ${named.join(' ')}`;
  assert.match(text, /Beitrag jedes Wortes\s+zum Score von/);
  assert.match(readFileSync(path, 'utf8'), /<html lang="de">[^]*<noscript>Diese Seite braucht JavaScript/);
  const english = /\b(the|what|word|weight|row|of|is|texts|class|layer|head|sum|sentence)\b/i;
  assert.doesNotMatch(text, english);
  await other.close();
});

test('what a stranger has called a model, its classes and its words stays in a line', async ({
  page,
  watch,
}) => {
  const odd = (text) => `${text}\u202e\u001b[31m\n${'x'.repeat(100_000)}`;
  const [label, token] = [odd('good_'), odd('warm')];
  const item = {
    text: 'warm film',
    tokens: [token, 'film'].map((text) => ({ text, known: true })),
    classes: [label, 'bad'].map((one, i) => ({ label: one, probability: i ? 0.1 : 0.9 })),
    prediction: label,
    contributions: [{ class: label, bias: 0, sum: 1, terms: [0.7, 0.3] }],
    maps: [{ layer: 0, heads: 1, rows: 2, weights: '/3//f/9//38=' }],
  };
  const data = { model: { name: odd('mine'), task: odd('Judges films.') }, items: [item, item] };
  const path = join(folder, 'stranger.html');
  writeFileSync(
    path,
    readFileSync(kWhere, 'utf8').replace('@DATA@', () => JSON.stringify(data)),
  );
  await page.goto(pathToFileURL(path).href);
  const longest = (selector) =>
    page
      .locator(selector)
      .evaluateAll((all) => Math.max(...all.map(({ textContent }) => textContent.length)));
  for (const selector of ['#classes bdi', '#verdict', '#class option', '#rows td:nth-child(3)'])
    assert.equal(await longest(selector), kLongestName, selector);
  assert.ok((await longest('#model')) <= kLongestName + 6);
  for (const selector of ['#terms bdi', '#map th', '#task'])
    assert.ok((await longest(selector)) <= kLongestToken, selector);
  const said = await page.evaluate(() =>
    [...document.querySelectorAll('#map [aria-label]')].map(({ ariaLabel }) => ariaLabel).join(''),
  );
  const shown = `${await page.title()}${said}${await page.locator('body').innerText()}`;
  assert.doesNotMatch(shown, /[\u202e\u001b]/);
  watch.requests = [];
});

function written(name, ...given) {
  const path = join(folder, name);
  const { status, stderr } = spawnSync(heed, ['predict', '--html', path, ...given], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return path;
}

test.describe(() => {
  test.skip(!existsSync(heed), 'the command line is not built');

  test('the command line writes several texts with an index, all heads, and no markup of theirs', async ({
    page,
    watch,
  }) => {
    const path = written(
      'texts.html',
      '--model',
      join(root, 'assets/models/heed-small-sentiment'),
      kText,
      'A dull film.',
      'I loved it!',
    );
    await page.goto(pathToFileURL(path).href);
    const index = page.getByRole('navigation', { name: 'Texts' }).getByRole('button');
    assert.equal(await index.count(), 3);
    assert.equal(await page.locator('#text').textContent(), kText);
    assert.equal(await page.locator('script').count(), 2);
    await index.nth(2).click();
    assert.equal(await page.locator('#text').textContent(), 'I loved it!');
    const label = () => page.getByRole('gridcell').nth(1).getAttribute('aria-label');
    const first = await label();
    await page.getByRole('combobox', { name: 'Head' }).selectOption('3');
    assert.notEqual(await label(), first);
    await page.getByRole('combobox', { name: 'Layer' }).selectOption('3');
    await page.getByRole('combobox', { name: 'Head' }).selectOption('mean');
    assert.deepEqual(watch.noise, []);
    watch.requests = [];
  });

  test('a text that is longer than what is read says so, and its map is one picture', async ({
    page,
    watch,
  }) => {
    const path = written(
      'long.html',
      '--model',
      join(root, 'assets/models/enron-request'),
      'please send it '.repeat(300),
    );
    await useAxe(page);
    await page.goto(pathToFileURL(path).href);
    await page.getByText('The model reads 512 of these 900 tokens.').waitFor();
    const map = page.getByRole('img', { name: 'Attention' });
    assert.equal(await page.getByRole('gridcell').count(), 0, 'a quarter of a million cells');
    // A cell stands beside its row's word and below its column's, pointed at or walked to, and is said.
    const weights = await page.evaluate(() => {
      const { items } = JSON.parse(document.getElementById('data').textContent);
      const bytes = Uint8Array.from(atob(items[0].maps[0].weights), (c) => c.charCodeAt(0));
      return [...new Uint16Array(bytes.buffer)].map((one) => one / 65535);
    });
    const says = (q, k) => {
      const word = (i) => ['please', 'send', 'it'][i % 3];
      const share = weights[512 * q + k].toFixed(3);
      return page.getByText(`Row ${word(q)} gives ${share} of its attention to ${word(k)}.`).waitFor();
    };
    const at = await map.boundingBox();
    const column = await page.locator('#map thead th').nth(7).boundingBox();
    const row = await page.locator('#map tbody th').nth(10).boundingBox();
    const place = { x: column.x + column.width / 2 - at.x, y: row.y + row.height / 2 - at.y };
    await map.hover({ position: place });
    await says(10, 7);
    await map.focus();
    await page.keyboard.press('ArrowDown');
    await says(11, 7);
    await page.keyboard.press('End');
    await says(11, 511);
    assert.equal(await page.locator('#map .is-at').count(), 3, 'the cell, its row and its column');
    await scan(page, 'the one-file page of a long text');
    watch.requests = [];
  });

  test('rows of a file are a page too', async ({ page, watch }) => {
    const rows = join(folder, 'rows.csv');
    writeFileSync(rows, 'text,label\n"Please call me, now",request\n"We had ""lunch""",no_request\n');
    const path = written('rows.html', '--model', join(root, 'assets/models/enron-request'), '--data', rows);
    await page.goto(pathToFileURL(path).href);
    assert.equal(await page.getByRole('navigation', { name: 'Texts' }).getByRole('button').count(), 2);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('combobox').count(), 0, 'no control is printed');
    watch.requests = [];
  });
});
