// The one-file view: markup, style and script in one page whose policy names them by their hashes and allows nothing else.
// `node web/one-file/make.mjs` writes assets/one-file.html, in which the page and the programs put their data; a test compares.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => plain(readFileSync(here(name), 'utf8'));
const plain = (text) => text.replaceAll(/^\s+/gm, '');
const hash = (text) => createHash('sha256').update(text).digest('base64');

// The page's rule for what a stranger has written, as functions of the view's script.
function inALine() {
  const source = readFileSync(here('../src/text/in-a-line.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: true },
  });
  return plain(outputText.replaceAll(/^export /gm, ''));
}

export function assembled() {
  const css = read('view.css').replaceAll(/\/\*.*?\*\/\n?/gs, '');
  const js = read('view.js')
    .replace('// @IN_A_LINE@', inALine)
    .replace('// @MAP@', () => read('map.js'))
    .replaceAll(/^\/\/.*\n/gm, '');
  return read('view.html')
    .replace('@STYLE@', hash(css))
    .replace('@SCRIPT@', hash(js))
    .replace('<!-- style -->', () => `<style>${css}</style>`)
    .replace('<!-- script -->', () => `<script>${js}</script>`)
    .replace(/\s*@DATA@\s*/, '@DATA@');
}

export const kWhere = here('../../assets/one-file.html');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(kWhere, assembled());
