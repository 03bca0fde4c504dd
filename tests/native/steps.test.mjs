// Steps of ./dev test: what passed is remembered with all that it read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const place = mkdtempSync(join(tmpdir(), 'heed-steps-'));
const at = (name) => join(place, name);
const script = `
set -euo pipefail
say() { echo "$*" >&2; }
timed() { shift; "$@"; }
work() { echo ran >> runs; [[ ! -e broken ]]; }
logs=logs
rm -rf logs && mkdir logs
source ${join(import.meta.dirname, '../steps.sh')}
state_of_programs > logs/programs.state
once 'program*' tests 3 work`;

// Whether the step ran.
function runs(env = {}) {
  rmSync(at('runs'), { force: true });
  const settings = { ...process.env, CI: '', XDG_CACHE_HOME: at('cache'), ...env };
  execFileSync('bash', ['-c', script], { cwd: place, env: settings, stdio: 'pipe' });
  return existsSync(at('runs'));
}

before(() => {
  execFileSync('git', ['init', '-q', place]);
  mkdirSync(at('web/src/generated'), { recursive: true });
  writeFileSync(at('.gitignore'), 'program*\ncache\nlogs\nruns\n');
  for (const name of ['program', 'fixture', 'web/src/page.ts', 'web/src/generated/table.ts'])
    writeFileSync(at(name), '1');
});
after(() => rmSync(place, { recursive: true }));

test('a step that passed is skipped until something changes that it reads', () => {
  assert.ok(runs());
  assert.ok(!runs());
  for (const name of ['program', 'program.so', 'fixture', 'new-fixture', 'web/src/generated/table.ts']) {
    writeFileSync(at(name), '2');
    assert.ok(runs(), name);
    assert.ok(!runs(), name);
  }
});

test("the page's sources are not read, and continuous integration skips nothing", () => {
  runs();
  writeFileSync(at('web/src/page.ts'), '2');
  assert.ok(!runs());
  assert.ok(runs({ CI: 'true' }));
});

test('a step that failed is not remembered', () => {
  writeFileSync(at('fixture'), '3');
  writeFileSync(at('broken'), '');
  assert.ok(runs());
  assert.ok(runs());
  rmSync(at('broken'));
  assert.ok(runs());
});
