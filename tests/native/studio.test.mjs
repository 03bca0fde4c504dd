// The desktop app as a process: what it says where it cannot open a window.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { folder, heed } from './program.mjs';

const studio = join(dirname(heed), 'heed-studio');
const skip = existsSync(studio) ? false : 'heed-studio was not built';
const xvfb = spawnSync('xvfb-run', ['--help']).error ? 'xvfb-run is not there' : false;

function run(t, command, args, env) {
  const place = folder(t);
  const result = spawnSync(command, args, {
    env: { ...process.env, XDG_CONFIG_HOME: place, XDG_DATA_HOME: place, ...env },
    timeout: 30000,
  });
  return { status: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
}

test('without a display it says so and ends with 1', { skip }, (t) => {
  const { status, err } = run(t, studio, [], { DISPLAY: '', WAYLAND_DISPLAY: '' });
  assert.equal(status, 1, err);
  assert.match(err, /^heed-studio: \[window\] no display could be opened: [^\n]+\n$/);
});

test('without OpenGL 3.2 it says so and ends with 1', { skip: skip || xvfb }, (t) => {
  const old = { MESA_GL_VERSION_OVERRIDE: '2.1', LIBGL_ALWAYS_SOFTWARE: '1' };
  const { status, err } = run(t, 'xvfb-run', ['-a', studio], old);
  assert.equal(status, 1, err);
  assert.match(err, /heed-studio: \[window\] OpenGL 3\.2 could not be opened/);
});

test('--help, and an option that there is not', { skip }, (t) => {
  assert.match(run(t, studio, ['--help']).out, /heed-studio \[PATH/);
  const { status, err } = run(t, studio, ['--bogus']);
  assert.equal(status, 2);
  assert.match(err, /--bogus/);
});
