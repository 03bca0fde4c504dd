// The one-file view: markup, style and script in one page whose policy names them by their hashes and allows nothing else.
// `node web/one-file/make.mjs` writes assets/one-file.html, in which the page and the programs put their data; a test compares.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(here(name), 'utf8').replaceAll(/^\s+/gm, '');
const hash = (text) => createHash('sha256').update(text).digest('base64');

export function assembled() {
  const css = read('view.css').replaceAll(/\/\*.*?\*\/\n?/gs, '');
  const js = read('view.js').replaceAll(/^\/\/.*\n/gm, '');
  return read('view.html')
    .replace('@STYLE@', hash(css))
    .replace('@SCRIPT@', hash(js))
    .replace('<!-- style -->', () => `<style>${css}</style>`)
    .replace('<!-- script -->', () => `<script>${js}</script>`)
    .replace(/\s*@DATA@\s*/, '@DATA@');
}

export const kWhere = here('../../assets/one-file.html');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(kWhere, assembled());
