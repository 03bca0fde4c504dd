// The page's programs of ./dev bench web are built, and answer what takes no time. No speed is judged here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, load, loadPlain, moduleFile } from './door.mjs';
import { floatsOf, integersOf, oracle, tinyFiles } from './encoders.mjs';

before(() =>
  execFileSync('cmake', ['--build', fileURLToPath(build), '--target', 'heed_bench_page'], {
    stdio: ['ignore', 2, 2],
  }),
);

class Program {
  constructor({ FS, ccall }) {
    for (const [name, content] of Object.entries(tinyFiles('distilbert_tiny')))
      FS.writeFile(`/${name}`, content);
    this.ask = (question) =>
      JSON.parse(ccall('heed_answer', 'string', ['string'], [JSON.stringify({ threads: 1, ...question })]));
  }
}

// The first text of the fixture, which has no padding.
const kTokens = 9;

for (const [name, begin] of Object.entries({ relaxed: load, plain: loadPlain }))
  test(`${name}: a forward pass has PyTorch's logits, and products take time`, async () => {
    const program = await begin('bench/relaxed', Program);
    const io = oracle('distilbert_tiny');
    const { ms, logits } = program.ask({
      model: '/.',
      ids: integersOf(io['in.input_ids']).slice(0, kTokens),
    });
    const want = floatsOf(io['out.logits']);
    assert.equal(logits.length, 2);
    logits.forEach((value, i) => assert.ok(Math.abs(value - want[i]) < 1e-4, `${logits}`));
    assert.ok(ms > 0);
    for (const int8 of [false, true]) assert.ok(program.ask({ product: [8, 16, 16], int8 }).ms > 0);
  });

// Its threads are workers of a browser.
test('threads: the module is valid', () => {
  assert.ok(WebAssembly.validate(readFileSync(moduleFile('bench/threads.wasm'))));
});
