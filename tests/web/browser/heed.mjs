// The page as a visitor with a screen reader knows it: everything is found by role and name.
import assert from 'node:assert/strict';
import { eventually } from './harness.mjs';

export const sentence = (page) => page.getByRole('textbox', { name: 'Sentence' });
export const modelBox = (page) => page.getByRole('combobox', { name: 'Model' });
export const meters = (page) => page.getByRole('meter');
export const grid = (page) => page.getByRole('grid', { name: 'Attention' });
export const cells = (page) => grid(page).getByRole('gridcell');
export const cell = (page, row, column) =>
  cells(page).and(page.locator(`[aria-label^="${row} to ${column}, "]`));
export const tokenStrip = (page) => page.getByRole('group', { name: 'Tokens' });
export const tokenButtons = (page) => tokenStrip(page).getByRole('button');
export const token = (page, text) =>
  tokenButtons(page).filter({ hasText: new RegExp(`^\\s*${literal(text)}\\s*$`) });
export const contributions = (page) => page.getByRole('list', { name: 'Contributions' }).getByRole('button');
export const pairs = (page) => page.getByRole('list', { name: 'Top pairs' });
export const status = (page) => page.getByRole('status');
// It says "Computing." while a keystroke is being answered.
export const statusSays = (page, pattern) =>
  eventually(async () => assert.match(await status(page).textContent(), pattern));
export const button = (page, name) => page.getByRole('button', { name, exact: true });

// A pattern of exactly these characters.
export const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const texts = (locator) => locator.evaluateAll((all) => all.map((element) => element.textContent.trim()));
const labels = (locator) =>
  locator.evaluateAll((all) => all.map((element) => element.getAttribute('aria-label')));

export const tokens = (page) => texts(tokenButtons(page));
export const tokenNames = (page) => labels(tokenButtons(page));

// The first visit shows a sentence of the page's own; its words are not known here.
export async function open(page, address, fragment = '') {
  await page.goto(address + fragment);
  await page.evaluate(() => document.fonts.ready);
}

export async function openAnalysed(page, address, fragment = '') {
  await open(page, address, fragment);
  await cells(page).first().waitFor();
}

export const linkTo = (text) => `#${new URLSearchParams({ model: 'enron-request', text })}`;

// Opens the page with this text, analysed. `expected`: its tokens.
export async function openWith(page, address, text, expected) {
  await open(page, address, linkTo(text));
  await showsTokens(page, expected);
}

export async function showsTokens(page, expected) {
  try {
    await eventually(async () => assert.deepEqual(await tokens(page), expected));
  } catch (error) {
    error.message += `\nThe status says: ${await status(page).textContent()}`;
    throw error;
  }
}

// Replaces the text and waits for its analysis.
export async function write(page, text, expected) {
  await sentence(page).fill(text);
  await showsTokens(page, expected);
}

const spoken = (piece) => piece.replace(/^…(.+)$/, '$1 (continues a word)');

// The heat map as it is named: { rows, columns, weights[query][key] }. Each cell's name must agree with its headers.
export async function readGrid(page) {
  const rows = await texts(grid(page).getByRole('rowheader'));
  const columns = await texts(grid(page).getByRole('columnheader'));
  const names = await labels(cells(page));
  assert.equal(names.length, rows.length * columns.length, 'one cell for each query and key');
  const weights = rows.map((row, query) =>
    columns.map((column, key) => {
      const name = names[query * columns.length + key];
      const begin = `${spoken(row)} to ${spoken(column)}, `;
      assert.ok(name.startsWith(begin), `"${name}" begins with "${begin}"`);
      assert.match(name.slice(begin.length), /^[01]\.\d{3}$/, `"${name}" ends in three decimals`);
      return Number(name.slice(begin.length));
    }),
  );
  return { rows, columns, weights };
}

// { label: probability } as the meters say it, who read a label's underscore as a space.
export async function readMeters(page) {
  const said = await meters(page).evaluateAll((all) =>
    all.map((meter) => [
      meter.getAttribute('aria-label').replaceAll(' ', '_'),
      Number(meter.getAttribute('aria-valuenow')),
    ]),
  );
  return Object.fromEntries(said);
}

// [{ query, key, weight }] of the list, in its order.
export async function readPairs(page) {
  const lines = await texts(pairs(page).getByRole('button'));
  return lines.map((line) => {
    const [, query, key, weight] =
      line.replace(/\s+/g, ' ').match(/^(\S+) → ?to (\S+) (\d\.\d{3})$/) ?? assert.fail(line);
    return { query, key, weight: Number(weight) };
  });
}

// The chooser under Models as a visitor uses it, with files made up in memory.
export async function chooseFiles(page, files) {
  const payload = Object.entries(files).map(([name, bytes]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }));
  await page.getByLabel('Choose files').setInputFiles(payload);
}

// What holds the focus, as a screen reader names it: 'button "Copy link"'.
export async function focused(page) {
  const heard = await page.locator(':focus').ariaSnapshot();
  return heard.match(/^- '?(\w+( "(?:[^"\\]|\\.)*")?)/)?.[1] ?? heard;
}

// The line under the map that says what is pointed at; `kHint` while nothing is, `kKept` at its end when it is pinned.
export const kHint = 'Point at a word or a cell';
export const kKept = 'pinned; release \\(Escape\\)';
export const readout = (page) => page.locator('.readout');
export const says = (page, pattern) =>
  eventually(async () => assert.match(await readout(page).innerText(), pattern));

// Colours and lengths that are still changing would be judged half way: they are taken to their end, for which no frame
// has to be drawn. An animation without an end throws.
export const settle = (page) =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
