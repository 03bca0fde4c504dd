// The benchmarks' peers compute with kernels that fit the processor, or are none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bench = join(dirname(fileURLToPath(import.meta.url)), '..', 'bench');
const python = (code) =>
  spawnSync('python3', ['-B', '-c', `import peer_kernels as p\n${code}`], {
    cwd: bench,
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_CORETYPE: 'user' },
  });

const WIDE = `{"avx", "avx2", "fma", "avx512f", "avx512dq", "avx512bw", "avx512vl"}`;

test('OpenBLAS gets other kernels where those it took leave instructions unused', () => {
  const { stdout, stderr } = python(`
print(p.better_core("Prescott", ${WIDE}), p.better_core("Zen", ${WIDE}), p.better_core("Prescott", {"avx", "avx2", "fma"}))
print(p.better_core("Nehalem", {"avx"}), p.better_core("Nehalem", set()), p.better_core("Haswell", {"avx2", "fma"}))
print(p.better_core("Cooperlake", ${WIDE}), p.better_core("SkylakeX", ${WIDE}))`);
  assert.equal(stdout, 'SkylakeX SkylakeX Haswell\nSandybridge None None\nNone None\n', stderr);
});

test('what the user chose is kept', () => {
  assert.equal(python('import os; print(os.environ["OPENBLAS_CORETYPE"])').stdout, 'user\n');
});

test('whoever makes products at less than half of the rate is no peer', () => {
  const refused = python('p.used = lambda: "slow kernels"\np.refuse_if_slow("PyTorch", 0.49)');
  assert.equal(refused.status, 1);
  assert.match(
    refused.stderr,
    /PyTorch makes its products at 49 % of Eigen's rate, expected 50 % or more: .*slow kernels/,
  );
  assert.equal(python('p.refuse_if_slow("PyTorch", 0.5)').status, 0);
});
