// What every browser test has: a fresh context, the built page behind web/serve.mjs on a free port; and what holds in
// every test: the console is silent, nothing is thrown, and no other host is asked for anything.
// HEED_DIST names another build than dist/.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { serve } from '../../../web/serve.mjs';
import { kPatience } from './playwright.config.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const dist = process.env.HEED_DIST || join(root, 'dist');

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

// Beside Playwright's own: `address` of the page under test, which is not opened yet; `watch` over its context; `visit`, all
// of them in one object; the option `noise`, a pattern of the console lines that the browser itself writes in this case.
export const test = base.extend({
  noise: [null, { option: true }],
  home: [
    async ({}, use) => {
      requireDist();
      const home = await host();
      await use(home);
      await home.stop();
    },
    { scope: 'worker' },
  ],
  address: ({ home }, use) => use(home.address),
  watch: [
    async ({ context, address, noise }, use, info) => {
      const watch = new Watch(context);
      await use(watch);
      if (info.errors.length === 0) watch.check(address, noise);
      else if (watch.noise.length) throw new Error(`The console said:\n  ${watch.noise.join('\n  ')}`);
    },
    { auto: true },
  ],
  visit: ({ page, context, address, watch }, use) => use({ page, context, address, watch }),
});

// Tests with options of their own: given({ noise: /404/ }, () => test(…)).
export const given = (options, define) =>
  test.describe(() => {
    test.use(options);
    define();
  });
