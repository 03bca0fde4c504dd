// The section Tokenizer: the cut step by step by two tokenizers, what is pointed at, files of the visitor's, links; and
// for every eye.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { button, open, status } from './browser/heed.mjs';
import { kept, serviceWorkerIsActive } from './browser/kept.mjs';
import { addressHolds, choice, dropFile, link, section, textbox } from './browser/lab.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = process.env.HEED_SHARED || join(root, '../shared');

const list = (page, name) => page.getByRole('list', { name, exact: true });
const items = (page, name) =>
  list(page, name)
    .getByRole('listitem')
    .evaluateAll((all) => all.map((item) => item.textContent.trim()));
const lit = (page, name) =>
  list(page, name)
    .locator('.is-lit')
    .evaluateAll((all) => all.map((item) => item.textContent.trim()));
const cuts = (page, name, wanted) =>
  eventually(async () => assert.equal((await items(page, name)).join(' '), wanted));

const isKept = async (page, pattern) => {
  await serviceWorkerIsActive(page);
  return (await kept(page)).some((url) => new RegExp(pattern).test(url));
};

async function openTokenizer(page, address, parameters = {}) {
  const given = { model: 'enron-request', text: 'Thank you', section: 'tokenizer', ...parameters };
  await open(page, address, `#${new URLSearchParams(given)}`);
  await list(page, 'Pieces, right').waitFor();
}

test('a text becomes words, pieces and ids, and text again, cased beside uncased', async ({
  page,
  address,
  watch,
}) => {
  // What the first page fetches for itself once its first map is there waits here; what its service worker keeps for later
  // is not asked for by it.
  let go;
  const held = new Promise((done) => (go = done));
  await page.route(/\/(why|evidence)\.svelte-/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, address, `#${new URLSearchParams({ model: 'enron-request', text: 'Thank you' })}`);
  assert.equal(watch.asked.filter((url) => /tokenizer-|wordpiece|heed-full/.test(url)).length, 0);
  go();
  await link(page, 'Tokenizer').click();
  await section(page, 'Tokenizer').waitFor();
  await cuts(page, 'Words, left', 'Transformer models are powerful .');
  assert.equal((await items(page, 'Words, right'))[0], 'transformer');
  assert.match((await items(page, 'Pieces, left')).join(' '), /^\[CLS\] Trans ##.* \[SEP\]$/);
  const ids = await items(page, 'Ids, right');
  assert.equal(ids.length, (await items(page, 'Pieces, right')).length);
  assert.ok(ids.every((id) => /^\d+$/.test(id)));
  const again = (side) => page.getByRole('group', { name: new RegExp(`^Back to text, ${side}`) });
  assert.match(await again('left').innerText(), /This is the same as your text/);
  assert.match(await again('right').innerText(), /This differs from your text/);
  await textbox(page, 'Text').fill('Café 🦦');
  await cuts(page, 'Words, right', 'cafe 🦦');
  assert.match(
    await list(page, 'Pieces, right').getByRole('button').nth(-2).getAttribute('aria-label'),
    /not in the vocabulary/,
  );
  assert.match(
    await section(page, 'Tokenizer').innerText(),
    /6 characters, 2 words, .* special tokens, 1 unknown/,
  );
});

test('what is pointed at or focused lights up in every step of both', async ({ page, address }) => {
  await openTokenizer(page, address);
  const pieces = list(page, 'Pieces, left').getByRole('button');
  // Each answer puts out what is lit, and one may be still to come.
  await eventually(async () => {
    await page.mouse.move(0, 0);
    await pieces.nth(1).hover();
    assert.deepEqual(await lit(page, 'Words, right'), ['transformer']);
  });
  assert.deepEqual(await lit(page, 'Words, left'), ['Transformer']);
  assert.equal((await lit(page, 'Ids, left')).length, 1);
  await pieces.first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => assert.deepEqual(await lit(page, 'Words, right'), ['.']));
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), '.');
  await page.keyboard.press('Escape');
  await eventually(async () => assert.deepEqual(await lit(page, 'Words, right'), []));
});

test('files of the visitor: chosen, dropped, or none at all', async ({ page, address }) => {
  await openTokenizer(page, address);
  const vocabulary = '[UNK]\n[CLS]\n[SEP]\nTransform\n##er\nmodels\n';
  await page.getByLabel('Left tokenizer file').setInputFiles({
    name: 'vocab.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(vocabulary),
  });
  await cuts(page, 'Ids, left', '1 3 4 5 0 0 0 2');
  assert.equal(await choice(page, 'Left tokenizer').inputValue(), 'file');
  await dropFile(page, 'Tokenizer', 'broken.json', '{"model": 3}');
  await eventually(async () =>
    assert.match(await status(page).innerText(), /\[broken\.json\].*vocab\.txt stays\./),
  );
  assert.deepEqual(await items(page, 'Ids, left'), '1 3 4 5 0 0 0 2'.split(' '));
  await choice(page, 'Left tokenizer').selectOption('uncased');
  await eventually(async () => assert.equal((await items(page, 'Words, left'))[0], 'transformer'));
  const real = join(shared, 'data/bert_vocab/bert-base-cased-vocab.txt');
  if (!existsSync(real)) return console.log(`# ${real} is not there: its published ids are not looked at`);
  await page.getByLabel('Right tokenizer file').setInputFiles(real);
  await cuts(page, 'Ids, right', '101 13809 23763 3584 1132 3110 119 102');
  await cuts(page, 'Pieces, right', '[CLS] Trans ##former models are powerful . [SEP]');
});

const fixture = (name) => join(root, 'tests/fixtures/tokenizers', name);
const choose = (page, name, text) =>
  page
    .getByLabel('Left tokenizer file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('regular expressions come when a file asks for them, stay, and cannot hold the page up', async ({
  page,
  address,
  watch,
  context,
}) => {
  await openTokenizer(page, address);
  const asked = () => watch.asked.filter((url) => /heed-expressions.*wasm/.test(url)).length;
  assert.equal(asked(), 0);
  await page.getByLabel('Left tokenizer file').setInputFiles(fixture('llama3.json'));
  await textbox(page, 'Text').fill("We'LL see 12345 你好!!");
  await cuts(page, 'Words, left', "We 'LL Ġsee Ġ 123 45 Ġ ä½łå¥½ !!");
  assert.equal(asked(), 1);
  const file = JSON.parse(readFileSync(fixture('llama3.json'), 'utf8'));
  const changed = (Regex) => {
    file.pre_tokenizer.pretokenizers[0].pattern = { Regex };
    return JSON.stringify(file);
  };
  await choose(page, 'broken.json', changed('(a'));
  await eventually(async () =>
    assert.match(await status(page).innerText(), /\(a: end pattern with unmatched parenthesis/),
  );
  await choose(page, 'hostile.json', changed('(x+)+$'));
  await textbox(page, 'Text').fill(`${'x'.repeat(40)}!`);
  await section(page, 'Tokenizer').getByText('takes too long from byte 0 of 41').waitFor();
  await textbox(page, 'Text').fill('Hi');
  await cuts(page, 'Ids, right', '2 50 323 3');
  for (const module of ['full', 'expressions'])
    await eventually(async () => assert.ok(await isKept(page, `sw-module-heed-${module}.*json`)));
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Left tokenizer file').setInputFiles(fixture('llama3.json'));
  await textbox(page, 'Text').fill("'LL 12345");
  await cuts(page, 'Words, left', "'LL Ġ 123 45");
});

given({ permissions: ['clipboard-read', 'clipboard-write'] }, () =>
  test('a link restores text and tokenizers; ids are copied, JSON downloaded', async ({ page, address }) => {
    await openTokenizer(page, address, { 'lab.seed': '3' });
    await textbox(page, 'Text').fill('שלום hello');
    await choice(page, 'Right tokenizer').selectOption('cased');
    await addressHolds(page, /tokenizer\.right=cased/);
    await addressHolds(page, /lab\.seed=3/);
    await page.reload();
    await cuts(page, 'Words, right', 'שלום hello');
    assert.equal(await choice(page, 'Right tokenizer').inputValue(), 'cased');
    assert.equal(await list(page, 'Words, right').getAttribute('dir'), 'rtl');
    const ids = (await items(page, 'Ids, left')).join(' ');
    await button(page, 'Copy ids, left: Heed’s, cased').click();
    await eventually(async () =>
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), ids),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download JSON').click(),
    ]);
    const { tokenizers } = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.deepEqual(
      tokenizers.map(({ kind, size, text }) => [kind, size, text]),
      Array(2).fill(['WordPiece', 8000, 'שלום hello']),
    );
    assert.deepEqual(tokenizers[0].pieces.map(({ id }) => id).join(' '), ids);
  }),
);

test('once opened, the section works without a network', async ({ page, address, context }) => {
  await openTokenizer(page, address);
  await eventually(async () => assert.ok(await isKept(page, 'sw-module-heed-full.*json')));
  await context.setOffline(true);
  await page.reload();
  await list(page, 'Pieces, right').waitFor();
  await textbox(page, 'Text').fill('Café');
  await cuts(page, 'Words, right', 'cafe');
});

const kTexts = [
  '',
  'שלום עולם means 你好 world',
  `${'x'.repeat(300)} ${'word '.repeat(200)}`,
  'The café’s e\u0301 \u200b\ttab 🦦 👩‍🔬 looked très unbelievable!',
];
const typed = (page) => section(page, 'Tokenizer').locator('.tz-cell.is-both .hidden-visually');

for (const [colorScheme, width, deep] of [
  ['light', 1440, true],
  ['dark', 768, false],
  ['dark', 360, true],
  ['light', 320, false],
]) {
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`${colorScheme}, ${width} px: nothing overflows${deep ? ', axe finds nothing' : ''}`, async ({
      page,
      address,
    }) => {
      await useAxe(page);
      await openTokenizer(page, address);
      for (const text of kTexts) {
        await textbox(page, 'Text').fill(text);
        await eventually(async () =>
          assert.equal(await typed(page).textContent(), text || 'Type some text first.'),
        );
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${text.slice(0, 20)}: ${wide} px in ${room}`);
      }
      if (!deep) return;
      await list(page, 'Pieces, left').getByRole('button').nth(2).focus();
      await scan(page, 'two tokenizers');
    }),
  );
}
