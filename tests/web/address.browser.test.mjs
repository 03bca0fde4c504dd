// The address carries the state: reloading and Copy link both restore it, and a damaged one still opens.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import {
  button,
  cell,
  cells,
  grid,
  linkTo,
  modelBox,
  open,
  openAnalysed,
  openWith,
  readGrid,
  readMeters,
  sentence,
  showsTokens,
  status,
  statusSays,
  tokens,
  write,
} from './browser/heed.mjs';

const kText = 'Could you sign & return it, 100 % #1 “today”? 😀';
const kClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

const addressSays = (page, name, value) =>
  eventually(async () =>
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name), value),
  );
const radio = (page, name) => page.getByRole('radio', { name });
const novel = (words) => Array.from({ length: words }, (_, i) => `word${i % 977}`).join(' ');

test('the address follows what is typed, and a reload restores it', async ({ page, address }) => {
  await openAnalysed(page, address);
  await sentence(page).fill(kText);
  await addressSays(page, 'text', kText);
  await addressSays(page, 'model', 'enron-request');
  await eventually(async () => assert.equal((await tokens(page)).at(-1), '😀'));
  const before = [await tokens(page), await readMeters(page), await eventually(() => readGrid(page))];
  await page.reload();
  await showsTokens(page, before[0]);
  assert.equal(await sentence(page).inputValue(), kText);
  assert.deepEqual(
    [await tokens(page), await readMeters(page), await eventually(() => readGrid(page))],
    before,
  );
});

test('view and colour scale are part of the address', async ({ page, address }) => {
  await openAnalysed(page, address);
  // What is drawn first may still move what is clicked.
  await eventually(() => radio(page, 'per row').check({ force: true }));
  await eventually(() => radio(page, 'Arcs').check({ force: true }));
  await addressSays(page, 'scale', 'row');
  await addressSays(page, 'view', 'arcs');
  await page.reload();
  await page.getByRole('img', { name: /^Arcs connect/ }).waitFor();
  assert.ok(await radio(page, 'per row').isChecked());
  assert.ok(await radio(page, 'Arcs').isChecked());
});

given(kClipboard, () =>
  test('Copy link gives the same state to someone else', async ({ page, address, context }) => {
    await openWith(page, address, 'Call me', ['call', 'me']);
    await sentence(page).fill(kText);
    await button(page, 'Copy link').click();
    await eventually(async () => assert.match(await status(page).textContent(), /^Link copied/));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(address), link);
    const other = await context.newPage();
    await other.goto(link);
    await eventually(async () => assert.equal(await sentence(other).inputValue(), kText));
    await eventually(async () => assert.equal((await tokens(page)).at(-1), '😀'));
    await showsTokens(other, await tokens(page));
    assert.deepEqual(await readMeters(other), await readMeters(page));
  }),
);

test('where copying is not allowed, the page says what to do', async ({ page, address }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await openAnalysed(page, address);
  await button(page, 'Copy link').click();
  await eventually(async () =>
    assert.match(await status(page).textContent(), /Copy the link from the address bar instead/),
  );
});

given(kClipboard, () =>
  test('a text of many words makes a short link that restores all of it', async ({
    page,
    address,
    context,
  }) => {
    const text = novel(3000);
    await openAnalysed(page, address);
    await sentence(page).fill(text);
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '513'));
    await button(page, 'Copy link').click();
    await eventually(async () => assert.match(await status(page).textContent(), /^Link copied/));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.length < text.length / 2, `${link.length} characters for ${text.length}`);
    const other = await context.newPage();
    await other.goto(link);
    await eventually(async () => assert.equal(await sentence(other).inputValue(), text));
    await eventually(async () => assert.equal(await grid(other).getAttribute('aria-rowcount'), '513'));
  }),
);

test('a link that is followed while the page is open is shown', async ({ page, address }) => {
  await openWith(page, address, 'Call me', ['call', 'me']);
  await page.evaluate((hash) => (location.hash = hash), linkTo('Thank you'));
  await showsTokens(page, ['thank', 'you']);
  assert.equal(await sentence(page).inputValue(), 'Thank you');
  await page.goBack();
  await showsTokens(page, ['call', 'me']);
});

const broken = {
  'an unknown model': ['#model=no-such-model&text=Call+me', /model/],
  'a layer that is no number': ['#text=Call+me&layer=x', /layer/],
  'an unknown view and scale': ['#text=Call+me&view=cube&scale=-1', /scale, view|view, scale/],
  'a packed text that cannot be unpacked': ['#packed=%%%', /text/],
  'a packed text cut short': ['#packed=S0ktLlFIzk_JTFZIz0_MAQA', null],
  'an escape that is none': ['#text=Call%2&view=map', null],
  'no settings at all': ['#%F0%9F', null],
};
for (const [name, [fragment, named]] of Object.entries(broken)) {
  test(`a broken link still opens the page: ${name}`, async ({ page, address }) => {
    await open(page, address, fragment);
    await eventually(async () =>
      assert.ok((await cells(page).count()) > 0 || (await sentence(page).inputValue()) === ''),
    );
    if (named) {
      await eventually(async () =>
        assert.match(await status(page).textContent(), /^This link has parts that the page cannot read/),
      );
      await statusSays(page, named);
    }
    await write(page, 'Thank you', ['thank', 'you']);
    await statusSays(page, /^$/);
  });
}

test('a layer and a head that the model does not have fall back to those it has', async ({
  page,
  address,
}) => {
  await openAnalysed(page, address, '#text=Call+me&layer=7&head=9');
  await showsTokens(page, ['call', 'me']);
  const { weights } = await readGrid(page);
  assert.equal(weights.length, 2);
});

const unfit = {
  'a layer, a head and a class that the model does not have': [
    '#text=Call+me&layer=7&head=9&class=x&against=y',
    /cannot read \(layer, head, class, against\). The page uses the defaults/,
  ],
  'a place that the text does not have, and a method that there is not': [
    '#text=Call+me&pin=5.1&method=nonsense&view=cube',
    /cannot read \(view, pin, method\). The page uses the defaults/,
  ],
};
for (const [name, [fragment, said]] of Object.entries(unfit))
  test(`${name}: the page says so, and its address lets it go`, async ({ page, address }) => {
    await open(page, address, fragment);
    await statusSays(page, said);
    await eventually(() => assert.doesNotMatch(page.url(), /layer=|head=|class=|against=|pin=|method=/));
  });

const apart = {
  train: [
    '&train.kind=attention&train.set=training.lr=x+no.such=1&train.source=file',
    /training\.lr=x, no\.such=1, train\.source/,
  ],
  evidence: [
    `&evidence.beside=${'a'.repeat(2001)}`,
    /too long \(evidence\.beside\). The page left out its end/,
  ],
  fill: ['&fill.at=x', /cannot read \(fill\.at\)/],
  about: ['&open.bits=7', /cannot read \(open\.bits\)/],
  lessons: ['&layer=x', /cannot read \(layer\)/],
};
for (const [section, [more, said]] of Object.entries(apart))
  test(`the section ${section} says what of its link was left out`, async ({ page, address }) => {
    await open(page, address, `#section=${section}${more}`);
    await page.getByRole('main').getByText(said).filter({ visible: true }).waitFor();
  });

test('a link to an encoder of ours keeps its layer, its head and what is kept of the map', async ({
  page,
  address,
}) => {
  await open(
    page,
    address,
    '#model=ours%3Aheed-small-sentiment&text=What+a+lovely+view&layer=1&head=2&pin=1.2',
  );
  await eventually(async () =>
    assert.match(await page.locator('.readout').innerText(), /^Row \S+ (gives|.* attends)/),
  );
  assert.match(page.url(), /layer=1&head=2.*pin=1\.2/);
  await statusSays(page, /^$/);
});

test('what is kept of the map, and the open explanation, are part of the address', async ({
  page,
  address,
}) => {
  await openWith(page, address, 'Please send it', ['please', 'send', 'it']);
  await cell(page, 'send', 'it').click();
  await page.getByRole('group').getByText('How this is computed').click();
  await eventually(() => assert.match(page.url(), /pin=1\.2.*how=open/));
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await eventually(async () =>
    assert.match(
      await page.locator('.readout').innerText(),
      /^Row send gives 0\.\d{3} of its attention to it/,
    ),
  );
  await page.getByText('pinned; release (Escape)').click();
  await eventually(() => assert.doesNotMatch(page.url(), /pin=/));
  assert.equal(await page.locator('details.how').getAttribute('open'), '');
});

// Another model, back to the one before, and forward again.
async function chooseAndStep(page) {
  await modelBox(page).selectOption('emotions');
  await eventually(() => assert.match(page.url(), /model=emotions/));
  await page.goBack();
  await eventually(async () => assert.equal(await modelBox(page).inputValue(), 'enron-request'));
  await page.goForward();
  await eventually(async () => assert.equal(await modelBox(page).inputValue(), 'emotions'));
}

test('another model is a step to go back, and each section has its title', async ({ page, address }) => {
  await openWith(page, address, 'Please send it', ['please', 'send', 'it']);
  await eventually(() => assert.match(page.url(), /model=enron-request/));
  const title = await page.title();
  await chooseAndStep(page);
  for (const name of ['Lab', 'Tokenizer', 'About this model']) {
    await page.getByRole('link', { name, exact: true }).click();
    await eventually(async () => assert.equal(await page.title(), `${name} · Heed`));
  }
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await eventually(async () => assert.equal(await page.title(), title));
});

test('a step back comes before what waits to be written', async ({ page, address }) => {
  // The page's pause before it writes ends right after the browser's step.
  await page.addInitScript(() => {
    const { setTimeout: later, clearTimeout: drop } = window;
    const writes = new Map();
    window.setTimeout = (what, delay, ...rest) =>
      delay === 250 ? (writes.set(-writes.size - 1, what), -writes.size) : later(what, delay, ...rest);
    window.clearTimeout = (id) => writes.delete(id) || drop(id);
    addEventListener('hashchange', () => writes.forEach((what) => what()));
  });
  await openWith(page, address, 'Please send it', ['please', 'send', 'it']);
  await chooseAndStep(page);
});

test('a link to the lab does not carry the sentence; a reload keeps it, though', async ({
  page,
  address,
}) => {
  await openWith(page, address, 'Call me', ['call', 'me']);
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await eventually(() => assert.match(page.url(), /section=lab/));
  await eventually(() => assert.doesNotMatch(page.url(), /Call/));
  await page.reload();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await eventually(async () => assert.equal(await sentence(page).inputValue(), 'Call me'));
});

test('the names of all sections are in sight, at any width', async ({ page, address }) => {
  await openWith(page, address, 'Call me', ['call', 'me']);
  for (const width of [320, 768, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const hidden = await page.getByRole('navigation', { name: 'Sections' }).evaluate((list) => {
      const { left, right } = list.getBoundingClientRect();
      const places = [...list.children].map((link) => link.getBoundingClientRect());
      return places.filter((place) => place.left < left || place.right > right).length;
    });
    assert.equal(hidden, 0, `${hidden} are cut at ${width} px`);
  }
});

test('the keyboard skips the sections to the content', async ({ page, address }) => {
  await openWith(page, address, 'Call me', ['call', 'me']);
  await page.keyboard.press('Tab');
  const skip = button(page, 'Skip to content');
  assert.ok(
    await skip.evaluate((one) => one === document.activeElement && one.getBoundingClientRect().width > 50),
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('main') !== null), true);
});
