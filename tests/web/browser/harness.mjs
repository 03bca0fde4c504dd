// One browser per test file, a fresh context per test, the built page behind web/serve.mjs on a free port; and what
// holds in every test: the console is silent, nothing is thrown, and no other host is asked for anything.
// HEED_DIST names another build than dist/; HEED_CHROMIUM another browser than Debian's, of which the one without windows
// is taken where it is: the same engine, and pages open in half the time.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../../web/serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const dist = process.env.HEED_DIST || join(root, 'dist');
const kShell = '/usr/bin/chromium-headless-shell';
const chromiumPath = process.env.HEED_CHROMIUM || (existsSync(kShell) ? kShell : '/usr/bin/chromium');
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Generous, because the machine may be busy with other things: a wait ends as soon as what it waits for is there.
const kPatience = 20_000; // ms

export function requireDist() {
  assert.ok(
    existsSync(join(dist, 'index.html')),
    `${dist} holds no index.html: the tests use the built page as it is; run ./dev build first`,
  );
}

// Serves `folder`; `address` ends in a slash. Stopping drops open connections too.
export async function host(folder = dist) {
  const server = await serve({ folder, port: 0 });
  server.unref(); // a failed set-up must not keep the test program from ending
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}

// Retries `claim` until it holds, at most as long as patience lasts; then its own message tells what was missing.
export async function eventually(claim) {
  const end = performance.now() + kPatience;
  for (;;) {
    try {
      return await claim();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(20);
    }
  }
}

// What a context said and asked for: `noise` is everything that a silent page does not do.
export class Watch {
  noise = [];
  requests = [];
  // What pages and their workers asked for: `requests` without what a service worker passes on for them, which is there
  // a second time once it has taken the page over.
  asked = [];

  constructor(context) {
    context.on('console', (message) => this.noise.push(`console.${message.type()}: ${message.text()}`));
    context.on('weberror', (thrown) => this.noise.push(`thrown: ${thrown.error()}`));
    context.on('request', (request) => {
      this.requests.push(request.url());
      if (!request.serviceWorker()) this.asked.push(request.url());
    });
    context.on('page', (page) => page.on('crash', () => this.noise.push('the page crashed')));
  }

  // Requests that leave the page's own host; data: and blob: do not.
  foreign(address) {
    return this.requests.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(address));
  }

  check(address, expected) {
    const noise = this.noise.filter((line) => !expected?.test(line));
    assert.deepEqual(noise, [], 'the console stays silent');
    assert.deepEqual(this.foreign(address), [], 'no other host is asked for anything');
  }
}

let browser;
let home;

before(async () => {
  requireDist();
  browser = await chromium.launch({ executablePath: chromiumPath, args: flags });
  home = await host();
});

after(async () => {
  await browser?.close();
  await home?.stop();
});

// options.context: of browser.newContext. options.site: the address of another page than the built one. options.noise: a pattern of console lines that belong to the case, because
// the browser itself writes them. The body gets { page, context, address, watch }; the page is not opened yet.
export function pageTest(name, options, body = options) {
  const { context: wanted = {}, site, noise } = body === options ? {} : options;
  test(name, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...wanted });
    context.setDefaultTimeout(kPatience);
    const watch = new Watch(context);
    try {
      const page = await context.newPage();
      const address = site?.() ?? home.address;
      await body({ page, context, watch, address });
      watch.check(address, noise);
    } catch (error) {
      if (watch.noise.length) error.message += `\nThe console said:\n  ${watch.noise.join('\n  ')}`;
      throw error;
    } finally {
      await context.close();
    }
  });
}
