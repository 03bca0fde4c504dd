// node relaxed_simd.mjs MODULE.wasm WASM_DIS: gives f32x4.relaxed_madd its final code, fd 85 02, in place. Clang 14 writes
// the one from before it was standardised, fd af 01, "relaxed_fma".
// The same bytes can stand in a constant by chance. Where there are more of them than the disassembler counts instructions,
// each place is tried: an instruction becomes another that takes as many vectors, and the count falls by one.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const [file, disassembler] = process.argv.slice(2);
const codes = [
  { name: 'relaxed_fma', before: [0xfd, 0xaf, 0x01], after: [0xfd, 0x85, 0x02], other: [0xfd, 0xb0, 0x01] },
];

const bytes = readFileSync(file);

// How many instructions of the name the module with these bytes has.
function count(module, name) {
  const trial = `${file}.trial`;
  writeFileSync(trial, module);
  try {
    const text = execFileSync(disassembler, ['--all-features', trial, '-o', '-'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    return text.match(new RegExp(`f32x4\\.${name}\\b`, 'g'))?.length ?? 0;
  } finally {
    rmSync(trial);
  }
}

// Where `code` stands.
function placesOf(code) {
  const places = [];
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + code.length)) places.push(at);
  return places;
}

const found = codes.map(({ name, before, after, other }) => {
  const expected = count(bytes, name);
  const isInstruction = (at) => {
    const trial = Buffer.from(bytes);
    trial.set(other, at);
    return count(trial, name) === expected - 1;
  };
  const all = placesOf(Buffer.from(before));
  const places = all.length === expected ? all : all.filter(isInstruction);
  if (places.length === expected) return { places, after };
  console.error(
    `[relaxed_simd] ${file}: ${places.length} places with the old code of ${name}, but ${expected} such instructions: expected as many.`,
  );
  process.exit(1);
});
if (found.every(({ places }) => places.length === 0)) {
  console.error(`[relaxed_simd] ${file}: no place with an old code: expected at least one.`);
  process.exit(1);
}
for (const { places, after } of found) for (const at of places) bytes.set(after, at);
writeFileSync(file, bytes);
