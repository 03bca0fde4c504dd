// The diverging ramp for values with a sign: orange below zero, the paper at zero, blue above. Even steps of OKLCH
// lightness on both sides, so that equal sizes look equally strong, and orange and blue are told apart by any eye.
import { kRamps } from '../generated/ramp.ts';
import { oklch } from './oklch.ts';
import { type Ramp, type Swatch, swatchOf } from './ramp.ts';

const kSteps = 128; // on either side

interface Ends {
  // Lightness at zero and at the ends.
  readonly lightness: readonly [number, number];
  readonly chroma: readonly [number, number];
  readonly hue: { readonly below: number; readonly above: number };
}

function swatch({ lightness, chroma, hue }: Ends, level: number): Swatch {
  const t = Math.abs(level);
  const mix = ([a, b]: readonly [number, number]) => a + (b - a) * t;
  return swatchOf(oklch(mix(lightness), mix(chroma), level < 0 ? hue.below : hue.above));
}

const built = new Map<boolean, readonly Swatch[]>();

// A ramp whose levels go from -1 to 1.
export function signedRampFor(dark: boolean): Ramp {
  const ends = dark ? kRamps.signed.dark : kRamps.signed.light;
  const swatches =
    built.get(dark) ?? Array.from({ length: 2 * kSteps + 1 }, (_, i) => swatch(ends, i / kSteps - 1));
  built.set(dark, swatches);
  const at = (level: number) => swatches[Math.round((Math.min(Math.max(level, -1), 1) + 1) * kSteps)]!;
  return { at, dark };
}
