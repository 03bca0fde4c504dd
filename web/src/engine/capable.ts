// Which build of a module this browser can run: by what stands behind its name.
export type Variant = '' | '-relaxed' | '-threads';
export type ModuleName = 'heed-full' | 'heed-trainer' | 'heed-writer';
export type Build = `${ModuleName}${Variant}`;

// (func (export "dot") (param i32 i32 i32) (result i32), its parameters as i32x4.splat:
//   0 1 2 f32x4.relaxed_madd drop
//   0 1 2 i32x4.relaxed_dot_i8x16_i7x16_add_s i32x4.extract_lane 0)
const kRelaxed = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f,
  0x03, 0x02, 0x01, 0x00, 0x07, 0x07, 0x01, 0x03, 0x64, 0x6f, 0x74, 0x00, 0x00, 0x0a, 0x26, 0x01, 0x24, 0x00,
  0x20, 0x00, 0xfd, 0x11, 0x20, 0x01, 0xfd, 0x11, 0x20, 0x02, 0xfd, 0x11, 0xfd, 0x85, 0x02, 0x1a, 0x20, 0x00,
  0xfd, 0x11, 0x20, 0x01, 0xfd, 0x11, 0x20, 0x02, 0xfd, 0x11, 0xfd, 0x93, 0x02, 0xfd, 0x1b, 0x00, 0x0b,
]);

// Whether a browser has the two instructions and computes the second as it is meant: V8 11.3 loses what is to be added.
export function runsRelaxed(): boolean {
  if (!WebAssembly.validate(kRelaxed)) return false;
  const { dot } = new WebAssembly.Instance(new WebAssembly.Module(kRelaxed)).exports;
  // -128 · 127 - 128 · 127 + 3 · 5 - 1 · 7 + 1000
  return (dot as (w: number, x: number, sum: number) => number)(0xff038080, 0x07057f7f, 1000) === -31504;
}

// `isolated`: the host sends the headers that shared memory asks for.
export function variantFor(isolated: boolean, relaxed: boolean = runsRelaxed()): Variant {
  if (!relaxed) return '';
  return isolated && typeof SharedArrayBuffer === 'function' ? '-threads' : '-relaxed';
}

export const buildFor = (
  isolated: boolean,
  name: ModuleName = 'heed-full',
  relaxed: boolean = runsRelaxed(),
): Build => `${name}${variantFor(isolated, relaxed)}`;

// All are started at once, and beyond a few they gain little on texts of a page's length.
export function threadsFor(processors: number | undefined): number {
  return Math.min(4, Math.max(1, processors || 1));
}
