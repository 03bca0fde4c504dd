// The one sequential ramp of attention: even steps of OKLCH lightness, from the paper to the accent's deepest, as
// ink soaks in. Dark is a ramp of its own, from the night paper to a bright accent. Both are safe for colour-blind
// eyes, since lightness alone orders them.
import { kRamps } from '../generated/ramp.ts';
import { luminance, oklch, type Rgb } from './oklch.ts';

const kSteps = 256;

export interface Swatch {
  readonly css: string;
  // Text on the swatch: whichever of black and white contrasts more, always above 4.5.
  readonly text: string;
  // As canvas pixels are laid out.
  readonly rgb: readonly [number, number, number];
  // The same as one number, as processors lay it out that browsers run on: the red byte first.
  readonly pixel: number;
}

interface Ends {
  readonly lightness: readonly [number, number];
  readonly hue: readonly [number, number];
  // Chroma at the ends, and in the middle, where sRGB has most to give.
  readonly chroma: readonly [number, number, number];
}

export function swatchOf(rgb: Rgb): Swatch {
  const bytes = rgb.map((c) => Math.round(c * 255)) as unknown as Swatch['rgb'];
  const text = luminance(rgb) > 0.179 ? '#000' : '#fff';
  const [red, green, blue] = bytes;
  const pixel = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  return { css: `rgb(${bytes.join(' ')})`, text, rgb: bytes, pixel };
}

function build({ lightness, hue, chroma }: Ends): readonly Swatch[] {
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  return Array.from({ length: kSteps }, (_, step) => {
    const t = step / (kSteps - 1);
    const [first, middle, last] = chroma;
    const C = t < 0.5 ? mix(first, middle, t * 2) : mix(middle, last, t * 2 - 1);
    return swatchOf(oklch(mix(...lightness, t), C, mix(...hue, t)));
  });
}

const built = new Map<boolean, readonly Swatch[]>();

export interface Ramp {
  // `level` from 0 to 1.
  at(level: number): Swatch;
  readonly dark: boolean;
}

export function rampFor(dark: boolean): Ramp {
  const swatches = built.get(dark) ?? build(dark ? kRamps.attention.dark : kRamps.attention.light);
  built.set(dark, swatches);
  const at = (level: number) => swatches[Math.round(Math.min(Math.max(level, 0), 1) * (kSteps - 1))]!;
  return { at, dark };
}
