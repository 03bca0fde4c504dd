// The engine for models of other makers: which module a host and a browser get, and that they agree.
import assert from 'node:assert/strict';
import { eventually, given, test } from './browser/harness.mjs';
import {
  chooseFiles,
  contributions,
  modelBox,
  openAnalysed,
  readGrid,
  readMeters,
  write,
} from './browser/heed.mjs';
import { tinyFiles } from './encoders.mjs';

const seen = {};

const fetched = (watch) =>
  new Set(
    watch.requests
      .map((url) => /(heed-(?:full|all-threads|all))-[\w-]*\.wasm/.exec(url)?.[1])
      .filter(Boolean),
  );

async function look(page, address) {
  await openAnalysed(page, address);
  // By the page's own engine: it is fetched for them.
  await contributions(page).first().waitFor();
  // Twice: the threads of the first model are taken over by the second.
  for (const times of [1, 2]) {
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await chooseFiles(page, tinyFiles('distilbert_tiny'));
    await modelBox(page).waitFor();
    await write(page, times === 1 ? 'The old' : 'The old man walks', [
      '[CLS]',
      'the',
      'old',
      ...(times === 1 ? [] : ['man', 'walks']),
      '[SEP]',
    ]);
  }
  const { weights } = await eventually(() => readGrid(page));
  return { meters: await readMeters(page), weights };
}

test('with shared memory there are threads', async ({ page, address, watch }) => {
  seen.threads = await look(page, address);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  // What the page explains itself has none: a page must not wait for them.
  assert.deepEqual([...fetched(watch)].sort(), ['heed-all-threads', 'heed-full']);
});

given({ serviceWorkers: 'block', noise: /Service Worker registration blocked/ }, () =>
  test('a host that cannot send the headers gets one thread, and the same numbers', async ({
    page,
    context,
    address,
    watch,
  }) => {
    await context.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      for (const name of ['cross-origin-opener-policy', 'cross-origin-embedder-policy']) delete headers[name];
      await route.fulfill({ response, headers });
    });
    const one = await look(page, address);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    assert.deepEqual([...fetched(watch)], ['heed-full']);
    assert.deepEqual(one, seen.threads);
    await context.unrouteAll({ behavior: 'wait' });
  }),
);

test('a browser without relaxed SIMD has it taken out of the same module, and gets the same numbers', async ({
  page,
  address,
  watch,
}) => {
  const words = async () => {
    await openAnalysed(page, address);
    await contributions(page).first().waitFor();
    return contributions(page).allInnerTexts();
  };
  const relaxed = await words();
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiate;
    WebAssembly.validate = () => false;
    WebAssembly.instantiate = (given, imports) => {
      globalThis.gaveBytes = given.byteLength > 0;
      return instantiate(given, imports);
    };
  });
  await page.goto('about:blank');
  assert.deepEqual(await words(), relaxed);
  assert.equal(await page.evaluate(() => globalThis.gaveBytes), true);
  assert.deepEqual([...fetched(watch)], ['heed-full']);
});
