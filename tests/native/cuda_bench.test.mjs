// ./dev bench cuda without a GPU: the report of a run that is played, with targets met and missed, and what it says
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

// A heed that has a GPU and takes 1.5 s once and 5 ms for each text; what it was asked for goes to the file "asked".
const program = join(folder, 'heed');
const asked = join(folder, 'asked');
writeFileSync(
  program,
  `#!/bin/sh
echo "$@" >> '${asked}'
if [ "$HEED_FAKE_PROBLEM" ]; then echo "heed: [train] the device \\"cuda\\" is not available: $HEED_FAKE_PROBLEM" >&2; exit 1; fi
for word; do [ "$last" = --data ] && data=$word; last=$word; done
if [ -d "$data" ]; then n=$(cat "$data"/intent_* | wc -l); else n=$(($(wc -l < "$data") - 1)); fi
case "$*" in *'--device cpu'*) accuracy=0.80 ;; *) accuracy=0.81 ;; esac
echo "heed: note: steps are not recorded" >&2
echo "{\\"train\\": {\\"n\\": $n}, \\"test\\": {\\"accuracy\\": $accuracy}, \\"seconds\\": $((1500 + 5 * n))e-3}"
`,
);
chmodSync(program, 0o755);

// PyTorch, played, or missing.
const bench = `
import os, sys, types
sys.path.insert(0, 'tests/bench')
torch = os.environ.get('NO_TORCH') is None and types.SimpleNamespace(__version__='0', manual_seed=lambda seed: None,
    cuda=types.SimpleNamespace(current_device=lambda: 0, get_device_name=lambda: 'a GPU that is played'))
def encoder(B, *others):
    if B == 256: raise RuntimeError('out of memory')
    return 1.0
peer = types.SimpleNamespace(tutorial=lambda *a: 0.5, recurrent=lambda setup: 1e4, encoder=encoder, product_rate=lambda: 1e6,
    release=lambda: None)
sys.modules.update(torch=torch or None, cuda_peer=peer)
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

test(
  'rows have what a step takes once a run is warm, and say where a target was missed or what failed',
  { skip },
  () => {
    const { stdout, stderr, status } = run(['--data', folder, '--epochs', '2']);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /request classifier, eager +6\.7 +0\.5 +13\.33 × +≥ 10 ×\n/); // 2 steps more for 60 texts more
    assert.match(stdout, /RNN with attention, titles +3\.1 .*≥ 3 ×, MISSED/); // a step of 64 texts
    assert.match(stdout, /BiLSTM with attention, phrases .*≥ 3 ×, MISSED/);
    assert.match(stdout, /twelve layers of 768, bf16, 64 × 128 +3\.1 /);
    assert.match(stdout, /rate of products .* %.*≥ 45 %, MISSED/);
    assert.match(stdout, /encoder, 256 × 128: failed: out of memory/);
    assert.match(stderr, /no figures of: encoder, 256 × 128/);
    assert.match(stdout, /mean of 5 seeds: GPU 0\.8100, CPU 0\.8000, 1\.00 points apart +≤ 0\.5, MISSED/);
    assert.match(stdout, /heed: note: steps are not recorded/);
    for (const device of ['cuda', 'cpu'])
      assert.match(
        readFileSync(asked, 'utf8'),
        new RegExp(`enron-tutorial .*--epochs 2 --seed 5 .*split.test=0.2 --device ${device}`),
      );
  },
);

test('without PyTorch, or without the data, there are the figures that can be had', { skip }, () => {
  const alone = run(['--data', folder], { NO_TORCH: '1' });
  assert.equal(alone.status, 0, alone.stderr);
  assert.match(alone.stdout, /no PyTorch with CUDA to compare with/);
  assert.match(alone.stdout, /twelve layers of 768, bf16, 256 × 128 +0\.8\n/);
  const nothing = run(['--data', join(folder, 'nowhere')], { NO_TORCH: '1' });
  assert.equal(nothing.status, 1);
  assert.match(nothing.stdout, /BiLSTM with attention, phrases +3\.1\n/);
  assert.match(nothing.stdout, /request classifier: failed: .*no intent_pos/);
});

test('without a GPU it says so and is no failure', { skip }, () => {
  const { stdout, status } = run(['--data', folder], { HEED_FAKE_PROBLEM: 'there is none' });
  assert.equal(status, 0);
  assert.match(stdout, /^not run: no GPU \(there is none\)/);
});

test('options that mean nothing are refused', { skip }, () => {
  assert.equal(run(['--epochs', '0']).status, 2);
  assert.equal(run(['--speed']).status, 2);
});
