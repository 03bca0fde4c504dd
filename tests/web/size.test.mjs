// The engine and the page are small: what is downloaded before any model, compressed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encoderEngine, firstPage } from './sizes.mjs';

// The page is published as Emscripten 3.1 of Debian 12 (Clang 14) makes it; later ones make up to an eighth more of it.
const emcc = spawnSync('emcc', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const kAllowed = / 3\.1\.6 /.test(emcc) ? 1 : 1.125;

const dist = process.env.HEED_DIST || fileURLToPath(new URL('../../dist', import.meta.url));

test('engine and page, the typeface with it, are at most 250,000 bytes, compressed (Emscripten 3.1.6)', () => {
  assert.ok(existsSync(join(dist, 'index.html')), `${dist} holds no index.html: run ./dev build first`);
  const { page, engine, font } = firstPage(dist);
  assert.ok(
    page > 20_000 && engine > 100_000 && font > 10_000,
    `page ${page}, engine ${engine}, font ${font}`,
  );
  assert.ok(page + engine + font <= 250_000 * kAllowed, `page ${page}, engine ${engine}, font ${font}`);
});

test('the whole engine, with the first model of another maker, is at most 450,000 bytes more (Emscripten 3.1.6)', () => {
  const bytes = encoderEngine(dist);
  assert.ok(bytes > 100_000 && bytes <= 450_000 * kAllowed, `${bytes}`);
});
