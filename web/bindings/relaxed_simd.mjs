// node relaxed_simd.mjs MODULE.wasm WASM_DIS: gives f32x4.relaxed_madd its final code, in place.
// Clang 14 writes fd af 01, a code from before the instruction was standardised; browsers know fd 85 02. Both are
// three bytes long. The same bytes could stand in a constant by chance, so their number must be what the
// disassembler counts; otherwise nothing is written.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [file, disassembler] = process.argv.slice(2);
const before = Buffer.from([0xfd, 0xaf, 0x01]), after = Buffer.from([0xfd, 0x85, 0x02]);

const text = execFileSync(disassembler, ['--all-features', file, '-o', '-'], { encoding: 'utf8', maxBuffer: 2 ** 30 });
const expected = text.match(/f32x4\.relaxed_fma\b/g)?.length ?? 0;

const bytes = readFileSync(file);
let found = 0;
for (let at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before, at + before.length), ++found) after.copy(bytes, at);
if (found === 0 || found !== expected) {
  console.error(`[relaxed_simd] ${file}: ${found} places with the old code, but ${expected} such instructions: expected as many, and at least one.`);
  process.exit(1);
}
writeFileSync(file, bytes);
