// Every key that a command prints with --json stands in All JSON objects, and every key there that is not optional is printed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { kPrinted } from '../../web/manual/printed.mjs';
import { objectsOf } from '../../web/manual/reference.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const heed = resolve(process.env.HEED ?? join(root, 'build/native/heed'));
const folder = mkdtempSync(join(tmpdir(), 'heed-printed-'));
const { engine, printed } = objectsOf(heed);
const objects = new Map([...engine, ...printed].map((one) => [one.name, one.keys]));

// bash splits the line into words.
function run(code) {
  const env = {
    ...process.env,
    PATH: `${dirname(heed)}:${process.env.PATH}`,
    HEED_RUNS: join(folder, 'runs'),
  };
  return spawnSync('bash', ['-c', code], { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 26 });
}

before(() => {
  symlinkSync(join(root, 'assets'), join(folder, 'assets'));
  const { status, stderr } = run(`set -eo pipefail
    printf 'text,label\\nPlease call me,request\\nSend it to me,request\\nIt rained,no_request\\nWe met,request\\n' > rows.csv
    { echo text,label; for n in 1 2 3 4 5 6 7 8 9; do echo "please send me file $n,request"; echo "the file $n is there,other"; done; } > mails.csv
    printf 'the river flows to the sea\\n\\nthe old man sat by the river\\n\\n%.0s' 1 2 3 4 5 6 7 8 > book.txt
    heed train mails.csv --out models/mails > log
    sed 's/,other/,REQUEST/; s/,request/,other/; s/,REQUEST/,request/' mails.csv > swapped.csv
    heed train mails.csv --seed 1 --set training.epochs=1 --out models/second > log`);
  assert.equal(status, 0, stderr);
});
after(() => rmSync(folder, { recursive: true }));

function compare(value, type, at) {
  if (value === null) return assert.match(type, /null|\?/, `${at} is null: its type is ${type}`);
  const bare = type.replace(' | null', '');
  if (bare.endsWith('[]') && Array.isArray(value)) {
    for (const [i, one] of value.entries()) compare(one, bare.slice(0, -2), `${at}[${i}]`);
    return;
  }
  if (bare.startsWith('{') && !objects.has(bare)) {
    for (const [key, one] of Object.entries(value)) compare(one, bare.slice(1, -1), `${at}.${key}`);
    return;
  }
  const parts = bare.split(' + ');
  if (!parts.every((name) => objects.has(name))) {
    const isObject = typeof value === 'object' && !Array.isArray(value);
    assert.ok(!isObject || bare === 'any', `${at} is an object: its type is ${type}`);
    return;
  }
  const keys = parts.flatMap((name) => objects.get(name));
  for (const { key, optional } of keys) assert.ok(optional || key in value, `${at} has no ${key}`);
  for (const [key, one] of Object.entries(value)) {
    const known = keys.find((candidate) => candidate.key === key);
    assert.ok(
      known,
      `${at}.${key} is printed, and ${bare} in web/manual/printed-*.mjs or the engine does not list it`,
    );
    compare(one, known.type, `${at}.${key}`);
  }
}

for (const { command, type, try: line } of kPrinted)
  test(`${command} prints the keys of ${type}`, { timeout: 120_000 }, () => {
    const { stdout, stderr } = run(`heed ${line} --json`);
    assert.ok(stdout, stderr);
    for (const one of stdout.trimEnd().split('\n')) compare(JSON.parse(one), type, type);
  });
