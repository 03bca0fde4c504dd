// Models from the Hub, with a server on this machine in its place: nothing without a click, cut connections, servers
// without ranges, models that are not there or not for everyone, and files that are not what they should be.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { scan, useAxe } from './browser/axe.mjs';
import { eventually, given, test } from './browser/harness.mjs';
import { modelBox, tokens } from './browser/heed.mjs';
import { ask, download, hubOf, kHub, kId, kNoise, opened, openModels, quiet, says } from './browser/hub.mjs';
import { tinyFiles } from './encoders.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

test('two clicks, and a model is here and stays', async ({ page, address, watch }) => {
  const hub = hubOf({ files: tinyFiles('distilbert_tiny') });
  await openModels(page, address, hub);
  assert.deepEqual(hub.asked, []);
  await ask(page);
  await page.getByText(/3 files, 86 kB/).waitFor();
  assert.deepEqual(hub.asked, ['list']);
  await download(page);
  await opened(page);
  await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
  // Its link opens it again, from the browser's storage.
  const before = hub.asked.length;
  await page.reload();
  await opened(page);
  await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  const kept = page.getByRole('list', { name: 'Downloaded models' });
  const weights = `SHA-256 of the weights: ${sha256(tinyFiles('distilbert_tiny')['model.safetensors'])}`;
  await eventually(async () =>
    assert.match(await kept.innerText(), new RegExp(`someone/tiny\\s+86 kB[^]*${weights}`)),
  );
  assert.equal(hub.asked.length, before);
  await page.getByRole('button', { name: `Delete ${kId}` }).click();
  await eventually(async () => assert.equal(await kept.count(), 0));
  quiet(watch);
});

for (const ranges of [true, false])
  test(`a cut connection is gone on with, ${ranges ? 'from where it was' : 'from the start where a server knows no ranges'}`, async ({
    page,
    address,
    watch,
  }) => {
    const hub = hubOf({ files: tinyFiles('distilbert_tiny'), cut: ranges ? 3 : 1, ranges });
    await openModels(page, address, hub);
    await ask(page);
    await download(page);
    await opened(page);
    await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
    const gets = hub.asked.filter((one) => one.startsWith('GET model.safetensors'));
    assert.equal(gets.length, ranges ? 4 : 2);
    assert.match(gets[1], /bytes=42828-/);
    quiet(watch);
  });

// Browsers without a file system of their own, or that refuse it: the Cache stands in.
const withoutFiles = (page) =>
  page.addInitScript(() => {
    StorageManager.prototype.getDirectory = async () => {
      throw new DOMException('', 'SecurityError');
    };
  });
const item = (page, name) =>
  page.getByRole('list', { name: 'Downloaded models' }).getByRole('listitem').filter({ hasText: name });

for (const place of ['file system', 'Cache'])
  given({ noise: kNoise }, () =>
    test(`a download that is left goes on at the next visit, in the ${place}`, async ({
      page,
      address,
      watch,
    }) => {
      if (place === 'Cache') await withoutFiles(page);
      // The first answer is cut, and then there is none.
      const files = tinyFiles('distilbert_tiny');
      const hub = hubOf({ files, cut: 1, down: 5 });
      await openModels(page, address, hub);
      await ask(page);
      await download(page);
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await eventually(() => assert.ok(hub.asked.length >= 6));
      await page.getByRole('button', { name: 'Cancel' }).click();
      await item(page, /43 kB so far/).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'Models', exact: true }).click();
      const whole = hubOf({ files });
      await page.context().unroute(`${kHub}/**`);
      await page.context().route(`${kHub}/**`, whole.route);
      await page.getByRole('button', { name: `Resume ${kId}` }).click();
      await download(page);
      await opened(page);
      await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
      const part = whole.asked.filter((one) => one.startsWith('GET model'));
      assert.match(part.join(), /^GET model.safetensors bytes=42828-$/);
      await page.getByRole('link', { name: 'Models', exact: true }).click();
      await item(page, sha256(files['model.safetensors'])).waitFor();
      const names = await page.evaluate(() => caches.keys());
      assert.equal(names.includes('heed:downloads'), place === 'Cache');
      await page.getByRole('button', { name: `Delete ${kId}` }).click();
      await eventually(async () => assert.equal(await item(page, kId).count(), 0));
      await page.reload();
      await page.getByRole('textbox', { name: 'Model on the Hub' }).waitFor();
      assert.equal(await item(page, kId).count(), 0);
      quiet(watch);
    }),
  );

test('a download goes on while other sections are open', async ({ page, address, watch }) => {
  let release;
  const held = new Promise((done) => (release = done));
  const hub = hubOf({ files: tinyFiles('distilbert_tiny'), held });
  await openModels(page, address, hub);
  await ask(page);
  await download(page);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await page.getByRole('region', { name: 'Lab', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  await page.getByRole('progressbar', { name: `Download of ${kId}` }).waitFor();
  release();
  await opened(page);
  await eventually(async () => assert.equal((await tokens(page))[0], '[CLS]'));
  quiet(watch);
});

test('a model on the screen stays until the next one is whole', async ({ page, address, watch }) => {
  const files = tinyFiles('distilbert_tiny');
  await openModels(page, address, hubOf({ files }));
  await ask(page);
  await download(page);
  await opened(page);
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  const list = (path) => (path === 'config.json' ? files[path].replace('NEGATIVE', 'COLD') : files[path]);
  const others = Object.fromEntries(Object.keys(files).map((path) => [path, list(path)]));
  await page.context().unroute(`${kHub}/**`);
  await page.context().route(`${kHub}/**`, hubOf({ files: others, id: 'someone/else' }).route);
  await ask(page, 'someone/else');
  await download(page);
  await page.getByRole('meter', { name: 'COLD' }).waitFor();
  assert.equal(await modelBox(page).inputValue(), 'hub:someone/else');
  quiet(watch);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1440],
])
  given({ colorScheme, viewport: { width, height: 900 } }, () =>
    test(`axe-core finds nothing in an offer, a download and what is kept: ${colorScheme}, ${width} px`, async ({
      page,
      address,
      watch,
    }) => {
      await useAxe(page);
      let release;
      const held = new Promise((done) => (release = done));
      await openModels(page, address, hubOf({ files: tinyFiles('distilbert_tiny'), held }));
      await ask(page);
      await page.getByText(/3 files, 86 kB/).waitFor();
      await scan(page, 'an offer');
      await download(page);
      await page.getByRole('progressbar').waitFor();
      await scan(page, 'a download');
      release();
      await opened(page);
      await page.getByRole('link', { name: 'Models', exact: true }).click();
      await item(page, /SHA-256 of the weights: [0-9a-f]{64}/).waitFor();
      await scan(page, 'what is kept');
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${wide} px in ${room}`);
      quiet(watch);
    }),
  );

const kRefused = [
  ['not there', { files: {} }, /is not there/],
  ['not for everyone', { files: {}, status: 401 }, /answered 401.*sign in/],
  [
    'only a pickle',
    { files: { 'config.json': '{}', 'pytorch_model.bin': 'x' } },
    /has no model\.safetensors/,
  ],
];
for (const [name, world, pattern] of kRefused)
  given({ noise: kNoise }, () =>
    test(`a model that is ${name} is one message`, async ({ page, address, watch }) => {
      await openModels(page, address, hubOf(world));
      await ask(page);
      await says(page, pattern);
      await ask(page, '../../etc');
      await says(page, /owner\/name/);
      quiet(watch);
    }),
  );

given({ noise: kNoise }, () =>
  test('a file of the wrong length, and one that is damaged, are one message', async ({
    page,
    address,
    watch,
  }) => {
    const files = tinyFiles('distilbert_tiny');
    const length = files['model.safetensors'].length;
    await openModels(page, address, hubOf({ files, announced: { 'model.safetensors': length - 5 } }));
    await ask(page);
    await download(page);
    await says(page, /model\.safetensors\] has more than the 85651 bytes that the server announced/);
    const hash = '0'.repeat(64);
    await page.context().unroute(`${kHub}/**`);
    await page.context().route(`${kHub}/**`, hubOf({ files, hashes: { 'model.safetensors': hash } }).route);
    await ask(page);
    await download(page);
    // It is open by then; it does not stay.
    await eventually(async () =>
      assert.match(
        await page.getByRole('status').innerText(),
        /SHA-256 [0-9a-f]{64}, the server announced 0{64}.*deleted/,
      ),
    );
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await says(page, /SHA-256 [0-9a-f]{64}, the server announced 0{64}/);
    await eventually(async () => assert.equal(await item(page, kId).count(), 0));
    // It is gone, so the one that stays when the next cannot be opened is another.
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await modelBox(page).selectOption('enron-request');
    await eventually(async () => assert.notEqual((await tokens(page))[0], '[CLS]'));
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await page.context().unroute(`${kHub}/**`);
    const broken = { ...files, 'model.safetensors': files['model.safetensors'].slice().fill(0xff, 0, 8) };
    await page.context().route(`${kHub}/**`, hubOf({ files: broken }).route);
    await ask(page);
    await download(page);
    await eventually(async () =>
      assert.match(
        await page.getByRole('status').innerText(),
        /claims a header of 18446744073709551615.*stays/,
      ),
    );
    quiet(watch);
  }),
);
