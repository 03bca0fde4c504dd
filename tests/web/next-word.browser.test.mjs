// The section Next word: a model from the disk writes; what is typed, taken and taken back; what tokens look at.
import assert from 'node:assert/strict';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, chooseFiles, open } from './browser/heed.mjs';
import { ask, download, hubOf, kHub, kId, quiet } from './browser/hub.mjs';
import { tinyWriter, words } from './writers.mjs';

const tokens = (page) => page.getByRole('list', { name: 'Tokens' }).getByRole('button');
const candidates = (page) => page.getByRole('list', { name: 'Candidates' }).getByRole('button');
const map = (page) => page.getByRole('grid', { name: 'What each token attends to' });
const field = (page) => page.getByRole('textbox', { name: 'Text' });
const texts = async (locator) => (await locator.allTextContents()).map((text) => text.replace(/[·\s]/g, ''));

async function openTiny(page, address, more = '') {
  await open(page, address, `#section=write${more}`);
  await chooseFiles(page, tinyWriter());
  await candidates(page).first().waitFor();
}

async function type(page, text, count) {
  await field(page).fill(text);
  await eventually(async () => assert.equal(await tokens(page).count(), count));
}

test('of a tokenizer with regular expressions, in a network of Qwen 3', async ({ page, address }) => {
  const words = { type: 'Split', pattern: { Regex: '\\w\\d+' }, behavior: 'Removed', invert: true };
  await open(page, address, '#section=write');
  await chooseFiles(page, tinyWriter('qwen3_tiny', words));
  await type(page, 'w3,w4;w5', 3);
  assert.deepEqual(await texts(tokens(page)), ['w3', 'w4', 'w5']);
  await eventually(async () => assert.ok((await candidates(page).count()) > 3));
});

test('what is typed is read, and what may follow stands beside it', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, 'w3 w4 w5', 3);
  assert.deepEqual(await texts(tokens(page)), ['w3', 'w4', 'w5']);
  assert.equal(await candidates(page).count(), 12);
  assert.match(await tokens(page).nth(1).getAttribute('aria-label'), /^w4: probability 0\.\d+, \d+\.\d bits/);
  await tokens(page).nth(2).hover();
  await page.getByText(/^w5: probability/).waitFor();
});

test('a candidate is taken, and taken back from its token', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, 'w3 w4', 2);
  const before = await candidates(page).allTextContents();
  const [, second] = await texts(page.locator('.fill-piece'));
  await candidates(page).nth(1).click();
  await eventually(async () => assert.deepEqual(await texts(tokens(page)), ['w3', 'w4', second]));
  await candidates(page).first().click();
  await eventually(async () => assert.equal(await tokens(page).count(), 4));
  await tokens(page).nth(2).click();
  await eventually(async () => assert.equal(await tokens(page).count(), 2));
  await eventually(async () => assert.deepEqual(await candidates(page).allTextContents(), before));
});

test('it writes until it is stopped or full, the same for the same seed', async ({ page, address }) => {
  await openTiny(page, address, '&write.seed=7&write.temperature=1');
  await type(page, 'w3 w4', 2);
  const write = async () => {
    await button(page, 'Continue').click();
    await page.getByText(/The (text has reached the model’s limit|model ended the text)/).waitFor();
    return texts(tokens(page));
  };
  const first = await write();
  assert.ok(first.length > 3, first.join(' '));
  await page.getByText('tokens generated').waitFor();
  await button(page, 'Undo all').click();
  await eventually(async () => assert.equal(await tokens(page).count(), 2));
  await field(page).fill('w3 w4 ');
  await eventually(() => candidates(page).first().waitFor());
  assert.deepEqual(await write(), first);
});

test('what was written becomes the text', async ({ page, address }) => {
  await openTiny(page, address, '&write.temperature=0');
  await type(page, 'w3 w4', 2);
  await button(page, 'Add one token').click();
  await eventually(async () => assert.equal(await tokens(page).count(), 3));
  const all = await texts(tokens(page));
  await button(page, 'Use as prompt').click();
  await eventually(async () =>
    assert.equal((await field(page).inputValue()).split(' ').join(' '), all.join(' ')),
  );
  await eventually(async () => assert.ok(await button(page, 'Undo one').isDisabled()));
});

test('the map shows each layer and head, and nothing ahead', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, 'w3 w4 w5 w6', 4);
  await eventually(async () => assert.equal(await map(page).getByRole('gridcell').count(), 16));
  const ahead = map(page).getByRole('gridcell', { name: /^w3 to w6, 0\.000$/ });
  await ahead.waitFor();
  const cell = map(page).getByRole('gridcell', { name: /^w6 to w3, / });
  const before = await cell.getAttribute('aria-label');
  await page.getByLabel('Layer').selectOption('layer 0');
  await page.getByLabel('Head').selectOption('head 2');
  await eventually(async () => assert.notEqual(await cell.getAttribute('aria-label'), before));
  await eventually(() => assert.match(page.url(), /write\.layer=0.*write\.head=2/));
});

test('each layer says what it would say, the last what the model says', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, 'w3 w4', 2);
  const rows = page.locator('.write-lens-table tbody tr');
  await eventually(async () => assert.equal(await rows.count(), 3));
  // The text before has three rows as well.
  await eventually(async () => {
    const [, likeliest] = await texts(rows.first().locator('td'));
    const [first] = await texts(page.locator('.fill-piece'));
    assert.ok(likeliest.startsWith(first), `${likeliest}, ${first}`);
  });
  assert.match(await rows.last().textContent(), /no layer/);
  await type(page, 'w3 w4 w5', 3);
  await eventually(async () => {
    const [now] = await texts(page.locator('.fill-piece'));
    assert.ok((await texts(rows.first().locator('td')))[1].startsWith(now));
  });
});

test('what if: a head is silent, a weight is moved, and a link keeps it', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, 'w3 w4 w5 w6', 4);
  const changes = page.getByRole('list', { name: 'Changes so far' }).getByRole('button');
  const cell = (name) => map(page).getByRole('gridcell', { name });
  await cell(/^w6 to w3, /).waitFor();
  const before = await texts(candidates(page));
  await page.getByRole('combobox', { name: 'Head' }).selectOption('head 1');
  await button(page, 'Turn off the head').click();
  await eventually(async () => assert.deepEqual(await texts(changes), ['head1oflayer1off×']));
  await cell(/^w6 to w6, 0\.000$/).waitFor();
  await eventually(async () => assert.notDeepEqual(await texts(candidates(page)), before));
  await page
    .getByText(/^was 0\.\d+$/)
    .first()
    .waitFor();
  await cell(/^w6 to w4, /).click();
  await button(page, 'Hide “w4”').click();
  await page.getByRole('combobox', { name: 'Layer' }).selectOption('layer 0');
  await page.getByRole('combobox', { name: 'Head' }).selectOption('head 0');
  await cell(/^w6 to w4, 0\.000$/).waitFor();
  await button(page, 'Attend only here').click();
  await cell(/^w6 to w4, 1\.000$/).waitFor();
  // Written under the changes, and taken back.
  await button(page, 'Add one token').click();
  await eventually(async () => assert.equal(await tokens(page).count(), 5));
  await button(page, 'Undo one').click();
  await eventually(async () => assert.equal(await tokens(page).count(), 4));
  const under = await texts(candidates(page));
  await eventually(() => assert.match(page.url(), /write\.edits=[^&]*\.only(=|%3D)1/));
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await chooseFiles(page, tinyWriter());
  await eventually(async () => assert.deepEqual(await texts(candidates(page)), under));
  for (let left = 3; left > 0; left--) {
    assert.equal(await changes.count(), left);
    await changes.first().click();
    await eventually(async () => assert.equal(await changes.count(), left - 1));
  }
  await eventually(async () => assert.deepEqual(await texts(candidates(page)), before));
});

test('what spoke for a token rather than another sums to the difference', async ({ page, address }) => {
  await useAxe(page);
  await openTiny(page, address);
  await type(page, 'w3 w4 w5', 3);
  await page.getByText('What led to this token').click();
  const parts = page.getByRole('list', { name: 'Parts of the network' }).getByRole('listitem');
  await parts.first().waitFor();
  const numbers = async () =>
    (await texts(parts.locator('.number'))).map((text) => Number(text.replace('−', '-')));
  const whole = async () =>
    Number(
      /is ([+−][\d.]+) above/
        .exec(await page.locator('.direct .write-note').textContent())[1]
        .replace('−', '-'),
    );
  const sum = (await numbers()).reduce((a, b) => a + b);
  assert.ok(Math.abs(sum - (await whole())) < 0.1, `${sum}, ${await whole()}`); // of numbers with two digits
  await scan(page);
  const difference = await whole();
  await page.getByLabel('rather than').selectOption({ index: 3 });
  await eventually(async () => assert.notEqual(await whole(), difference));
  const brought = page.getByRole('list', { name: 'Attended tokens' }).getByRole('listitem');
  assert.equal(await brought.count(), 3);
});

test('by keyboard: tokens are walked, a candidate is taken', async ({ page, address }) => {
  await openTiny(page, address);
  await type(page, words([3, 4, 5]), 3);
  await tokens(page).first().focus();
  await page.keyboard.press('End');
  await eventually(async () =>
    assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^w5/),
  );
  await candidates(page).first().focus();
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await tokens(page).count(), 4));
});

test('a link restores text and settings; a part that makes no sense is named', async ({ page, address }) => {
  await open(page, address, '#section=write&write.text=w8+w9&write.temperature=0.35&write.topK=many');
  await page.getByText('This link has parts that the page cannot read (write.topK)').waitFor();
  await chooseFiles(page, tinyWriter());
  await candidates(page).first().waitFor();
  assert.deepEqual(await texts(tokens(page)), ['w8', 'w9']);
  assert.equal(await page.getByLabel('Temperature').inputValue(), '0.35');
});

test('files that are no such model are refused by name; what is too long is said', async ({
  page,
  address,
}) => {
  await open(page, address, '#section=write');
  await chooseFiles(page, { 'notes.txt': 'none' });
  await page.getByText(/the files have no config\.json/).waitFor();
  const { 'config.json': config, ...rest } = tinyWriter();
  await chooseFiles(page, {
    'config.json': JSON.stringify({ ...JSON.parse(config), model_type: 'bert' }),
    ...rest,
  });
  await page.getByText(/it is a model that reads, and opens under Models/).waitFor();
  await chooseFiles(page, tinyWriter());
  await candidates(page).first().waitFor();
  // What is no folder of a model leaves the one that is open.
  await chooseFiles(page, { 'notes.txt': 'none' });
  await page.getByText(/the files have no config\.json/).waitFor();
  assert.equal(await candidates(page).count(), 12);
  await field(page).fill(words(Array(300).fill(5)));
  await page.getByText(/shorten it to leave room/).waitFor();
  // What stood there was of another text.
  await eventually(async () => {
    assert.equal(await candidates(page).count(), 0);
    assert.equal(await tokens(page).count(), 0);
  });
  await type(page, 'w3', 1);
});

test('one that is opened under Models is told where it belongs', async ({ page, address }) => {
  await open(page, address, '#section=models');
  await chooseFiles(page, tinyWriter());
  await page.getByText('it is a language model: open it in Next word').last().waitFor();
});

test('ours is fetched by a click, once, and a link opens it again', async ({
  page,
  address,
  watch,
  context,
}) => {
  const weights = () =>
    watch.asked.filter((url) => url.includes('models/heed-writer/model.safetensors')).length;
  await open(page, address, '#section=write');
  await button(page, 'Open heed-writer').waitFor();
  assert.equal(weights(), 0);
  await button(page, 'Open heed-writer').click();
  await candidates(page).first().waitFor();
  await button(page, 'Continue').click();
  await page.getByText(/tokens a second; \d+ tokens generated/).waitFor();
  await eventually(() => assert.match(page.url(), /write\.model=heed-writer/));
  assert.equal(weights(), 1);
  const other = await context.newPage();
  await other.goto(page.url());
  await candidates(other).first().waitFor();
  assert.equal(await field(other).inputValue(), await field(page).inputValue());
});

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 768],
  ['light', 360],
])
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`nothing overflows, and axe finds nothing: ${colorScheme}, ${width} px`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openTiny(page, address);
      await type(page, words([3, 4, 5, 6, 7, 8, 9, 10]), 8);
      await button(page, 'Add one token').click();
      await eventually(async () => assert.equal(await map(page).getByRole('gridcell').count(), 81));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide}`);
      await scan(page, 'a text that is written on');
    }),
  );

test('a model of the Hub is downloaded here, stays, and a link opens it', async ({
  page,
  address,
  watch,
}) => {
  const hub = hubOf({ files: tinyWriter() });
  await page.context().route(`${kHub}/**`, hub.route);
  await open(page, address, '#section=write&write.text=w3+w4');
  await ask(page);
  await page.getByText(/3 files/).waitFor();
  assert.deepEqual(hub.asked, ['list']);
  await download(page);
  await candidates(page).first().waitFor();
  await page.getByText(/SHA-256 of the weights: [0-9a-f]{64}/).waitFor();
  await eventually(() =>
    assert.match(page.url(), /write\.model=hub%3Asomeone%2Ftiny|write\.model=hub:someone\/tiny/),
  );
  const before = await texts(candidates(page));
  const asked = hub.asked.length;
  await page.reload();
  await eventually(async () => assert.deepEqual(await texts(candidates(page)), before));
  assert.equal(hub.asked.length, asked);
  // Deleted, it goes on from memory; a link finds it no more.
  const link = page.url();
  await button(page, `Delete ${kId}`).click();
  await eventually(async () => assert.equal(await button(page, `Open ${kId}`).count(), 0));
  await button(page, 'Add one token').click();
  await eventually(async () => assert.equal(await tokens(page).count(), 3));
  await page.goto('about:blank');
  await page.goto(link);
  await page
    .getByText('The model of this link (someone/tiny) is not in this browser. Download it below.')
    .waitFor();
  quiet(watch);
});
