// The diverging ramp for values with a sign: orange below zero, the paper at zero, blue above. Even steps of OKLCH
// lightness on both sides, so that equal sizes look equally strong, and orange and blue are told apart by any eye.
import { oklch } from './oklch.ts';
import { type Ramp, type Swatch, swatchOf } from './ramp.ts';

const kSteps = 128; // on either side

interface Ends {
  // Lightness at zero and at the ends.
  readonly lightness: readonly [number, number];
  readonly chroma: readonly [number, number];
  readonly hue: { readonly below: number; readonly above: number };
}

const kLight: Ends = { lightness: [0.966, 0.44], chroma: [0.006, 0.15], hue: { below: 48, above: 262 } };
const kDark: Ends = { lightness: [0.27, 0.83], chroma: [0.008, 0.125], hue: { below: 55, above: 240 } };

function swatch({ lightness, chroma, hue }: Ends, level: number): Swatch {
  const t = Math.abs(level);
  const mix = ([a, b]: readonly [number, number]) => a + (b - a) * t;
  return swatchOf(oklch(mix(lightness), mix(chroma), level < 0 ? hue.below : hue.above));
}

const built = new Map<boolean, readonly Swatch[]>();

// A ramp whose levels go from -1 to 1.
export function signedRampFor(dark: boolean): Ramp {
  const ends = dark ? kDark : kLight;
  const swatches =
    built.get(dark) ?? Array.from({ length: 2 * kSteps + 1 }, (_, i) => swatch(ends, i / kSteps - 1));
  built.set(dark, swatches);
  const at = (level: number) => swatches[Math.round((Math.min(Math.max(level, -1), 1) + 1) * kSteps)]!;
  return { at, dark };
}
