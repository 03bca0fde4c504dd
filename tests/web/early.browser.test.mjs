// What the worker is asked before the page's own script runs (public/early.js): each thing once, and nothing that the
// address does not mean.
import assert from 'node:assert/strict';
import { given, test } from './browser/harness.mjs';
import { cells, linkTo, modelBox, sentence, showsTokens, write } from './browser/heed.mjs';

// Notes what the page asks of its workers.
async function listen(page) {
  await page.addInitScript(() => {
    globalThis.asked = [];
    globalThis.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        this.own = options.name.startsWith('heed-'); // what explains, perhaps
        if (options.name.startsWith('[')) globalThis.asked.push(...JSON.parse(options.name));
      }
      postMessage(message, ...rest) {
        if (!this.own) globalThis.asked.push(message);
        super.postMessage(message, ...rest);
      }
    };
  });
}

const asked = (page) =>
  page.evaluate(() =>
    globalThis.asked.map(({ kind, source, model, text }) =>
      [kind, source?.name ?? model, text].join(' ').trim(),
    ),
  );

test('a first visit asks once for the model and once for the first sentence', async ({ page, address }) => {
  await listen(page);
  await page.goto(address);
  await cells(page).first().waitFor();
  const first = await sentence(page).inputValue();
  assert.notEqual(first, '');
  assert.deepEqual(await asked(page), ['open enron-request', `analyse enron-request ${first}`]);
});

// Where the page has no engine of its own: it would answer some of it.
const kAlone = {
  serviceWorkers: 'block',
  noise: /Service Worker registration blocked|Failed to load resource/,
};
given(kAlone, () =>
  test('so does a link to a sentence, and what is typed next is asked once', async ({ page, address }) => {
    await listen(page);
    await page.route(/\/whole-[^/]*\.js$/, (route) => route.abort());
    await page.goto(address + linkTo('Thank you'));
    await showsTokens(page, ['thank', 'you']);
    await write(page, 'Thanks', ['thanks']);
    await write(page, 'Thank you', ['thank', 'you']);
    const questions = ['Thank you', 'Thanks', 'Thank you'].map((text) => `analyse enron-request ${text}`);
    assert.deepEqual(await asked(page), ['open enron-request', ...questions]);
  }),
);

test('a link to an empty text asks nothing about the first sentence', async ({ page, address }) => {
  await listen(page);
  await page.goto(address + linkTo(''));
  await write(page, 'Thanks', ['thanks']);
  const all = await asked(page);
  assert.deepEqual(all, ['open enron-request', 'analyse enron-request', 'analyse enron-request Thanks']);
});

test('of another model only that one is opened', async ({ page, address }) => {
  await listen(page);
  await page.goto(`${address}#model=ag-news-topics&text=Oil`);
  await showsTokens(page, ['oil']);
  assert.equal(await modelBox(page).inputValue(), 'ag-news-topics');
  assert.deepEqual(await asked(page), ['open ag-news-topics', 'analyse ag-news-topics Oil']);
});

test('a chosen head is asked for with the sentence, and its answer is shown', async ({ page, address }) => {
  await listen(page);
  await page.goto(`${address + linkTo('Thank you')}&head=mean`);
  await showsTokens(page, ['thank', 'you']);
  const looks = await page.evaluate(() => globalThis.asked.map(({ look }) => look?.head));
  assert.equal(looks.at(-1), 'mean');
});
