// No file includes itself, on whatever way round: the engine's and the programs' headers, and the page's modules.
// And a panel of the studio includes the parts it shows, never what puts the panels together.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

function sources(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

// Files of ours that a file asks for: in C++ from the root, in TypeScript and Svelte from beside it.
function asked(path) {
  const text = readFileSync(join(root, path), 'utf8');
  if (/\.(h|cpp|cu|cuh)$/.test(path))
    return [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map((match) => match[1]);
  const names = [...text.matchAll(/\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?['"](\.[^'"?]+)/g)];
  return names.map((match) => normalize(join(dirname(path), match[1])));
}

// path → paths, of what is really there.
function graph(paths) {
  return new Map(paths.map((path) => [path, asked(path).filter((name) => existsSync(join(root, name)))]));
}

// The circles that a walk through the graph meets, each as the list of its files; [] when there is none.
export function circles(edges) {
  const done = new Set();
  const found = [];
  const walk = (path, way) => {
    const at = way.indexOf(path);
    if (at >= 0) return void found.push(way.slice(at).concat(path));
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return found;
}

const written = (found) => found.map((circle) => circle.join(' → '));

test('the walk finds circles and nothing else', () => {
  const edges = (text) => new Map(text.split(' ').map(([from, ...to]) => [from, to]));
  assert.deepEqual(circles(edges('abc bc cd d')), []);
  assert.deepEqual(circles(edges('ab bc ca')), [['a', 'b', 'c', 'a']]);
  assert.deepEqual(circles(edges('ab bcd cb d')), [['b', 'c', 'b']]);
  assert.deepEqual(circles(edges('aa')), [['a', 'a']]);
});

test('no circles between files of the engine, the programs and the bindings', () => {
  const paths = ['engine', 'native', 'web/bindings'].flatMap((folder) => sources(folder, /\.(h|cpp|cu|cuh)$/));
  assert.ok(paths.length > 300, `${paths.length} files were found`);
  assert.deepEqual(written(circles(graph(paths))), []);
});

test('no circles between modules of the page', () => {
  const paths = ['web/src', 'web/embed'].flatMap((folder) => sources(folder, /\.(ts|svelte)$/));
  const edges = graph(paths);
  const count = [...edges.values()].flat().length;
  assert.ok(count > 400, `${count} imports were found`);
  assert.deepEqual(written(circles(edges)), []);
});

test('the parts of the studio do not know each other in circles, whichever of their two files asks', () => {
  const unit = (path) => path.replace(/\.(h|cpp)$/, '');
  const edges = new Map();
  for (const [path, names] of graph(sources('native/studio', /\.(h|cpp)$/))) {
    const others = names.map(unit).filter((name) => name !== unit(path));
    edges.set(unit(path), [...(edges.get(unit(path)) ?? []), ...others]);
  }
  assert.deepEqual(written(circles(edges)), []);
});

test('panels of the studio are given the parts they show, not the whole', () => {
  const whole = /^native\/studio\/(studio|workspace|layout)\.h$/;
  const wrong = sources('native/studio', /\.(h|cpp)$/)
    .filter((path) => !/^native\/studio\/(main|studio|workspace|layout)\.(h|cpp)$/.test(path))
    .flatMap((path) =>
      asked(path)
        .filter((name) => whole.test(name))
        .map((name) => `${path} includes ${name}`),
    );
  assert.deepEqual(wrong, []);
});

test('what the studio draws with knows neither parts nor panels', () => {
  const below = { ui: ['ui'], views: ['ui', 'views'] };
  const wrong = Object.entries(below).flatMap(([from, to]) =>
    sources(join('native/studio', from), /\.(h|cpp)$/).flatMap((path) =>
      asked(path)
        .filter((name) => to.every((folder) => !name.startsWith(`native/studio/${folder}/`)))
        .filter((name) => /^native\/studio\/.*\//.test(name))
        .map((name) => `${path} includes ${name}`),
    ),
  );
  assert.deepEqual(wrong, []);
});
