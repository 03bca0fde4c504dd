// The C interface: a program in C99 is built against what is installed, as pkg-config and CMake find it; and what the
// library shows is what its header promises.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { heed } from './program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = join(heed, '..');
const folder = mkdtempSync(join(tmpdir(), 'heed-c-'));
after(() => rmSync(folder, { recursive: true }));
const model = join(root, 'assets/models/enron-request');
const skip = !existsSync(join(build, 'libheed.so')) && 'libheed is not built';

function run(program, given, more = {}) {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8', ...more });
  assert.equal(status, 0, `${program} ${given.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

// What the header declares, in its order: a name that goes, or another signature under it, is another ABI.
const kAbi = [
  'int heed_abi(void)',
  'const char* heed_version(void)',
  'const char* heed_error(void)',
  'const char* heed_reply_text(const heed_reply* reply, size_t* size)',
  'size_t heed_reply_tensors(const heed_reply* reply)',
  'const float* heed_reply_tensor(const heed_reply* reply, size_t i, size_t* size)',
  'void heed_reply_free(heed_reply* reply)',
  'heed_model* heed_open(const char* folder, const char* options)',
  'void heed_close(heed_model* model)',
  'heed_reply* heed_ask(heed_model* model, const char* command)',
  'heed_reply* heed_info(heed_model* model)',
  'heed_reply* heed_predict(heed_model* model, const char* const* texts, const size_t* sizes, size_t count)',
  'heed_reply* heed_html(heed_model* model, const char* const* texts, const size_t* sizes, size_t count)',
  'heed_reply* heed_train(const char* options, heed_progress progress, void* user)',
];

test('the library shows what its header declares, and nothing else', { skip }, () => {
  const header = readFileSync(join(root, 'native/c/heed.h'), 'utf8');
  assert.match(header, /#define HEED_ABI 1\n/, 'a change of what stands below is another number here');
  const declared = [...header.matchAll(/^HEED_API ([^;]+);/gm)].map(([, text]) =>
    text.replaceAll(/\s+/g, ' '),
  );
  assert.deepEqual(declared, kAbi);
  const shown = run('nm', ['-D', '--defined-only', join(build, 'libheed.so')])
    .split('\n')
    .flatMap((line) => /^\w+ [A-Z] (\w+)$/.exec(line)?.[1] ?? []);
  assert.deepEqual(shown.sort(), declared.map((text) => /heed_\w+(?=\()/.exec(text)[0]).sort());
});

test('a program in C finds what is installed by pkg-config and by CMake, and is answered', { skip }, () => {
  const prefix = join(folder, 'installed');
  run('cmake', ['--install', join(build, 'native/c'), '--prefix', prefix]);
  const source = join(root, 'tests/native/c/uses.c');
  const lib = ['lib', ...['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((name) => `lib/${name}`)]
    .map((name) => join(prefix, name))
    .find((path) => existsSync(join(path, 'libheed.so')));
  const flags = ['--cflags', '--libs', `--define-variable=prefix=${prefix}`, 'heed'];
  const env = { ...process.env, PKG_CONFIG_PATH: join(lib, 'pkgconfig') };
  const found = run('pkg-config', flags, { env }).trim().split(/\s+/);
  const program = join(folder, 'uses');
  run('cc', [
    '-std=c99',
    '-Wall',
    '-Wextra',
    '-Wpedantic',
    '-Werror',
    source,
    '-o',
    program,
    ...found,
    `-Wl,-rpath,${lib}`,
  ]);
  assert.equal(run(program, [model]), 'all so\n');

  const [, example] = /\n \*\n((?: \* {5}.*\n)+) \*\//.exec(
    readFileSync(join(root, 'native/c/heed.h'), 'utf8'),
  );
  const shown = join(folder, 'example');
  writeFileSync(
    `${shown}.c`,
    `#include <stdio.h>\n#include "heed.h"\nint main(void) {\n${example.replaceAll(/^ \*/gm, '')}  return 0;\n}\n`,
  );
  run('cc', [
    '-std=c99',
    '-Wall',
    '-Wextra',
    '-Werror',
    `${shown}.c`,
    '-o',
    shown,
    ...found,
    `-Wl,-rpath,${lib}`,
  ]);
  assert.match(run(shown, [], { cwd: root }), /"prediction":\{"label":"request"/);

  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'CMakeLists.txt'),
    `cmake_minimum_required(VERSION 3.22)\nproject(uses C)\nfind_package(heed 0.1 REQUIRED)\n` +
      `add_executable(uses ${source})\ntarget_link_libraries(uses PRIVATE heed::heed)\n`,
  );
  run('cmake', ['-S', project, '-B', join(project, 'build'), `-DCMAKE_PREFIX_PATH=${prefix}`]);
  run('cmake', ['--build', join(project, 'build')]);
  assert.equal(run(join(project, 'build/uses'), [model]), 'all so\n');
});
