// While one types, the page reads short texts itself (engine/shipped-client.ts): the answer is in the frame that shows the letter.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import { cells, linkTo, sentence, showsTokens } from './browser/heed.mjs';

// Notes what the worker is asked, and what the map holds in the frame that follows each letter.
async function listen(page) {
  await page.addInitScript(() => {
    globalThis.asked = [];
    globalThis.frames = [];
    globalThis.Worker = class extends Worker {
      postMessage(message, ...rest) {
        if (message.kind === 'analyse') globalThis.asked.push(message.text);
        super.postMessage(message, ...rest);
      }
    };
    addEventListener('input', ({ target }) =>
      requestAnimationFrame(() => {
        const words = [...document.querySelectorAll('.sentence-copy span')].map((span) => span.textContent);
        const columns = document.querySelectorAll('.map-column').length;
        globalThis.frames.push({ text: target.value, words: words.join(''), columns });
      }),
    );
  });
}

const asked = (page) => page.evaluate(() => globalThis.asked.splice(0));
const frames = (page) => page.evaluate(() => globalThis.frames.splice(0));

// Types until the page answers itself: one letter after the other, so that none is still on its way to the worker.
async function untilLocal(page) {
  await sentence(page).press('End');
  for (let letters = 1; letters <= 100; letters++) {
    await asked(page);
    await sentence(page).pressSequentially('s');
    await showsTokens(page, [`please${'s'.repeat(letters)}`]);
    if ((await asked(page)).length === 0) return;
  }
  assert.fail('100 letters, and the worker is still asked');
}

test('letter and map are in one frame, without the worker', async ({ page, address }) => {
  await listen(page);
  await page.goto(address + linkTo('Please'));
  await showsTokens(page, ['please']);
  await untilLocal(page);
  const before = await cells(page).count();
  await frames(page);
  await sentence(page).pressSequentially(' call me');
  assert.deepEqual(await asked(page), []);
  await page.evaluate(() => new Promise(requestAnimationFrame)); // the last letter's may be still to come
  const seen = await frames(page);
  assert.equal(seen.length, ' call me'.length);
  for (const { text, words } of seen) assert.equal(words.trimEnd(), text.trimEnd());
  assert.equal(seen.at(-1).columns, 3);
  await eventually(async () => assert.ok((await cells(page).count()) > before));
});

test('a long text goes to the worker, and a short one comes back', async ({ page, address }) => {
  await listen(page);
  await page.goto(address + linkTo('Please'));
  await showsTokens(page, ['please']);
  await untilLocal(page);
  await sentence(page).fill('word '.repeat(100));
  await page.waitForFunction(() => document.querySelectorAll('.sentence-copy span').length > 100);
  assert.equal((await asked(page)).length, 1);
  await sentence(page).fill('call');
  await showsTokens(page, ['call']);
  assert.deepEqual(await asked(page), []);
});

given({ serviceWorkers: 'block', noise: /Service Worker registration blocked|Failed to load resource/ }, () =>
  test('where the page cannot get an engine of its own the worker goes on', async ({ page, address }) => {
    await listen(page);
    await page.route(/\/whole-[^/]*\.js$/, (route) => route.abort());
    await page.goto(address + linkTo('Please'));
    await showsTokens(page, ['please']);
    await sentence(page).press('End');
    await sentence(page).pressSequentially(' call me');
    await showsTokens(page, ['please', 'call', 'me']);
    assert.notEqual((await asked(page)).length, 0);
  }),
);

test('a browser that never says when it is idle has an engine in the page too', async ({ page, address }) => {
  await page.addInitScript(() => delete globalThis.requestIdleCallback);
  await listen(page);
  await page.goto(address + linkTo('Please'));
  await showsTokens(page, ['please']);
  await untilLocal(page);
});
