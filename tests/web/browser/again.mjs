// node tests/web/browser/again.mjs [FOLDER REPORT]: runs browser tests that failed again, one at a time, twice.
// A test that passes both times is flaky: it is named with its trace, FOLDER/flaky.tsv counts it, and the exit status is 0.
// A test that fails once more is broken: the exit status is 1.
//   FOLDER  where playwright.config.mjs is (default: this one)
//   REPORT  what Playwright's reporter `json` wrote of the run (default: where this folder's configuration puts it)
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kReport } from './playwright.config.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const kMany = 20; // more than these are no accident
const kTimes = 3; // flaky this often, a test is a defect

// Every spec of the report, whatever it is nested in.
const specs = (suites) =>
  suites.flatMap(({ specs: own = [], suites: inner = [] }) => [...own, ...specs(inner)]);

const failed = ({ tests }) => tests.some(({ status }) => status === 'unexpected');
// Skipped without having asked for it: its file could not be set up.
const missed = ({ tests }) =>
  tests.some(({ status, expectedStatus }) => status === 'skipped' && expectedStatus !== 'skipped');

const traceOf = ({ tests }) =>
  tests
    .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
    .find(({ name }) => name === 'trace')?.path;

// Whether all `found` pass, each by itself.
function pass(folder, report, found) {
  const list = `${report}.failed`;
  writeFileSync(list, JSON.stringify({ status: 'failed', failedTests: found.map(({ id }) => id) }));
  const options = [
    '--last-failed',
    '--last-failed-file',
    list,
    '--workers=1',
    '--trace=retain-on-failure',
    '--reporter=list',
  ];
  const { status } = spawnSync(
    process.execPath,
    [playwright, 'test', '-c', folder, '--output', `${report}.again`, ...options],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  return status === 0;
}

// Adds a line of today for the test, and says how many it has now.
function count(file, name) {
  appendFileSync(file, `${new Date().toISOString().slice(0, 10)}\t${name}\n`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(`\t${name}`)).length;
}

const [folder = here, report = kReport] = process.argv.slice(2);
const { errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
const all = specs(suites);
const found = all.filter(failed);
if (errors.length > 0 || found.length === 0 || found.length > kMany) {
  console.log(
    `${found.length} tests failed, and ${errors.length} errors stand outside of tests: not run again`,
  );
  process.exit(1);
}
for (let time = 1; time <= 2; time++)
  if (!pass(folder, report, [...found, ...all.filter(missed)])) process.exit(1);
for (const spec of found) {
  const name = `${spec.file} › ${spec.title}`;
  const times = count(join(folder, 'flaky.tsv'), name);
  const trace = traceOf(spec);
  console.log(`flaky, ${times === 1 ? 'counted once' : `counted ${times} times`}: ${name}`);
  if (trace && existsSync(trace)) console.log(`  npx playwright show-trace ${relative(root, trace)}`);
  if (times >= kTimes)
    console.log(
      `  A test that is flaky ${kTimes} times is a defect: mend it and delete its lines in flaky.tsv.`,
    );
}
