// A module for browsers without relaxed SIMD. web/bindings/relaxed_simd.mjs has written where f32x4.relaxed_madd stands in it,
// which such a browser would refuse to compile. An instruction of the same length that takes as many vectors comes in its
// place; the kernels see that it computes something else, and do without (engine/kernels/cpu/simd.h).
const kSection = 'relaxed_madd';
const kCustom = 0;
const kHeader = 8; // bytes
// v128.bitselect, nop
const kInstead = [0xfd, 0x52, 0x01];

// A number of seven bits a byte, the lowest first, and where it ends.
function readNumber(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at];
  }
}

// The custom section's content; null where there is none.
function contentOf(bytes: Uint8Array): Uint8Array | null {
  for (let at = kHeader; at < bytes.length;) {
    const kind = bytes[at]!;
    const [size, start] = readNumber(bytes, at + 1);
    at = start + size;
    if (kind !== kCustom) continue;
    const [length, name] = readNumber(bytes, start);
    if (new TextDecoder().decode(bytes.subarray(name, name + length)) === kSection)
      return bytes.subarray(name + length, at);
  }
  return null;
}

// In place.
export function takeOutRelaxed<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  const content = contentOf(bytes) ?? new Uint8Array();
  for (let at = 0; at < content.length;) {
    const [place, next] = readNumber(content, at);
    bytes.set(kInstead, place);
    at = next;
  }
  return bytes;
}

export async function fetchWithoutRelaxed(wasm: string): Promise<Uint8Array> {
  const response = await fetch(wasm, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${response.status}`);
  return takeOutRelaxed(new Uint8Array(await response.arrayBuffer()));
}
