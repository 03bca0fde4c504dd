// HEED_CHROMIUM names another browser than Debian's, of which the one without windows is taken where it is: the same
// engine, and pages open in half the time.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const kShell = '/usr/bin/chromium-headless-shell';

// Generous, because the machine may be busy with other things: a wait ends as soon as what it waits for is there.
export const kPatience = 20_000; // ms

export const kFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const logs = fileURLToPath(new URL('../../../build/test-logs', import.meta.url));
export const kReport = `${logs}/browser.json`;

export default defineConfig({
  testDir: '..',
  // The one file of Firefox takes longest: begun last, it would leave the other workers without work.
  projects: [
    { name: 'Firefox', testMatch: 'firefox.browser.test.mjs' },
    { name: 'Chromium', testMatch: '*.browser.test.mjs', testIgnore: 'firefox.browser.test.mjs' },
  ],
  outputDir: `${logs}/traces`,
  reporter: [['list'], ['json', { outputFile: kReport }]],
  workers: Math.max(2, availableParallelism()),
  timeout: 9 * kPatience,
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1280, height: 900 },
    actionTimeout: kPatience,
    navigationTimeout: kPatience,
    // Snapshots of the page would double the time of a run; a test that is run again has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.HEED_CHROMIUM || (existsSync(kShell) ? kShell : '/usr/bin/chromium'),
      args: kFlags,
    },
  },
});
