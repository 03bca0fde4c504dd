// The module for CUDA GPUs, where the toolkit was there to build it: it opens on any machine, and says what is missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { heed, run } from './program.mjs';

const module = join(dirname(heed), 'libheed_cuda.so');
const skip = existsSync(module)
  ? false
  : 'no CUDA toolkit was found when this was built: there is no libheed_cuda.so';

const needed = (file) =>
  [...spawnSync('readelf', ['-d', file], { encoding: 'utf8' }).stdout.matchAll(/NEEDED.*\[(.+)\]/g)].map(
    (match) => match[1],
  );

test('the program needs nothing of CUDA, the module no driver', { skip }, () => {
  assert.deepEqual(
    needed(heed).filter((library) => /cuda|cublas/.test(library)),
    [],
  );
  assert.ok(needed(module).some((library) => library.startsWith('libcublasLt.so')));
  assert.ok(!needed(module).some((library) => library.startsWith('libcuda.so')));
});

test('the devices of this machine are listed, with the reason where one is missing', () => {
  const lines = run(['info', '--devices'], { env: { HEED_CUDA_MODULE: '/nowhere' } })
    .out.trimEnd()
    .split('\n');
  assert.match(lines[0], /^cpu +CPU, /);
  assert.match(lines[1], /^cuda +not available: .*libheed_cuda\.so, is not beside this program/);
  assert.equal(JSON.parse(run(['info', '--devices', '--json']).out.split('\n')[0]).device, 'cpu');
  assert.equal(run(['info']).status, 2);
});

test('asked for a GPU, the module finds one or says why there is none', { skip }, () => {
  // Without a GPU this is where it ends; with one, at the data that are not there.
  const { status, err } = run(['train', 'enron-tutorial', '--device', 'cuda', '--data', '/nowhere']);
  assert.equal(status, 1, err);
  assert.match(
    err,
    /not available: (no NVIDIA driver is installed|the NVIDIA driver knows CUDA|there is no NVIDIA GPU|the module for CUDA GPUs cannot be loaded)|\/nowhere/,
  );
});
