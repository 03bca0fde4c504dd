// Draws the map on the screen as SVG: real text, the legend, and its source.
import type { Dropped } from '../text/dropped.ts';
import { framed, inksOf, kMargin, type Svg } from './frame.ts';
import { attributes, type Body, escape, label, round } from './markup.ts';
import { stripBody } from './svg-strip.ts';
import { kHeaderFont, kWhole, layOut, widths } from '../views/layout.ts';
import { arcsOf } from '../views/arcs.ts';
import type { Drawing } from '../views/drawing.ts';
import { pixels } from '../views/heatmap-canvas.ts';
import { evenEnds, type Label, levelAt, weightAt } from '../state/matrix.ts';
import type { Link } from '../state/link.ts';
import type { Scale } from '../state/settings.ts';
import { short, weight } from '../text/format.ts';
import { t } from '../text/t.ts';

export interface Picture {
  readonly drawing: Drawing;
  readonly arcs: boolean;
  // Words that preprocessing took out.
  readonly out: readonly Dropped[];
  readonly link: Link | null;
  // Under the drawing: the sentence, the model, the prediction.
  readonly caption: readonly string[];
}

export type { Svg };

const kRoom = { width: 760, height: 640 };
const kPooling = t('read.bar-the-share-of-the-sentences');
const kLegend = 64;

function mapBody(drawing: Drawing): Body {
  const { rows, columns } = drawing.matrix;
  const measure = (labels: readonly Label[]) =>
    widths(
      labels.map(({ text }) => text),
      kHeaderFont,
    );
  const layout = layOut({ rows: measure(rows), columns: measure(columns) }, kRoom, drawing.numbers);
  const { cell, left, top, slanted, width, height } = layout;
  const parts = rows.map(({ text }, i) =>
    label(text, { x: left - 8, y: top + (i + 0.5) * cell + 4.5, 'text-anchor': 'end' }),
  );
  columns.forEach(({ text }, i) => {
    const x = left + (i + 0.5) * cell;
    const turn = { transform: `rotate(-45 ${round(x)} ${top - 8})` };
    parts.push(
      label(text, { x, y: top - 8, 'text-anchor': slanted ? 'start' : 'middle', ...(slanted ? turn : {}) }),
    );
  });
  parts.push(
    ...(Math.max(rows.length, columns.length) > kWhole ? [image(drawing, left, top, cell)] : cells()),
  );
  return { parts, width, height };

  function cells(): string[] {
    const list: string[] = [];
    for (let q = 0; q < rows.length; q++) for (let k = 0; k < columns.length; k++) list.push(oneCell(q, k));
    return list;
  }

  function oneCell(q: number, k: number): string {
    const { css, text } = drawing.ramp.at(levelAt(drawing.matrix, q, k, drawing.scale));
    const value = weightAt(drawing.matrix, q, k);
    const x = left + k * cell;
    const y = top + q * cell;
    const title = t('read.row-to-column-weight', rows[q]!.text, columns[k]!.text, weight(value));
    const rect = `<rect${attributes({ x: x + 0.5, y: y + 0.5, width: cell - 1, height: cell - 1, rx: 1.5, fill: css })}>`;
    const box = `${rect}<title>${escape(title)}</title></rect>`;
    if (!drawing.numbers) return box;
    const at = {
      x: x + cell / 2,
      y: y + cell / 2 + 4.5,
      'text-anchor': 'middle',
      'font-size': 13,
      fill: text,
    };
    return box + label(short(value), at);
  }
}

// A big map is one picture, a pixel per cell, so that the file stays small.
function image(drawing: Drawing, x: number, y: number, cell: number): string {
  const { rows, columns } = drawing.matrix;
  const size = { width: columns.length * cell, height: rows.length * cell };
  const href = pixels(drawing).toDataURL('image/png');
  return `<image${attributes({ x, y, ...size, preserveAspectRatio: 'none', href })} image-rendering="pixelated"/>`;
}

function arcsBody({ drawing, link }: Picture): Body {
  const { matrix, scale, ramp } = drawing;
  const { queries, keys, arcs, width, height, top, bottom } = arcsOf(matrix, scale, ramp, link, {
    width: kRoom.width,
    height: 400,
  });
  const parts = arcs.map(
    (arc) =>
      `<path${attributes({ d: arc.path, fill: 'none', stroke: arc.colour, 'stroke-width': arc.width, 'stroke-linecap': 'round' })}/>`,
  );
  for (const { text, x } of queries)
    parts.push(label(text, { x, y: top, 'text-anchor': 'middle', 'font-size': 15 }));
  for (const { text, x } of keys)
    parts.push(label(text, { x, y: bottom, 'text-anchor': 'middle', 'font-size': 15 }));
  return { parts, width, height };
}

function legend({ drawing, arcs }: Picture, y: number, soft: string): string[] {
  const { matrix, scale, ramp } = drawing;
  const [from, to] = arcs ? [t('read.above'), t('read.below')] : [t('read.row'), t('read.column')];
  const said =
    matrix.kind === 'pooling' && !arcs ? kPooling : t('read.the-word-that-attends-query-the-word', from, to);
  const stops = Array.from(
    { length: 13 },
    (_, i) => `<stop offset="${round(i / 12)}" stop-color="${ramp.at(i / 12).css}"/>`,
  );
  const end: Partial<Record<Scale, string>> = { row: t('read.largest-of-each-row'), absolute: '1' };
  const ends = evenEnds(matrix, scale);
  const [first, last] = ends ?? ['0', end[scale] ?? weight(matrix.largest)];
  const at = ends ? 52 : 14;
  return [
    `<defs><linearGradient id="ramp">${stops.join('')}</linearGradient></defs>`,
    label(first, { x: 0, y: y + 10, fill: soft }),
    `<rect${attributes({ x: at, y, width: 140, height: 12, rx: 2, fill: 'url(#ramp)' })}/>`,
    label(last, { x: at + 148, y: y + 10, fill: soft }),
    label(said, { x: 0, y: y + 32, fill: soft }),
  ];
}

function bodyOf(picture: Picture, inks: { ink: string; soft: string }): Body {
  const { drawing, arcs, out } = picture;
  if (arcs) return arcsBody(picture);
  return drawing.matrix.kind === 'pooling'
    ? stripBody(drawing, out, { ...kRoom, height: 360 }, inks)
    : mapBody(drawing);
}

export function svgOf(picture: Picture): Svg {
  const { drawing, caption } = picture;
  const inks = inksOf(drawing.ramp);
  const body = bodyOf(picture, inks);
  const parts = [...body.parts, ...legend(picture, body.height + kMargin, inks.soft)];
  const whole = { parts, width: Math.max(body.width, 460), height: body.height + kLegend };
  return framed(t('page.attention'), whole, caption, inks);
}
