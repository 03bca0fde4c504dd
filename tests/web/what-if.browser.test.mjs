// What if: weights, rows, columns, heads and words changed by hand, by role and name; old and new side by side.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, test } from './browser/harness.mjs';
import {
  button,
  cell,
  chooseFiles,
  contributions,
  focused,
  grid,
  linkTo,
  modelBox,
  openAnalysed,
  readGrid,
  readMeters,
  sentence,
  showsTokens,
  token,
} from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const kText = 'Please send me the report.';
const turn = (page) => page.getByRole('switch', { name: 'What if' });
const changes = (page) => page.getByRole('group', { name: 'Changes' });
const made = (page) =>
  page.getByRole('list', { name: 'Changes so far' }).getByRole('listitem').allInnerTexts();
const act = (page, name) => changes(page).getByRole('button', { name, exact: true });

// {label: [before, after]} as the meters are heard; no after where nothing is changed.
async function heard(page) {
  const said = await page
    .getByRole('meter')
    .evaluateAll((all) =>
      all.map((meter) => [meter.getAttribute('aria-label'), meter.getAttribute('aria-valuetext')]),
    );
  return Object.fromEntries(
    said.map(([label, text]) => [label.replaceAll(' ', '_'), text.match(/\d\.\d{3}/g).map(Number)]),
  );
}
const after = async (page) =>
  Object.fromEntries(Object.entries(await heard(page)).map(([label, [, is]]) => [label, is]));

async function open({ page, address }, text = kText, edits = '') {
  await page.goto(address + linkTo(text) + edits);
  await contributions(page).first().waitFor();
  if (!edits) await turn(page).check();
  await changes(page).waitFor();
}

// Waits until a weight of the map can be dragged, and moved by keys.
const isEditable = (page) => page.locator('.map-grid.is-editable').waitFor();

const changed = (page) => eventually(async () => assert.notEqual((await heard(page)).request[1], undefined));

test('a word that is hidden is as good as unknown, and its difference stands in the meters', async ({
  visit,
}) => {
  const { page } = visit;
  await open(visit);
  const before = await readMeters(page);
  await token(page, 'please').click();
  await act(page, 'Hide').click();
  await changed(page);
  assert.deepEqual(await made(page), ['please hidden']);
  const { request } = await heard(page);
  assert.ok(Math.abs(request[0] - before.request) < 1e-3 && request[1] < request[0]);
  const then = await after(page);
  // What the model says of a text with an unknown word there.
  await sentence(page).fill('Qqqqqq send me the report.');
  await showsTokens(page, ['qqqqqq', 'send', 'me', 'the', 'report', '.']);
  const typed = await readMeters(page);
  // The words are others: the change is let go.
  await eventually(async () => assert.deepEqual(await made(page), []));
  for (const [label, value] of Object.entries(typed))
    assert.ok(Math.abs(value - then[label]) < 0.02, `${label} ${value} ${then[label]}`);
});

test('a word can be read as another: the answer is that of the other sentence', async ({ visit }) => {
  const { page } = visit;
  await open(visit);
  await token(page, 'send').click();
  await changes(page).getByRole('textbox', { name: 'Replace the word with' }).fill('read');
  await page.keyboard.press('Enter');
  await changed(page);
  assert.deepEqual(await made(page), ['send is read']);
  const then = await after(page);
  await sentence(page).fill('Please read me the report.');
  await showsTokens(page, ['please', 'read', 'me', 'the', 'report', '.']);
  for (const [label, value] of Object.entries(await readMeters(page)))
    assert.ok(Math.abs(value - then[label]) < 2e-3);
});

test('a cell is dragged, and its row still sums to 1', async ({ visit }) => {
  const { page } = visit;
  await open(visit);
  await isEditable(page);
  const { x, y, width } = await cell(page, 'send', 'me').boundingBox();
  await page.mouse.move(x + width / 2, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y - 50, { steps: 5 });
  await page.mouse.up();
  await changed(page);
  const [said] = await made(page);
  const set = Number(/^send → me: (\d\.\d\d)$/.exec(said)[1]);
  await eventually(async () => {
    const { weights, rows, columns } = await readGrid(page);
    const row = weights[rows.indexOf('send')];
    assert.ok(Math.abs(row[columns.indexOf('me')] - set) < 1e-3 && set > 0.3);
    assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 5e-3);
  });
  // A drag is one step, however long.
  await button(page, 'Undo').click();
  assert.deepEqual(await made(page), []);
  await eventually(async () => assert.equal((await heard(page)).request[1], undefined));
  await button(page, 'Redo').click();
  await eventually(async () => assert.deepEqual(await made(page), [said]));
});

test('rows, columns and heads: even, only one, none, silent; undo, redo, reset', async ({ visit }) => {
  const { page } = visit;
  await open(visit);
  // The names of cells follow their colours.
  const isRow = (name, expected) =>
    eventually(async () => {
      const { weights, rows } = await readGrid(page);
      assert.deepEqual(weights[rows.indexOf(name)], expected);
    });
  await grid(page).getByRole('rowheader', { name: 'me' }).click();
  await act(page, 'Make equal').click();
  await isRow('me', new Array(6).fill(0.167));
  await act(page, 'Set all to 0').click();
  await isRow('me', new Array(6).fill(0));
  await act(page, 'Attend only to itself').click();
  await isRow('me', [0, 0, 1, 0, 0, 0]);
  assert.deepEqual(await made(page), ['me looks only at me']);
  await grid(page).getByRole('columnheader', { name: 'report' }).locator('.map-word').click();
  await act(page, 'Set all to 0').click();
  await eventually(async () => {
    const { weights, rows } = await readGrid(page);
    assert.equal(weights[rows.indexOf('send')][4], 0);
  });
  await act(page, 'Turn off the head').click();
  await eventually(async () =>
    assert.deepEqual((await readGrid(page)).weights.flat(), new Array(36).fill(0)),
  );
  // With the head silent the class turns on what is left, and the page says so.
  await changed(page);
  await eventually(async () =>
    assert.match(await page.getByRole('region', { name: 'Prediction' }).innerText(), /→\s*no request/),
  );
  await button(page, 'Undo').click();
  assert.deepEqual(await made(page), ['me looks only at me', 'every word → report: 0.00']);
  await button(page, 'Reset').click();
  assert.deepEqual(await made(page), []);
  await button(page, 'Undo').click();
  assert.equal((await made(page)).length, 2);
});

test('all of it by keyboard', async ({ visit }) => {
  const { page } = visit;
  await open(visit);
  await isEditable(page);
  await cell(page, 'report', 'please').focus();
  const before = (await readGrid(page)).weights[4][0];
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await changed(page);
  assert.ok(Math.abs((await readGrid(page)).weights[4][0] - before - 0.05) < 6e-3);
  assert.match(await focused(page), /^gridcell "report to please/);
  await page.keyboard.press('Enter');
  const slider = changes(page).getByRole('slider', { name: 'Weight of report to please' });
  await slider.focus();
  await page.keyboard.press('End');
  await eventually(async () => assert.deepEqual(await made(page), ['report → please: 1.00']));
  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await made(page), []);
  await turn(page).focus();
  await page.keyboard.press('Space');
  assert.equal(await changes(page).count(), 0);
});

test('a link carries the changes, and restores them', async ({ visit }) => {
  const { page, context } = visit;
  await open(visit, kText, '&edits=0.0.1.even+token.0.hide');
  await changed(page);
  assert.deepEqual(await made(page), ['row send made equal', 'please hidden']);
  assert.ok(await turn(page).isChecked());
  const before = await heard(page);
  await button(page, 'Reset').click();
  await eventually(() => assert.doesNotMatch(page.url(), /edits=/));
  await button(page, 'Undo').click();
  await eventually(() => assert.match(page.url(), /edits=0\.0\.1\.even\+token\.0\.hide/));
  const other = await context.newPage();
  await other.goto(page.url());
  await changed(other);
  assert.deepEqual(await heard(other), before);
  // What is none is said, and changes nothing.
  await other.goto(`${page.url().replace(/edits=.*$/, 'edits=0.7.even')}`);
  await other.reload();
  await changes(other)
    .getByText(/This change is not possible\. .*1 heads/)
    .waitFor();
});

test('of a model of others each head can be silenced by itself', async ({ page, address }) => {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, tinyFiles('distilbert_tiny'));
  await modelBox(page).waitFor();
  await sentence(page).fill('The old man walks');
  await showsTokens(page, ['[CLS]', 'the', 'old', 'man', 'walks', '[SEP]']);
  await turn(page).check();
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '1' });
  await page.getByRole('combobox', { name: 'Head' }).selectOption({ value: '2' });
  await act(page, 'Turn off the head').click();
  await eventually(async () => assert.deepEqual(await made(page), ['head 2 of layer 1 off']));
  await eventually(async () => assert.notEqual((await heard(page)).NEGATIVE[1], undefined));
  const { NEGATIVE } = await heard(page);
  assert.notEqual(NEGATIVE[0], NEGATIVE[1]);
});

const heads = (page) => page.getByRole('listbox', { name: 'All heads' });
const head = (page, layer, number) =>
  heads(page).getByRole('option', { name: `layer ${layer}, head ${number}` });

async function openTiny({ page, address }) {
  await openAnalysed(page, address);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await chooseFiles(page, tinyFiles('distilbert_tiny'));
  await sentence(page).fill('The old man walks');
  await showsTokens(page, ['[CLS]', 'the', 'old', 'man', 'walks', '[SEP]']);
}

test('in All heads a click silences one, and a second lets it speak; by keyboard too', async ({ visit }) => {
  const { page } = visit;
  await openTiny(visit);
  await page.getByRole('radio', { name: 'All heads' }).check({ force: true });
  await turn(page).check();
  await page.getByText(/Click a head to turn it off\./).waitFor();
  await head(page, 1, 2).click();
  await eventually(async () => assert.deepEqual(await made(page), ['head 2 of layer 1 off']));
  await eventually(async () => assert.notEqual((await heard(page)).NEGATIVE[1], undefined));
  assert.equal(await head(page, 1, 2).getAttribute('aria-label'), 'layer 1, head 2, off');
  assert.equal(await page.getByRole('radio', { name: 'All heads' }).isChecked(), true);
  await head(page, 1, 2).focus();
  await page.keyboard.press('Enter');
  await eventually(async () => assert.deepEqual(await made(page), []));
  await act(page, 'Undo').click();
  await eventually(async () => assert.deepEqual(await made(page), ['head 2 of layer 1 off']));
  await turn(page).uncheck();
  await head(page, 1, 2).click();
  await grid(page).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Head' }).inputValue(), '2');
});

test('maps above a changed one are those of the changed pass', async ({ visit }) => {
  const { page } = visit;
  await openTiny(visit);
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '1' });
  const before = (await eventually(() => readGrid(page))).weights;
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '0' });
  await turn(page).check();
  await act(page, 'Make all weights equal').click();
  await eventually(async () => assert.notEqual((await heard(page)).NEGATIVE[1], undefined));
  await page.getByRole('combobox', { name: 'Layer' }).selectOption({ value: '1' });
  await eventually(async () => assert.notDeepEqual((await readGrid(page)).weights, before));
  await act(page, 'Reset').click();
  await eventually(async () => assert.deepEqual((await readGrid(page)).weights, before));
});

test('a bar of a sentence that is weighed as a whole is dragged, or moved by keys', async ({
  page,
  address,
}) => {
  await page.goto(`${address}#model=sst2-sentiment&text=A+warm+and+funny+film.`);
  await contributions(page).first().waitFor();
  await turn(page).check();
  await changes(page).getByText('Drag a bar up or down').waitFor();
  const bar = cell(page, 'sentence', 'funny');
  const weight = async (name = 'funny') =>
    Number((await cell(page, 'sentence', name).getAttribute('aria-label')).match(/[\d.]+$/)[0]);
  const [before, other] = [await weight(), await weight('warm')];
  await bar.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await eventually(async () =>
    assert.ok(Math.abs((await weight()) - Number((before + 0.05).toFixed(2))) < 2e-3),
  );
  await eventually(async () => assert.notEqual((await heard(page)).positive[1], undefined));
  assert.ok((await weight('warm')) < other, 'the others share the rest');
  const box = await bar.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 60, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => assert.ok((await weight()) > before + 0.2));
  const all = await made(page);
  assert.equal(all.length, 1);
  assert.match(all[0], /^sentence → funny: /);
});

test('nothing for axe-core to object to, nor too wide, with changes made', async ({ visit }) => {
  const { page } = visit;
  await useAxe(page);
  await open(visit, kText, '&edits=0.0.1.even+token.0.hide');
  await changed(page);
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    // A busy machine lays the page out anew for longer than one click waits.
    await eventually(() => cell(page, 'send', 'me').click({ timeout: 4000 }));
    await scan(page, `${width} px`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} px`);
    await cell(page, 'send', 'me').click();
  }
});
