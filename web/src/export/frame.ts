// The sheet that every drawing is put on: its paper, its margins, and its caption.
import type { Ramp } from '../colour/ramp.ts';
import { kHeaderFont, widths } from '../views/layout.ts';
import { attributes, type Body, escape, label } from './markup.ts';

export interface Svg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

export interface Inks {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
}

export const kMargin = 24;
const kFont = "'Source Sans 3 Variable','Source Sans 3','Segoe UI',system-ui,sans-serif";

const kPapers = {
  light: { paper: '#fcfbf8', ink: '#1d1c19', soft: '#68655d' },
  dark: { paper: '#161719', ink: '#eceae4', soft: '#a3a098' },
};

export const inksOf = ({ dark }: Ramp): Inks => kPapers[dark ? 'dark' : 'light'];

export function framed(title: string, body: Body, caption: readonly string[], inks: Inks): Svg {
  const y = body.height + kMargin;
  const captions = caption.map((text, i) =>
    label(text, { x: 0, y: y + 18 * i, fill: i ? inks.soft : inks.ink }),
  );
  const width = Math.ceil(Math.max(body.width, ...widths(caption, kHeaderFont)) + 2 * kMargin);
  const height = Math.ceil(y + 18 * caption.length + kMargin);
  const open = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': kFont,
    'font-size': 14,
    fill: inks.ink,
  });
  const text =
    `<svg${open}>\n<title>${escape(title)}</title>\n<rect width="100%" height="100%" fill="${inks.paper}"/>\n` +
    `<g transform="translate(${kMargin} ${kMargin})">\n${[...body.parts, ...captions].join('\n')}\n</g>\n</svg>\n`;
  return { text, width, height };
}
