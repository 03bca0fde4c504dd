// Dependencies of the engine point one way. This reads every #include and compares it with the arrows, and every
// source file with the lists of the build, so that a file nobody compiles is noticed.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

// Lowest first: a folder may include its own files and those of every group below its own.
const groups = [
  ['base'],
  ['tensor'],
  ['device'],
  ['kernels', 'trace'],
  ['autograd'],
  ['nn'],
  ['format', 'models', 'data', 'optim'],
  ['tasks'],
  ['ranks'],
  ['train', 'explain'],
  ['session'],
  ['contents'],
];
// Neighbours that may use each other.
const peers = new Set(['format', 'models', 'data', 'optim']);
// `text` stands beside the chain: it needs base, and these read text with it.
const readers = new Set(['format', 'models', 'data', 'tasks', 'train', 'explain', 'session']);

const level = (folder) => groups.findIndex((group) => group.includes(folder));

export function allowed(from, to) {
  if (from === to) return true;
  if (from === 'text') return to === 'base';
  if (to === 'text') return readers.has(from);
  if (peers.has(from) && peers.has(to)) return true;
  return level(to) >= 0 && level(to) < level(from);
}

function sources(folder, ending = /\.(h|cpp|cu|cuh)$/) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

const includes = (path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^\s*#\s*include\s+[<"]([^>"]+)[>"]/gm)].map(
    (match) => match[1],
  );

// The folder of engine/ that a file belongs to; null outside.
const engineFolder = (path) => path.match(/^engine\/([^/]+)\//)?.[1] ?? null;

// In the page's module with threads, only the thread that calls the engine may catch by type (engine/wasm.cmake).
test('what runs on several threads catches nothing by type', () => {
  const threaded = [...sources('engine/kernels/cpu'), 'engine/base/thread_pool.cpp'];
  const wrong = threaded.filter((path) =>
    /\bcatch\s*\((?!\.{3}\))/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

test('the rule itself knows right from wrong', () => {
  assert.ok(allowed('train', 'tasks') && !allowed('tasks', 'train') && allowed('tasks', 'models'));
  assert.ok(allowed('session', 'train') && allowed('autograd', 'trace') && allowed('format', 'text'));
  assert.ok(!allowed('tensor', 'device') && !allowed('nn', 'models') && !allowed('text', 'tensor'));
  assert.ok(!allowed('kernels', 'trace') && !allowed('train', 'session') && !allowed('base', 'nowhere'));
});

test('the engine includes only what stands below', () => {
  const wrong = sources('engine').flatMap((path) =>
    includes(path)
      .map((name) => [engineFolder(name), name])
      .filter(([to]) => to !== null && !allowed(engineFolder(path), to))
      .map(([, name]) => `${path} includes ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('the page and the programs include public headers of the session and nothing else of the engine', () => {
  const wrong = [...sources('web/bindings'), ...sources('native')].flatMap((path) =>
    includes(path)
      .filter((name) => (engineFolder(name) ?? 'session') !== 'session' || name.includes('/inside/'))
      .map((name) => `${path} includes ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('includes of our own are written from the root', () => {
  const own = sources('engine').concat(sources('native'), sources('web/bindings'), sources('tests/engine'));
  const known = new Set(own);
  const wrong = own.flatMap((path) =>
    includes(path)
      .filter((name) => !known.has(name) && known.has(join(dirname(path), name)))
      .map((name) => `${path} includes ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('Eigen stays in the kernels of the CPU', () => {
  const wrong = sources('engine').filter(
    (path) =>
      (includes(path).some((name) => name.startsWith('Eigen/')) && path !== 'engine/kernels/eigen.h') ||
      (includes(path).includes('engine/kernels/eigen.h') && !path.startsWith('engine/kernels/cpu/')),
  );
  assert.deepEqual(wrong, []);
});

// The files that a CMakeLists names as `call(folder file.cpp …)`, relative to `base`.
function listed(cmake, call, base) {
  const text = readFileSync(join(root, cmake), 'utf8');
  return [...text.matchAll(new RegExp(`^\\s*${call}\\((\\S+)\\s+([^)]*\\.cpp)\\)`, 'gm'))].flatMap((match) =>
    match[2].split(/\s+/).map((file) => relative(root, join(root, base, match[1], file))),
  );
}

test('every source file is in the lists of the build', () => {
  const list = ['engine/CMakeLists.txt', 'engine/wasm.cmake']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const kernels = list.match(/set\(HEED_KERNEL_SOURCES\s+([^)]+)\)/);
  const gpu = list
    .match(/set\(HEED_CUDA_KERNEL_SOURCES\s+([^)]+)\)/)[1]
    .trim()
    .split(/\s+/);
  const module = readFileSync(join(root, 'engine/kernels/cuda/module.cmake'), 'utf8').match(/[a-z_]+\.cu\b/g);
  const engine = [
    'engine/ranks/mpi/module.cpp',
    ...listed('engine/CMakeLists.txt', 'heed_sources', 'engine'),
    ...kernels[1]
      .trim()
      .split(/\s+/)
      .map((file) => `engine/kernels/cpu/${file}`),
    ...new Set(list.match(/kernels\/cpu\/\w+\.cpp/g).map((file) => `engine/${file}`)), // of some levels alone
    ...gpu.concat(module).map((file) => `engine/kernels/cuda/${file}`),
    ...list.match(/contents\/\w+\.cpp/g).map((file) => `engine/${file}`),
    ...readFileSync(join(root, 'web/bindings/CMakeLists.txt'), 'utf8').match(/engine\/\S+\.cpp/g),
    // A mechanism is a file of its folder.
    ...sources('engine/nn/mechanisms', /\.cpp$/),
  ];
  assert.deepEqual(engine.sort(), sources('engine', /\.(cpp|cu)$/).sort());
  const shared = readFileSync(join(root, 'tests/CMakeLists.txt'), 'utf8').match(
    /OBJECT (engine\/\w+\.cpp)/,
  )[1]; // of two programs
  const cases = [`tests/${shared}`, ...listed('tests/CMakeLists.txt', 'heed_tests', 'tests/engine')];
  assert.deepEqual(cases.sort(), sources('tests/engine', /\.cpp$/).sort());
});

test('every mechanism is in the table of contents', () => {
  const contents = readFileSync(join(root, 'engine/contents/everything.cpp'), 'utf8');
  const missing = sources('engine/nn/mechanisms', /\.cpp$/).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^extern const MechanismEntry (\w+)/gm)]
      .map(([, entry]) => entry)
      .filter((entry) => !contents.includes(`&${entry},`)),
  );
  assert.deepEqual(missing, []);
});

test('JSON from elsewhere is read by one parser, which has bounds', () => {
  const others = ['engine', 'native']
    .flatMap((folder) => sources(folder))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return (
        path !== 'engine/base/json_parse.cpp' && /\bjson::(parse|accept|sax_parse)\(|>>\s*json\b/.test(text)
      );
    });
  assert.deepEqual(others, []);
});
