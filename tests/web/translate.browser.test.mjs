// The section Translate: ours is one click; what is typed is written at once; lines, maps, candidates that are put in its way,
// the beam; links and files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, test } from './browser/harness.mjs';
import { button, chooseFiles, open } from './browser/heed.mjs';

const source = (page) => page.getByRole('textbox', { name: 'Source' });
const target = (page) => page.getByLabel('Target', { exact: true });
const tokens = (page) => page.getByRole('list', { name: 'Target tokens' }).getByRole('button');
const candidates = (page) => page.getByRole('list', { name: 'Candidates' }).getByRole('button');
const map = (page) => page.getByRole('grid', { name: 'Alignment' });
const writes = (page, text) => eventually(async () => assert.equal(await target(page).textContent(), text));

async function openDates(page, address, more = '') {
  await open(page, address, `#section=translate${more}`);
  await button(page, 'Open dates').click();
  await tokens(page).first().waitFor();
}

test('a date that is typed is written as year-month-day, at every keystroke', async ({ page, address }) => {
  await openDates(page, address);
  await writes(page, '1987-03-14');
  await source(page).fill('am 3. Oktober 1990');
  await writes(page, '1990-10-03');
  assert.equal(await tokens(page).count(), 11);
  assert.match(
    await tokens(page).nth(3).getAttribute('aria-label'),
    /^0: probability \d\.\d+, attends most to ., 0\.\d+/,
  );
  assert.ok((await page.locator('.tr-lines line').count()) >= 11);
  await button(page, 'le 1 juillet 2001').click();
  await writes(page, '2001-07-01');
  assert.equal(await page.getByRole('list', { name: 'Targets' }).getByRole('listitem').count(), 4);
  await source(page).fill('');
  await page.getByText('Type a source text.').waitFor();
});

test('another token is put in the way, and the target goes on from there', async ({ page, address }) => {
  await openDates(page, address);
  await writes(page, '1987-03-14');
  await tokens(page).first().click();
  await eventually(async () => assert.equal(await candidates(page).count(), 8));
  await candidates(page).filter({ hasText: /^\s*2/ }).first().click();
  await eventually(async () => assert.match(await target(page).textContent(), /^2/));
  assert.match(await tokens(page).first().getAttribute('aria-label'), /chosen by you$/);
  await eventually(() => assert.match(page.url(), /translate\.forced=\d+/));
  await button(page, 'Undo all changes').click();
  await writes(page, '1987-03-14');
});

test('maps of all layers and heads, and a link that opens one', async ({ page, address }) => {
  await openDates(page, address, '&translate.text=14+mars+1987');
  await writes(page, '1987-03-14');
  assert.equal(await map(page).getByRole('rowheader').count(), 11);
  assert.equal(await map(page).getByRole('columnheader').count(), 13);
  await page.getByRole('combobox', { name: 'Map' }).selectOption('source to itself');
  await eventually(async () => assert.equal(await map(page).getByRole('rowheader').count(), 13));
  await page.getByRole('combobox', { name: 'Head' }).selectOption('head 2');
  await page.getByRole('combobox', { name: 'Layer' }).selectOption('layer 0');
  await eventually(() => assert.match(page.url(), /translate\.head=2/));
  const link = page.url();
  assert.match(link, /translate\.model=dates/);
  await page.goto('about:blank');
  await page.goto(link);
  await writes(page, '1987-03-14');
  await eventually(async () => assert.equal(await map(page).getByRole('rowheader').count(), 13));
  assert.equal(await page.getByRole('combobox', { name: 'Head' }).inputValue(), '2');
  const broken = link.replace('translate.part=encoder', 'translate.part=nowhere');
  await page.goto('about:blank');
  await page.goto(broken);
  await page.getByText(/translate\.part/).waitFor();
});

test('a recurrent network has one map, and is asked for no layer and no head', async ({ page, address }) => {
  await open(page, address, '#section=translate&translate.part=encoder');
  await button(page, 'Open bahdanau-dates').click();
  await writes(page, '1987-03-14');
  assert.equal(await map(page).getByRole('rowheader').count(), 11);
  assert.deepEqual(await page.getByRole('combobox', { name: 'Map' }).locator('option').allTextContents(), [
    'target to source',
  ]);
  for (const name of ['Layer', 'Head'])
    assert.equal(
      await page.getByLabel('Attention', { exact: true }).getByRole('combobox', { name }).count(),
      0,
    );
  await source(page).fill('9 de abril de 1964');
  await writes(page, '1964-04-09');
});

test('pieces become whole words, and the map leaves the page as a file', async ({ page, address }) => {
  await openDates(page, address, '&translate.text=14+mars+1987&translate.words=yes');
  await writes(page, '1987-03-14');
  const heads = async (role) =>
    (await map(page).getByRole(role).allTextContents()).map((text) => text.trim());
  assert.deepEqual(await heads('rowheader'), ['1987-03-14', 'end']);
  assert.deepEqual(await heads('columnheader'), ['14', 'mars', '1987', 'end']);
  const saved = async (kind) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, `Download ${kind}`).click(),
    ]);
    assert.match(file.suggestedFilename(), new RegExp(`^heed-dates-cross\\.${kind.toLowerCase()}$`));
    return readFileSync(await file.path(), 'utf8');
  };
  const lines = (await saved('CSV')).trim().split('\r\n');
  assert.equal(lines.length, 1 + 2 * 4);
  const sum = lines.slice(1, 5).reduce((all, line) => all + Number(line.split(',').at(-1)), 0);
  assert.ok(Math.abs(sum - 1) < 1e-3, `${sum}`);
  const drawing = await saved('SVG');
  assert.equal(drawing.match(/<title>.* to .*<\/title>/g).length, 8);
  assert.match(drawing, /14 mars 1987 → 1987-03-14/);
  assert.equal(JSON.parse(await saved('JSON')).target, '1987-03-14');
  await page.getByRole('combobox', { name: 'Rows and columns' }).selectOption('tokens');
  await eventually(async () => assert.equal(await map(page).getByRole('rowheader').count(), 11));
});

test('what if: a token is hidden, another looks elsewhere, and all is taken back', async ({
  page,
  address,
}) => {
  await openDates(page, address, '&translate.text=14+mars+1987');
  await writes(page, '1987-03-14');
  const read = page.getByRole('list', { name: 'Source tokens' }).getByRole('button');
  const changes = page.getByRole('list', { name: 'Changes so far' }).getByRole('button');
  // The third token looks at the 1 of 14.
  await tokens(page).nth(2).click();
  await read.first().click();
  await writes(page, '1917-03-14');
  await page.getByText('Without your changes: 1987-03-14').waitFor();
  assert.equal(await read.first().getAttribute('aria-pressed'), 'true');
  assert.deepEqual(await changes.allTextContents(), ['1 looks only at 1 ×']);
  await eventually(() => assert.match(page.url(), /translate\.edits=/));
  const link = page.url();
  // A file names what was changed.
  for (const kind of ['CSV', 'SVG']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, `Download ${kind}`).click(),
    ]);
    assert.match(
      readFileSync(await file.path(), 'utf8'),
      /with the changes 1 looks only at 1 \(\*\.\*\.2\.only=0\)/,
    );
  }
  await tokens(page).nth(2).click(); // no longer chosen
  await read.nth(1).click();
  await eventually(async () => assert.equal(await changes.count(), 2));
  assert.match(await read.nth(1).getAttribute('class'), /is-hidden/);
  await changes.first().click();
  await eventually(async () => assert.deepEqual(await changes.allTextContents(), ['4 hidden ×']));
  await button(page, 'Undo all changes').click();
  await writes(page, '1987-03-14');
  await page.goto('about:blank');
  await page.goto(link);
  await writes(page, '1917-03-14');
  // In the map: of one head of one layer.
  await changes.first().click();
  await page.getByRole('combobox', { name: 'Head' }).selectOption('head 1');
  await map(page)
    .getByRole('gridcell')
    .nth(2 * 13)
    .click();
  await button(page, 'Attend only here').click();
  await eventually(() => assert.match(decodeURIComponent(page.url()), /translate\.edits=1\.1\.2\.only=0/));
  await page.getByRole('slider', { name: /^Weight of/ }).fill('0.25');
  await eventually(() => assert.match(decodeURIComponent(page.url()), /translate\.edits=1\.1\.2\.0=0\.25/));
  await page.goto(link.replace(/translate\.edits=[^&]*/, 'translate.edits=token.1.hide'));
  await page.getByText(/translate\.edits/).waitFor();
});

test('the beam as a tree, and the numbers of a step', async ({ page, address }) => {
  await useAxe(page);
  await openDates(page, address, '&translate.text=14+mars+1987');
  await writes(page, '1987-03-14');
  await tokens(page).nth(3).click();
  const numbers = page.getByRole('group', { name: 'Softmax of the scores' });
  assert.equal(await numbers.getByRole('row').count(), 1 + 13 + 1);
  const column = async (place) =>
    (await numbers.locator(`tbody td:nth-of-type(${place})`).allTextContents()).map(Number);
  const [powers, weights] = [await column(2), await column(3)];
  const sum = powers.reduce((a, b) => a + b);
  powers.forEach((power, i) => assert.ok(Math.abs(power / sum - weights[i]) < 2e-3, `${i}`));
  await page.getByText('The beam as a tree').click();
  const tree = page.locator('.tr-tree');
  const chosen = tree.locator('.is-chosen');
  await chosen.first().waitFor();
  const path = (await chosen.getByRole('button', { name: /^(?!Tokens after)/ }).allTextContents()).join('');
  assert.equal(path, '1987-03-14end');
  await scan(page);
  const before = await tree.getByRole('listitem').count();
  await tree.getByRole('checkbox', { name: 'Show dropped candidates' }).check();
  await eventually(async () => assert.ok((await tree.getByRole('listitem').count()) > before));
  await tree.getByRole('button', { name: '2', exact: true }).first().click();
  await eventually(async () => assert.notEqual(await target(page).textContent(), '1987-03-14'));
  assert.match(await page.locator('.is-forced').last().textContent(), /^\s*2/);
});

test('files from the disk, and files that are no such model', async ({ page, address }) => {
  await open(page, address, '#section=translate');
  const file = (name) => readFileSync(new URL(`../../assets/models/dates/${name}`, import.meta.url));
  const files = Object.fromEntries(
    ['config.json', 'tokenizer.json', 'model.safetensors'].map((name) => [name, file(name)]),
  );
  await chooseFiles(page, files);
  await writes(page, '1987-03-14');
  await source(page).fill('x'.repeat(300));
  await page.getByText(/301 tokens with its end, and the model takes 128/).waitFor();
  await source(page).fill('1 mai 1999');
  await writes(page, '1999-05-01');
});

test('it is walked by keys, fits a phone, and an axe finds nothing', async ({ page, address }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await useAxe(page);
  await openDates(page, address);
  await writes(page, '1987-03-14');
  await tokens(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^end: /);
  await page.keyboard.press('Enter');
  await candidates(page).first().waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await scan(page);
});
