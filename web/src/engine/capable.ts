// Which module this browser runs: one does the work of both with threads.
export type ModuleName = 'heed-full' | 'heed-all';
export type Build = ModuleName | 'heed-all-threads';

// (func i32.const 0 i32x4.splat i32.const 0 i32x4.splat i32.const 0 i32x4.splat f32x4.relaxed_madd drop)
const kRelaxed = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02, 0x01, 0x00,
  0x0a, 0x14, 0x01, 0x12, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x41, 0x00, 0xfd, 0x11, 0x41, 0x00, 0xfd, 0x11, 0xfd,
  0x85, 0x02, 0x1a, 0x0b,
]);

export const runsRelaxed = (): boolean => WebAssembly.validate(kRelaxed);

// `isolated`: the host sends the headers that shared memory asks for.
export const buildFor = (
  isolated: boolean,
  name: ModuleName = 'heed-full',
  relaxed: boolean = runsRelaxed(),
): Build => (isolated && relaxed && typeof SharedArrayBuffer === 'function' ? 'heed-all-threads' : name);

// All are started at once, and beyond a few they gain little on texts of a page's length.
export function threadsFor(processors: number | undefined): number {
  return Math.min(4, Math.max(1, processors || 1));
}
