// Which build of the engine this browser can run.
export type Build = 'heed-encoders' | 'heed-encoders-relaxed' | 'heed-encoders-threads';

// (func (param v128 v128 v128) (result v128) local.get 0 local.get 1 local.get 2 f32x4.relaxed_madd)
const kRelaxed = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x01, 0x60, 0x03, 0x7b, 0x7b, 0x7b, 0x01, 0x7b,
  0x03, 0x02, 0x01, 0x00, 0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfd, 0x85, 0x02,
  0x0b,
]);

// Where the host sends the headers that shared memory asks for. Only Chromium tells its brand: Firefox (ESR 153) does not
// leave a page whose threads sleep, reloading it waits for ever.
export const sharesMemory = (): boolean => crossOriginIsolated && 'userAgentData' in navigator;

// `shares`: sharesMemory().
export function buildFor(
  shares: boolean,
  validate: (bytes: Uint8Array<ArrayBuffer>) => boolean = WebAssembly.validate,
): Build {
  if (!validate(kRelaxed)) return 'heed-encoders';
  return shares && typeof SharedArrayBuffer === 'function'
    ? 'heed-encoders-threads'
    : 'heed-encoders-relaxed';
}

// All are started at once, and beyond a few they gain little on texts of a page's length.
export function threadsFor(processors: number | undefined): number {
  return Math.min(4, Math.max(1, processors || 1));
}
