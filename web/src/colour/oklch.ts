// OKLCH to sRGB (B. Ottosson, "A perceptual color space for image processing", 2020). Lightness 0..1, hue in degrees.

export type Rgb = readonly [red: number, green: number, blue: number]; // 0..1, gamma-encoded

function linearOf(L: number, C: number, hue: number): [number, number, number] {
  const h = (hue * Math.PI) / 180;
  const a = C * Math.cos(h);
  const b = C * Math.sin(h);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const encode = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const decode = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

// Outside sRGB, chroma gives way until the colour fits: lightness, which carries the value, never does.
export function oklch(L: number, C: number, hue: number): Rgb {
  for (let chroma = C; ; chroma -= 0.004) {
    const [r, g, b] = linearOf(L, Math.max(chroma, 0), hue);
    if (chroma <= 0 || [r, g, b].every((c) => c >= -1e-4 && c <= 1 + 1e-4)) {
      const clamp = (c: number) => encode(Math.min(Math.max(c, 0), 1));
      return [clamp(r), clamp(g), clamp(b)];
    }
  }
}

// Relative luminance as WCAG 2 defines it.
export function luminance([r, g, b]: Rgb): number {
  return 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b);
}
