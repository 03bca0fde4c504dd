// The Python module, from its wheel in a virtual environment of its own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { heed, python } from './program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(heed, '../python');
const extension = existsSync(built) && readdirSync(built).find((name) => /^_heed.*\.so$/.test(name));
const folder = mkdtempSync(join(tmpdir(), 'heed-python-'));
after(() => rmSync(folder, { recursive: true }));

function run(program, given) {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0, `${program} ${given.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

const has = (module) => spawnSync(python, ['-c', `import ${module}`]).status === 0;
const skip =
  (!extension && 'the Python module is not built: ./dev python') ||
  (!(has('numpy') && has('ensurepip')) && 'python3-numpy and python3-venv are not there');

test('the wheel is installed and used', { skip }, () => {
  const version = run(heed, ['--version']).match(/\d+\.\d+\.\d+/)[0];
  const wheel = run(python, [
    join(root, 'native/python/wheel.py'),
    join(built, extension),
    version,
    folder,
  ]).trim();
  const environment = join(folder, 'environment');
  run(python, ['-m', 'venv', '--system-site-packages', environment]);
  run(join(environment, 'bin/pip'), ['install', '--quiet', '--no-index', '--no-deps', wheel]);
  const given = [join(root, 'assets/models'), join(root, 'assets/recipes/enron-request.json'), folder];
  const uses = join(root, 'tests/native/python/uses.py');
  assert.equal(run(join(environment, 'bin/python'), [uses, ...given]), 'all so\n');
});
