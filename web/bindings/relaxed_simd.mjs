// node relaxed_simd.mjs MODULE.wasm WASM_DIS: gives f32x4.relaxed_madd its final code, fd 85 02, and writes where the
// instructions stand into a custom section at the module's end: browsers without relaxed SIMD compile the module once the page
// has taken them out (web/src/engine/relaxed.ts). Clang 14 writes the code from before the instruction was standardised,
// fd af 01, "relaxed_fma".
// The same bytes can stand in a constant by chance. Where there are more of them than the disassembler counts instructions,
// each place is tried: an instruction becomes another that takes as many vectors, and the count falls by one.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const [file, disassembler] = process.argv.slice(2);
const kFinal = [0xfd, 0x85, 0x02];
const codes = [
  { name: 'relaxed_fma', code: [0xfd, 0xaf, 0x01], other: [0xfd, 0xb0, 0x01] },
  { name: 'relaxed_madd', code: kFinal, other: [0xfd, 0x86, 0x02] },
];
const kSection = 'relaxed_madd';

const bytes = readFileSync(file);

function disassembled(module) {
  const trial = `${file}.trial`;
  writeFileSync(trial, module);
  try {
    return execFileSync(disassembler, ['--all-features', trial, '-o', '-'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
  } finally {
    rmSync(trial);
  }
}
const count = (text, name) => text.match(new RegExp(`f32x4\\.${name}\\b`, 'g'))?.length ?? 0;

// Where `code` stands.
function placesOf(code) {
  const places = [];
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + code.length)) places.push(at);
  return places;
}

function refuse(problem) {
  console.error(`[relaxed_simd] ${file}: ${problem}`);
  process.exit(1);
}

const text = disassembled(bytes);
const found = codes.flatMap(({ name, code, other }) => {
  const expected = count(text, name);
  if (expected === 0) return [];
  const isInstruction = (at) => {
    const trial = Buffer.from(bytes);
    trial.set(other, at);
    return count(disassembled(trial), name) === expected - 1;
  };
  const all = placesOf(Buffer.from(code));
  const places = all.length === expected ? all : all.filter(isInstruction);
  if (places.length !== expected)
    refuse(
      `${places.length} places with the code of ${name}, but ${expected} such instructions: expected as many.`,
    );
  return places;
});
if (found.length === 0) refuse('no relaxed_madd: expected at least one.');
for (const at of found) bytes.set(kFinal, at);

// A number as WebAssembly has it: seven bits a byte, the lowest first.
function leb(number) {
  const low = number & 0x7f,
    rest = number >>> 7;
  return rest ? [low | 0x80, ...leb(rest)] : [low];
}
const content = [kSection.length, ...Buffer.from(kSection), ...found.sort((a, b) => a - b).flatMap(leb)];
writeFileSync(file, Buffer.concat([bytes, Buffer.from([0, ...leb(content.length), ...content])]));
