// What the built page weighs before a model, compressed as a host sends it: gzip -9 of each file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const compressed = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

// The asset whose name is this, a hash, and the ending. Each language may have its own, and page and worker one each, which
// the bundler writes a little differently: the largest.
function asset(dist, name, ending) {
  const pattern = new RegExp(`^${name}-[\\w-]{8}\\.${ending}$`);
  const found = readdirSync(join(dist, 'assets')).filter((file) => pattern.test(file));
  const languages = readdirSync(dist).filter((file) => /^(index|[a-z]{2})\.html$/.test(file)).length;
  if (found.length < 1 || found.length > 2 * languages)
    throw new Error(
      `${dist}/assets has ${found.length} files ${name}-*.${ending} for ${languages} languages. Run ./dev build.`,
    );
  const [largest] = found
    .map((file) => join(dist, 'assets', file))
    .sort((a, b) => compressed(b) - compressed(a));
  return largest;
}

const sum = (files) => files.reduce((total, file) => total + compressed(file), 0);

// {page, engine, font}: bytes of a first visit but for the model: html, scripts and styles, and the worker's; the module;
// the typeface, which is compressed already.
export function firstPage(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]*\.(?:js|css|woff2))"/g)].map(([, file]) =>
    join(dist, file),
  );
  const fonts = named.filter((file) => file.endsWith('.woff2'));
  const code = named.filter((file) => !file.endsWith('.woff2'));
  return {
    page: sum([join(dist, 'index.html'), ...code, asset(dist, 'worker', 'js')]),
    engine: sum([asset(dist, 'heed-look', 'wasm')]),
    font: sum(fonts),
  };
}

// What comes with the first model of another maker, where the host sends no headers: module, worker and state.
export function encoderEngine(dist) {
  const parts = ['heed-full', 'full', 'open-files', 'builds', 'all-builds', 'opened\\.svelte'];
  return sum([asset(dist, 'heed-full', 'wasm'), ...parts.map((name) => asset(dist, name, 'js'))]);
}
