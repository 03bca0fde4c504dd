// The typeface of the first page: of the Latin file those characters that the page itself is written with, half the
// bytes. Which ones says the unicode-range of its @font-face, so that a browser fetches the whole file for others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import subsetFont from 'subset-font';

// What the styles ask for; the rest describes the font to people who choose one from a list.
const kFeatures = ['kern', 'tnum', 'lnum'];
const kUnread = ['STAT', 'MVAR', 'GDEF', 'gasp'];

// "U+20-7E, U+B7" as text.
export function charactersOf(range: string): string {
  return range
    .split(',')
    .map((part) => /^\s*U\+([0-9a-f]+)(?:-([0-9a-f]+))?\s*$/i.exec(part))
    .map((found) => {
      if (!found) throw new Error(`[typeface] "${range}" is no unicode-range: expected U+20-7E, U+B7`);
      const first = parseInt(found[1]!, 16);
      const last = parseInt(found[2] ?? found[1]!, 16);
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
    })
    .join('');
}

// Writes `made`, for the @font-face of `styles` whose source ends with that name.
export async function makeTypeface(whole: string, styles: string, made: string): Promise<void> {
  const face = readFileSync(styles, 'utf8')
    .split('@font-face')
    .find((rule) => rule.includes(`${made.slice(made.lastIndexOf('/') + 1)}'`));
  const range = /unicode-range:([^;]*);/.exec(face ?? '')?.[1];
  if (!range) throw new Error(`[${styles}] has no @font-face with a unicode-range for ${made}: write one`);
  const font = await subsetFont(readFileSync(whole), charactersOf(range), {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: kFeatures,
    dropTables: kUnread,
  });
  mkdirSync(dirname(made), { recursive: true });
  writeFileSync(made, font);
}
