// What the programs and their sources say names its subject: strings, comments and docstrings.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { hidesSubject } from './prose.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

// The first words of each string, and of each comment that follows no other.
function openings(source: string): string[] {
  const strings = [...source.matchAll(/(?<![\w'"])"([A-Z](?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"/g)];
  const comments = [...source.matchAll(/(?<!\/\/.*\n)^[ \t]*(?:\/\/|#) ([A-Z].*)/gm)];
  const docstrings = [...source.matchAll(/"""([A-Z].*)/g)];
  return [...strings, ...comments, ...docstrings].map(([, said]) => said!);
}

for (const place of [
  'engine/**/*.{cpp,h,cu}',
  'native/**/*.{cpp,h,py}',
  'web/src/**/*.ts',
  'web/bindings/*.{cpp,mjs}',
])
  test(`${place}: no string or comment hides its subject`, () => {
    const files = globSync(place, { cwd: root });
    assert.ok(files.length > 0);
    const found = files.flatMap((file) =>
      openings(readFileSync(root + file, 'utf8'))
        .filter(hidesSubject)
        .map((said) => `${file}: ${said}`),
    );
    assert.deepEqual(found, []);
  });

test('openings are those of strings, comments and docstrings', () => {
  const source =
    '// Of two.\n// Of its second line.\nsay("Of a row the words");\nf("Of");\n"""Whose it is."""\n';
  assert.deepEqual(openings(source).filter(hidesSubject), [
    'Of a row the words',
    'Of two.',
    'Whose it is."""',
  ]);
});
