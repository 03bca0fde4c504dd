import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { charactersOf, makeTypeface } from '../../../web/vite/typeface.mts';

const kWhole = 'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';

test('a unicode-range is read as the characters it names', () => {
  assert.equal(charactersOf('U+0041-0043, U+b7,\n U+2026'), 'ABC·…');
  assert.throws(() => charactersOf('U+4?'), /"U\+4\?" is no unicode-range/);
});

test('a typeface has the characters of its @font-face, and without one says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'typeface-'));
  try {
    const styles = join(folder, 'tokens.css');
    const face = (range: string) =>
      `@font-face { src: url('@typeface/some.woff2'); unicode-range: ${range}; }`;
    const bytes = async (range: string) => {
      writeFileSync(styles, face(range));
      await makeTypeface(kWhole, styles, join(folder, 'some.woff2'));
      return readFileSync(join(folder, 'some.woff2'));
    };
    const few = await bytes('U+41-43');
    const more = await bytes('U+20-7E');
    assert.equal(few.toString('latin1', 0, 4), 'wOF2');
    assert.ok(
      few.length < more.length && more.length < readFileSync(kWhole).length / 2,
      `${few.length}, ${more.length}`,
    );
    assert.deepEqual(more, await bytes('U+20-7E'));
    await assert.rejects(
      makeTypeface(kWhole, styles, join(folder, 'other.woff2')),
      /no @font-face .*other\.woff2/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
