// Where the page comes from and what it may do: its policy, its size, and no network at all.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Watch, dist, eventually, given, host, test } from './browser/harness.mjs';
import { cells, contributions, openAnalysed, write } from './browser/heed.mjs';
import { kept, serviceWorkerIsActive } from './browser/kept.mjs';

const parsePolicy = (text) =>
  new Map(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...values]) => [name, values]),
  );

// Where models of others come from, when a visitor asks for one.
const kHub = ['https://huggingface.co', 'https://*.hf.co'];

function assertStrict(policy) {
  assert.deepEqual(policy.get('default-src'), ["'none'"]);
  assert.deepEqual(policy.get('script-src').sort(), ["'self'", "'wasm-unsafe-eval'"]);
  assert.deepEqual(policy.get('style-src'), ["'self'"]);
  assert.deepEqual(policy.get('connect-src'), ["'self'", ...kHub]);
  assert.deepEqual(policy.get('base-uri'), ["'none'"]);
  assert.deepEqual(policy.get('form-action'), ["'none'"]);
  for (const [name, values] of policy) {
    for (const value of values.filter((value) => name !== 'connect-src' || !kHub.includes(value)))
      assert.match(value, /^('self'|'none'|'wasm-unsafe-eval'|blob:|data:)$/, name);
  }
}

test('the Content-Security-Policy is strict, in the page and in the header', async ({ page, address }) => {
  const response = await page.goto(address);
  assertStrict(parsePolicy(response.headers()['content-security-policy']));
  const inPage = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assertStrict(parsePolicy(inPage));
  const source = await readFile(join(dist, 'index.html'), 'utf8');
  assert.doesNotMatch(source, / style=|<style|javascript:| on\w+=/i);
  for (const [tag] of source.matchAll(/<script[^>]*>/g)) assert.match(tag, / src="\.\//, 'no inline script');
});

given({ noise: /Content Security Policy|violates/ }, () =>
  test('what the policy forbids is really refused', async ({ page, address, watch }) => {
    await openAnalysed(page, address);
    const refused = await page.evaluate(async () => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.head.append(script);
      await fetch('https://example.invalid/').catch(() => {});
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return { seen, hacked: window.hacked };
    });
    assert.equal(refused.hacked, undefined);
    assert.deepEqual([...new Set(refused.seen)].sort(), ['connect-src', 'script-src-elem']);
    assert.ok(
      watch.noise.some((line) => /Content Security Policy/.test(line)),
      'the watch sees what a violation writes',
    );
    watch.requests = watch.requests.filter((url) => url !== 'https://example.invalid/');
  }),
);

given({ noise: /./ }, () =>
  test('the watch that every test stands on hears and sees', async ({ page, address, context, watch }) => {
    await openAnalysed(page, address);
    await page.evaluate(() => {
      console.warn('careful');
      setTimeout(() => {
        throw new Error('thrown aside');
      });
    });
    await eventually(() => assert.ok(watch.noise.some((line) => /thrown aside/.test(line))));
    assert.ok(watch.noise.includes('console.warning: careful'));
    const own = new Watch(context);
    own.requests.push(`${address}a`, 'https://example.com/b', 'data:,c', 'blob:x');
    assert.deepEqual(own.foreign(address), ['https://example.com/b']);
  }),
);

// As it came over the network, compressed or not; of a worker's own script only the header tells.
async function bytesOf(request) {
  const { responseBodySize } = await request.sizes();
  return responseBodySize || Number((await request.response()).headers()['content-length'] ?? 0);
}

test('all that comes before the first prediction is at most 1 MB as served', async ({
  page,
  address,
  context,
}) => {
  const finished = [];
  context.on('requestfinished', (request) => finished.push(request));
  // What comes once the first prediction is on the screen waits here.
  let go;
  const held = new Promise((done) => (go = done));
  const comesLater = /\/(why\.svelte|Picture|picture\.svelte)-/;
  await context.route(comesLater, async (route) => {
    await held;
    await route.continue();
  });
  await openAnalysed(page, address);
  const painted = await eventually(async () => {
    const [mark] = await page.evaluate(() =>
      performance.getEntriesByName('heed:painted').map((one) => one.startTime),
    );
    assert.ok(mark > 0);
    return mark;
  });
  const before = finished.filter((request) => !request.serviceWorker() && !request.url().endsWith('/sw.js'));
  const served = await Promise.all(before.map(async (request) => [request.url(), await bytesOf(request)]));
  const total = served.reduce((sum, [, size]) => sum + size, 0);
  const list = served.map(([url, size]) => `${size} ${url}`).join('\n');
  for (const part of [/\.js$/, /\.css$/, /\.wasm$/, /model\.safetensors$/]) {
    assert.ok(
      served.some(([url, size]) => part.test(url) && size > 0),
      `${part} in\n${list}`,
    );
  }
  assert.ok(total <= 1_000_000, `${total} bytes:\n${list}`);
  // Whole typefaces are for what is typed: the page's own words need the first one alone.
  const fonts = served
    .filter(([url]) => url.endsWith('.woff2'))
    .map(([url]) => /\/([^/]*)-[^-]*\.woff2$/.exec(url)[1]);
  assert.deepEqual(fonts, ['source-sans-3-first']);
  go();
  await contributions(page).first().waitFor();
  await page.getByRole('region', { name: 'Network' }).getByRole('button', { name: 'Play' }).waitFor();
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime]),
  );
  const later = asked.filter(([name]) => comesLater.test(name));
  for (const part of [/\/why\.svelte-/, /\/Picture-/]) assert.ok(later.some(([name]) => part.test(name)));
  for (const [name, start] of later) assert.ok(start > painted, `${name}: ${start} after ${painted}`);
});

// A folder tree with the page some levels down, as on a host that serves many sites. It sends no headers of ours.
async function hostBelow(path) {
  const folder = await mkdtemp(join(tmpdir(), 'heed-site-'));
  await mkdir(join(folder, dirname(path)), { recursive: true });
  await symlink(dist, join(folder, path));
  const { address, stop } = await host(folder);
  const end = async () => {
    await stop();
    await rm(folder, { recursive: true });
  };
  return { address: `${address}${path}/`, end };
}

for (const path of ['', 'some/sub/path']) {
  test(`after the first visit the page works without a network: /${path}`, async ({
    page,
    context,
    watch,
  }) => {
    const site = path
      ? await hostBelow(path)
      : await host().then(({ address, stop }) => ({ address, end: stop }));
    let ended = false;
    try {
      await openAnalysed(page, site.address);
      await serviceWorkerIsActive(page);
      // What each word adds is there without a network too, once its engine is.
      await contributions(page).first().waitFor();
      await eventually(async () =>
        assert.ok((await kept(page)).some((url) => /sw-module-heed-full[^/]*\.json$/.test(url))),
      );
      watch.check(site.address);
      ended = true;
      await site.end();
      await context.setOffline(true);
      await page.reload();
      await cells(page).first().waitFor();
      await write(page, 'Thank you', ['thank', 'you']);
      await eventually(async () => assert.match(await contributions(page).last().innerText(), /^you/));
      const later = await context.newPage();
      await openAnalysed(later, site.address);
      await later.close();
      watch.check(site.address);
      watch.requests = [];
    } finally {
      if (!ended) await site.end();
    }
  });
}

test('the address of the page without index.html and with it are the same page', async ({
  page,
  address,
}) => {
  await openAnalysed(page, `${address}index.html`);
  assert.equal(new URL(page.url()).pathname, '/index.html');
});
