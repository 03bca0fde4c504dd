// No text that a stranger may have written takes the page more than linear time: no regular expression of it backtracks.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expressionsIn } from './linear/literals.ts';
import { slow } from './linear/slow.ts';

const kRoot = new URL('../../../', import.meta.url);
const kFolders = ['web/src', 'web/embed', 'web/manual', 'web/public', 'web/one-file'];

function sources(): string[] {
  return kFolders.flatMap((folder) =>
    readdirSync(new URL(folder, kRoot), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|svelte)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

test('expressions that backtrack are told from those that do not', () => {
  for (const bad of [
    /^((\d+|\*|token|state)\.\S+ ?)+$/,
    /(a+)+b/,
    /(a*)*b/,
    /(a|a)*b/,
    /(a?b?)*c/,
    /a*a*b/,
    /\s+$/,
    /^# \s+(.*?)\s*#*$/,
    /\[([^\]]*)\]\(([^)\s]*)[^)]*\)/,
    /<!--[^]*?-->/,
    /a(?:.*b)?/,
    /(?=(\d+)+$)x/,
    /^\s*\|?\s*x/,
  ])
    assert.notEqual(slow(bad), null, `${bad}`);
  for (const good of [
    /^\d{1,4}$/,
    /\s+/,
    /^\s+x/,
    /`([^`]+)`/,
    /^(\d+(-\d+)*)?$/,
    /^([a-z_.]+=[\w.+-]+( |$))*$/,
    /\d\.\d+(?=, )/,
    /^([\w.-]{1,100}|(disk|hub):[\w./-]{1,200})$/,
    /[\p{L}]+(?:['’-][\p{L}]+)*/u,
  ])
    assert.equal(slow(good), null, `${good}`);
});

test('every regular expression of the page is linear', () => {
  const found = sources().flatMap((file) =>
    expressionsIn(file, readFileSync(new URL(file, kRoot), 'utf8')).map((one) => ({ file, ...one })),
  );
  assert.ok(found.length > 80, `only ${found.length} were found`);
  const bad = found.flatMap(({ file, line, expression }) => {
    const why = slow(expression);
    return why ? [`${file}:${line} ${expression}: ${why}`] : [];
  });
  assert.deepEqual(bad, []);
});
