// Regular expressions in the page: the engine's real module in Node, and beside it the one that finds them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Expressions } from '../../web/src/engine/expressions.ts';
import { load, moduleFile } from './door.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (name) => readFileSync(join(root, 'tests/fixtures/tokenizers', `${name}.json`));
const expected = JSON.parse(fixture('expected'));
let engine;

const open = (name, file = fixture(name)) => engine.call('open-tokenizer', { number: 0, name }, [file]);
const idsOf = (text) => engine.call('cut', { number: 0, text }).pieces.map(({ id }) => id);
const asked = () => engine.module.asked.splice(0).map((number) => [number, engine.module.known[number]]);

async function expressions() {
  const { default: create } = await import(moduleFile('heed-expressions.mjs'));
  return new Expressions(await create({ wasmBinary: readFileSync(moduleFile('heed-expressions.wasm')) }));
}

before(async () => {
  engine = await load('heed-full');
});

test('expressions are asked for as a tokenizer opens, and texts wait for them', async () => {
  assert.deepEqual(open('llama3').kind, 'BPE');
  assert.throws(() => idsOf('Hi'), /the part for regular expressions is still loading/);
  const found = await expressions();
  engine.module.expressions = found;
  for (const [number, source] of asked()) found.compile(number, source);
});

for (const name of ['llama3', 'expressions'])
  test(`${name}: what the Rust library makes of texts`, () => {
    open(name);
    for (const [number, source] of asked()) engine.module.expressions.compile(number, source);
    for (const { text, pair, ids, special_tokens: special } of expected[name])
      if (special && pair === undefined) assert.deepEqual(idsOf(text), ids, text);
  });

test('what is no expression is named, and a hostile one ends', () => {
  const changed = (Regex) => {
    const file = JSON.parse(fixture('expressions'));
    file.normalizer.normalizers[0].pattern = { Regex };
    open('changed', JSON.stringify(file));
    for (const [number, source] of asked()) engine.module.expressions.compile(number, source);
  };
  assert.throws(() => changed('(a'), /\(a: end pattern with unmatched parenthesis/);
  changed('(a+)+$');
  assert.throws(() => idsOf('a'.repeat(60) + '!'), /takes too long from byte 0 of 61/);
  assert.deepEqual(idsOf('bc'), [98, 99]);
});
