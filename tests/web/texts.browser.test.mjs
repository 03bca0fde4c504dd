// Texts that are not a plain sentence: each has a sensible display, and none is ever read as markup.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import {
  cell,
  cells,
  grid,
  linkTo,
  meters,
  open,
  openAnalysed,
  openWith,
  pairs,
  readGrid,
  readMeters,
  readPairs,
  sentence,
  showsTokens,
  status,
  statusSays,
  tokenNames,
  tokenStrip,
  tokens,
  write,
} from './browser/heed.mjs';

const kUnknown = 'not in the vocabulary: replaced by the unknown token';
const novel = (words) =>
  Array.from({ length: words }, (_, i) => ['please', 'send', 'me', 'the', `page${i}`][i % 5]).join(' ');

test('empty text: nothing to predict, nothing to draw, and the page says so', async ({ page, address }) => {
  await openAnalysed(page, address);
  await write(page, '', []);
  await page.getByText('Nothing to predict yet').waitFor();
  await page.getByText('There are no words yet.').waitFor();
  await page.getByText('Type a sentence, and its words appear here as rows and columns.').waitFor();
  assert.equal(await tokenStrip(page).count(), 1);
  assert.equal((await grid(page).count()) + (await meters(page).count()) + (await pairs(page).count()), 0);
  await statusSays(page, /^$/);
  await write(page, ' \n\t ', []);
  await page.getByText('Nothing to predict yet').waitFor();
  await write(page, 'Thank you', ['thank', 'you']);
  assert.equal(await meters(page).count(), 2);
});

test('one token attends to itself', async ({ page, address }) => {
  await openWith(page, address, 'Thanks', ['thanks']);
  await eventually(async () => assert.deepEqual((await readGrid(page)).weights, [[1]]));
  assert.deepEqual(await readPairs(page), [{ query: 'thanks', key: 'thanks', weight: 1 }]);
  await page.getByText('One word can only attend to itself: 1.000.').waitFor();
});

test('only unknown words: marked, said, and still predicted', async ({ page, address }) => {
  await openWith(page, address, 'Zibbet grommetty qwxz', ['zibbet', 'grommetty', 'qwxz']);
  for (const name of await tokenNames(page)) assert.ok(name.includes(`, ${kUnknown}, `), name);
  const lines = await tokenStrip(page)
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((element) =>
        [element, ...element.querySelectorAll('*')]
          .map((e) => getComputedStyle(e).textDecorationStyle + getComputedStyle(e).borderBottomStyle)
          .join(' '),
      ),
    );
  for (const line of lines) assert.match(line, /dotted/);
  await page.getByText(`“zibbet”, “grommetty”, “qwxz”: ${kUnknown}`).waitFor();
  const said = await readMeters(page);
  assert.ok(Math.abs(said.request + said.no_request - 1) < 1e-5);
  await write(page, 'Thank you', ['thank', 'you']);
  assert.equal(await page.getByText(kUnknown).count(), 0);
});

test('emoji, accents and combined characters are tokens like others', async ({ page, address }) => {
  const family = '👩‍👩‍👧‍👦';
  await openWith(page, address, `Thank you 😀 ${family} café Ünïcode`, [
    'thank',
    'you',
    '😀',
    family,
    'café',
    'ünïcode',
  ]);
  await eventually(async () => assert.deepEqual((await readGrid(page)).rows, await tokens(page)));
  await cell(page, '😀', family).waitFor();
});

test('right-to-left text keeps its direction in the sentence and in every header', async ({
  page,
  address,
}) => {
  await openWith(page, address, 'שלום עולם', ['שלום', 'עולם']);
  const direction = (locator) =>
    locator.evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));
  assert.deepEqual(await direction(sentence(page)), ['rtl']);
  assert.deepEqual(await direction(grid(page).getByRole('rowheader').locator('[dir]')), ['rtl', 'rtl']);
  assert.deepEqual(await direction(tokenStrip(page).locator('bdi')), ['rtl', 'rtl']);
  await write(page, 'Thank you', ['thank', 'you']);
  assert.deepEqual(await direction(sentence(page)), ['ltr']);
});

test('lone surrogates, zero-width and control characters do no harm', async ({ page, address }) => {
  await openAnalysed(page, address);
  for (const text of ['\ud800', '\u200b', '\u0000\u0001', 'a\u202eb', '\ufeffthanks', '\uffff']) {
    await sentence(page).evaluate((box, value) => {
      box.value = value;
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
  }
  await write(page, 'Thank you', ['thank', 'you']);
  await statusSays(page, /^$/);
});

const markup =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b> &lt;i&gt; {{1+1}} ${1}';

test('typed HTML is never interpreted', async ({ page, address, watch }) => {
  await openAnalysed(page, address);
  const before = await page.locator('img, iframe, b, i, script').count();
  const asked = watch.requests.length;
  await sentence(page).fill(markup);
  await eventually(async () => assert.ok((await tokens(page)).includes('<img')));
  await tokenStrip(page).getByRole('button').nth(1).hover();
  await cells(page).first().hover();
  await cells(page).first().click(); // which keeps its row, "<img", for what follows
  await page.getByText('How this is computed').click();
  await eventually(async () => assert.ok((await page.locator('.how-body').innerText()).includes('<img')));
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok((await page.locator('iframe, script').count()) <= before);
  assert.deepEqual(
    watch.requests
      .slice(asked)
      .filter((url) => !/\/(sw\.js|assets|licences|models|index|icon|manifest|early)/.test(url)),
    [],
  );
});

test('HTML that comes with a link is not interpreted either', async ({ page, address }) => {
  await open(page, address, linkTo(markup));
  await eventually(async () => assert.ok((await tokens(page)).includes('<img')));
  assert.equal(await sentence(page).inputValue(), markup);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test('64 tokens are all in the document, 65 are a virtual grid', async ({ page, address }) => {
  await openAnalysed(page, address);
  const words = (count) => Array.from({ length: count }, (_, i) => (i % 2 ? 'send' : 'please'));
  await sentence(page).fill(words(64).join(' '));
  await eventually(async () => assert.equal(await cells(page).count(), 64 * 64));
  await sentence(page).fill(words(65).join(' '));
  await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '66'));
  assert.ok((await cells(page).count()) < 65 * 65);
});

given({ permissions: ['clipboard-read', 'clipboard-write'] }, () =>
  test('a pasted novel: what was cut is said, and the page keeps responding', async ({ page, address }) => {
    await openWith(page, address, '', []);
    await page.evaluate((text) => navigator.clipboard.writeText(text), novel(20_000));
    await sentence(page).press('Control+V');
    await eventually(async () =>
      assert.match(await status(page).textContent(), /512 tokens at most: of these 20,000/),
    );
    await statusSays(page, /everything after “send” \(token 512\) is left out/);
    assert.equal(await grid(page).getAttribute('aria-rowcount'), '513');
    assert.equal(await grid(page).getAttribute('aria-colcount'), '513');
    assert.ok((await cells(page).count()) < 8000, 'only what is in view is in the document');

    await cells(page).first().focus();
    await page.keyboard.press('Control+End');
    const last = cells(page).and(page.locator(':focus'));
    assert.match(await last.getAttribute('aria-label'), /^send to send, \d\.\d{3}$/);
    assert.equal(await last.getAttribute('aria-colindex'), '513');
    assert.equal(await last.locator('..').getAttribute('aria-rowindex'), '513');
    assert.ok(await last.isVisible());

    await page.getByRole('button', { name: 'All 512 tokens' }).click();
    await eventually(async () => assert.equal((await tokens(page)).length, 512));

    await sentence(page).press('Control+Home');
    await sentence(page).pressSequentially('Thanks! ');
    await eventually(async () =>
      assert.deepEqual((await tokens(page)).slice(0, 3), ['thanks', '!', 'please']),
    );
    await statusSays(page, /of these 20,002/);
    await write(page, 'Thank you', ['thank', 'you']);
    await eventually(async () => assert.equal(await cells(page).count(), 4));
    await statusSays(page, /^$/);
  }),
);

given({ viewport: { width: 360, height: 740 } }, () =>
  test('one endless word does not widen the page', async ({ page, address }) => {
    await openAnalysed(page, address);
    const word = 'supercalifragilistic'.repeat(30);
    await write(page, `send ${word}`, ['send', word]);
    await showsTokens(page, ['send', word]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }),
);
