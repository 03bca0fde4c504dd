// ./dev bench cuda without a card: the report of a run that is played, with targets met and missed, and what it says
// when there is nothing to run on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'heed-cuda-bench-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'intent_pos'), 'Please send it.\nCan you call?\n');
writeFileSync(join(folder, 'intent_neg'), 'It rains.\n');

// A heed that has a card and trains in no time; what it was asked for goes to the file "asked".
const program = join(folder, 'heed');
const asked = join(folder, 'asked');
writeFileSync(
  program,
  `#!/bin/sh
echo "$@" >> '${asked}'
if [ "$HEED_FAKE_PROBLEM" ]; then echo "heed: [train] the device \\"cuda\\" is not available: $HEED_FAKE_PROBLEM" >&2; exit 1; fi
case "$*" in *'--device cpu'*) accuracy=0.80 ;; *) accuracy=0.81 ;; esac
echo "heed: note: steps are not recorded" >&2
echo "{\\"train\\": {\\"n\\": 3200, \\"accuracy\\": $accuracy, \\"loss\\": 0.5}, \\"validation\\": null, \\"test\\": null, \\"seconds_per_epoch\\": 0.5}"
`,
);
chmodSync(program, 0o755);

// PyTorch, played.
const bench = `
import sys, types
sys.path.insert(0, 'tests/bench')
torch = types.SimpleNamespace(__version__='0', manual_seed=lambda seed: None,
    cuda=types.SimpleNamespace(current_device=lambda: 0, get_device_name=lambda: 'a card that is played'))
peer = types.SimpleNamespace(tutorial=lambda *a: 10.0, recurrent=lambda setup: 1e9, encoder=lambda *a: 1.0, product_rate=lambda: 1e6)
sys.modules.update(torch=torch, cuda_peer=peer)
import cuda
cuda.STEPS = 2
cuda.main()
`;
const run = (options, env = {}) =>
  spawnSync('python3', ['-c', bench, '--heed', program, ...options], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
const skip = spawnSync('python3', ['--version']).error ? 'there is no python3' : false;

test('every row has its figures, and says where its target was missed', { skip }, () => {
  const { stdout, stderr, status } = run(['--data', folder, '--epochs', '2']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /request classifier, eager +200\.0 +10\.0 +20\.00 × +≥ 10 ×\n/);
  assert.match(stdout, /RNN with attention, titles .*≥ 3 ×, MISSED/);
  assert.match(stdout, /BiLSTM with attention, phrases .*≥ 3 ×, MISSED/);
  assert.match(stdout, /twelve layers of 768, bf16, 64 × 128 /);
  assert.match(stdout, /rate of products .* %.*≥ 45 %, MISSED/);
  assert.match(stdout, /mean of 5 seeds: card 0\.8100, CPU 0\.8000, 1\.00 points apart +≤ 0\.5, MISSED/);
  assert.match(stdout, /heed: note: steps are not recorded/);
  for (const device of ['cuda', 'cpu'])
    assert.match(
      readFileSync(asked, 'utf8'),
      new RegExp(`enron-tutorial .*--epochs 2 --seed 5 --device ${device}`),
    );
});

test('without a card it says so and is no failure', { skip }, () => {
  const { stdout, status } = run(['--data', folder], { HEED_FAKE_PROBLEM: 'there is none' });
  assert.equal(status, 0);
  assert.match(stdout, /^not run: no card \(there is none\)/);
});

test('options that mean nothing are refused', { skip }, () => {
  assert.equal(run(['--epochs', '0']).status, 2);
  assert.equal(run(['--speed']).status, 2);
});
