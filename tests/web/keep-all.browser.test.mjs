// What the foot promises of a page without a network: what was opened, or everything, where that was asked for.
import assert from 'node:assert/strict';
import { eventually, host, test } from './browser/harness.mjs';
import { button, cells, modelBox, openAnalysed } from './browser/heed.mjs';

const keep = (page) => button(page, 'Keep everything for offline');

async function withSite(body) {
  const site = await host();
  let stopped = false;
  const stop = async () => {
    if (!stopped) await site.stop();
    stopped = true;
  };
  try {
    await body(site.address, stop);
  } finally {
    await stop();
  }
}

test('everything is kept after a click, and works without a network', async ({ page, context, watch }) =>
  withSite(async (address, stop) => {
    await openAnalysed(page, address);
    await keep(page).waitFor();
    const size = await page.locator('#keep-all-size').innerText();
    assert.match(size, /^\d\d\.\d MB$/);
    await page.getByText('Everything you have opened once in this browser also works offline').waitFor();
    await keep(page).click();
    await page.getByText('Everything is saved in this browser').waitFor();
    watch.check(address);
    await stop();
    await context.setOffline(true);
    await page.reload();
    await cells(page).first().waitFor();
    // Nothing of these was opened before.
    for (const id of ['emotions', 'ag-news-topics', 'sst2-sentiment']) {
      await modelBox(page).selectOption(id);
      await eventually(async () => assert.equal(await page.locator('.status.is-problem').count(), 0));
      await eventually(async () => assert.ok(await page.getByRole('meter').first().isVisible()));
    }
    await page.getByRole('link', { name: 'About this model' }).click();
    await page.getByRole('heading', { name: 'Held out' }).waitFor();
    for (const more of [
      'two',
      'lab',
      'translate&translate.model=dates&translate.text=14+mars+1987',
      'write&write.model=heed-writer&write.text=The+old',
    ])
      await eventually(async () => {
        await page.goto(`${address}#section=${more}`);
        await page.getByRole('main').getByRole('gridcell').first().waitFor({ timeout: 5000 });
      });
    await page.goto(`${address}#section=tokenizer`);
    await page.getByRole('region', { name: 'Tokenizer' }).waitFor();
    assert.deepEqual(
      watch.noise.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line)),
      [],
    );
    watch.noise = [];
    watch.requests = [];
  }));

test('keeping is given up by a click, and goes on from there', async ({ page, watch }) =>
  withSite(async (address) => {
    await openAnalysed(page, address);
    // The largest comes last: it is held back.
    let free;
    const held = new Promise((resolve) => (free = resolve));
    await page.context().route('**/models/heed-small-emotions/model.safetensors', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await keep(page).waitFor();
    const before = await page.locator('#keep-all-size').innerText();
    await keep(page).click();
    await page.getByRole('progressbar', { name: 'Saving everything for offline use' }).waitFor();
    await eventually(async () =>
      assert.match(await page.locator('#keep-all-size').innerText(), /^[1-9]\d?\.\d MB of/),
    );
    await button(page, 'Cancel').click();
    await keep(page).waitFor();
    const after = await page.locator('#keep-all-size').innerText();
    assert.ok(parseFloat(after) < parseFloat(before), `${after} of ${before} are left`);
    free();
    await page.context().unroute('**/models/heed-small-emotions/model.safetensors');
    await keep(page).click();
    await page.getByText('Everything is saved in this browser').waitFor();
    watch.check(address);
    watch.requests = [];
  }));
