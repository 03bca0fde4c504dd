// What becomes of browser tests that fail: flaky ones are counted and end no run, broken ones do.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = `${root}node_modules/@playwright/test/index.mjs`;
const again = `${root}tests/web/browser/again.mjs`;

// Runs tests of a folder of their own, then what failed again. `body`: of the file; `runs(name)` says how often that test has begun.
function runTwice(body, earlier = '') {
  const folder = mkdtempSync(join(tmpdir(), 'heed-again-'));
  const file = (name) => join(folder, name);
  try {
    writeFileSync(
      file('playwright.config.mjs'),
      `export default { workers: 1, outputDir: ${JSON.stringify(file('traces'))},
         reporter: [['json', { outputFile: ${JSON.stringify(file('report.json'))} }]] };`,
    );
    writeFileSync(
      file('a.spec.mjs'),
      `import { appendFileSync, readFileSync } from 'node:fs';
       import { expect, test } from ${JSON.stringify(module)};
       const runs = (name) => {
         const path = ${JSON.stringify(folder)} + '/' + name;
         appendFileSync(path, '.');
         return readFileSync(path).length;
       };
       ${body}`,
    );
    writeFileSync(file('flaky.tsv'), earlier);
    const run = (args) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const first = run([`${root}node_modules/@playwright/test/cli.js`, 'test', '-c', folder]);
    const { status, stdout } = run([again, folder, file('report.json')]);
    return { first: first.status, status, said: stdout, counted: readFileSync(file('flaky.tsv'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const kToday = /^\d{4}-\d\d-\d\d\ta\.spec\.mjs › late$/;

test('a test that passes alone, twice, is flaky: named, counted, and no failure', () => {
  const { first, status, said, counted } = runTwice(`
    test('late', () => expect(runs('late')).not.toBe(1));
    test('fine', () => expect(runs('fine')).toBe(1));`);
  assert.equal(first, 1);
  assert.equal(status, 0, said);
  assert.match(said, /^flaky, counted once: a\.spec\.mjs › late$/m);
  assert.match(counted.trim(), kToday);
});

test('a test that fails once more is broken, whichever of the two times', () => {
  for (const bad of [2, 3]) {
    const { status, counted } = runTwice(`
      test('late', () => expect([1, ${bad}]).not.toContain(runs('late')));`);
    assert.equal(status, 1);
    assert.equal(counted, '');
  }
});

test('tests that were not run, since their file could not be set up, are run again too', () => {
  const { status, said, counted } = runTwice(`
    test.beforeAll(() => expect(runs('before')).not.toBe(1));
    test('late', () => {});
    test('broken', () => expect(1).toBe(2));`);
  assert.equal(status, 1, said);
  assert.equal(counted, '');
});

test('what is flaky for the third time is called a defect', () => {
  const line = '2026-01-02\ta.spec.mjs › late\n';
  const { status, said } = runTwice(`test('late', () => expect(runs('late')).not.toBe(1));`, line.repeat(2));
  assert.equal(status, 0);
  assert.match(said, /counted 3 times: a\.spec\.mjs › late\n.*is a defect: mend it/);
});

test('a file that cannot be read is no flaky test', () => {
  const { first, status, said } = runTwice(`throw new Error('unreadable');`);
  assert.equal(first, 1);
  assert.equal(status, 1, said);
});
