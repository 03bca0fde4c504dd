// The program as a user calls it, for the tests of the command line.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const heed = resolve(process.env.HEED ?? join(root, 'build/native/heed'));
export const model = join(root, 'assets/models/enron-request');
export const noModel = existsSync(model) ? false : 'assets/models/enron-request is not there';
// The Python that ./dev builds the module for: another one on the PATH has neither the module's form nor numpy.
export const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
// Runs of tests are not among the user's own.
if (process.env.HEED_RUNS === undefined) {
  process.env.HEED_RUNS = mkdtempSync(join(tmpdir(), 'heed-runs-'));
  process.on('exit', () => rmSync(process.env.HEED_RUNS, { recursive: true, force: true }));
}

export const shared = resolve(process.env.HEED_SHARED ?? join(root, '../shared'));

// run(['predict', …], {input, env, cwd}) → {status, out, err}; out and err are text.
export function run(args, { input = '', env = {}, cwd } = {}) {
  const result = spawnSync(heed, args, {
    input,
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 28,
  });
  if (result.error) throw result.error;
  return { status: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
}

// The JSON values of standard output, one per line.
export const lines = (out) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

// A folder of the test's own, gone when it ends.
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'heed-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

// A copy of the shipped model, with files replaced (text, bytes, or a function of the old bytes) or taken away (null).
export function copyOfModel(t, changes = {}) {
  const copy = join(folder(t), 'copy');
  cpSync(model, copy, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const path = join(copy, name);
    const content = typeof change === 'function' ? change(readFileSync(path)) : change;
    if (content === null) rmSync(path);
    else writeFileSync(path, content);
  }
  return copy;
}

const asks = [
  'please send',
  'could you check',
  'let me know about',
  'please review',
  'can you forward',
  'send me',
];
const tells = ['we discussed', 'they signed', 'i read', 'the team saw', 'she has', 'thanks for'];
const things = [
  'the report',
  'the contract',
  'this draft',
  'the numbers',
  'the memo',
  'the schedule',
  'these notes',
];
const ends = ['today .', 'this week .', 'before the meeting .', '.', 'on monday .'];

// A small data set in the form of the Enron one: intent_pos and intent_neg.
export function writeEnron(path) {
  const all = (starts) => starts.flatMap((a) => things.flatMap((b) => ends.map((c) => `${a} ${b} ${c}`)));
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'intent_pos'), all(asks).join('\r\n') + '\r\n');
  writeFileSync(join(path, 'intent_neg'), all(tells).join('\r\n') + '\r\n');
  return path;
}
