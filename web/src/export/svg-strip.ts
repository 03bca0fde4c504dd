// The attention strip as a drawing: a bar over each word, and the words that were taken out, struck.
import { lengthAt, levelAt, weightAt } from '../state/matrix.ts';
import type { Dropped } from '../text/dropped.ts';
import { short } from '../text/format.ts';
import { t } from '../text/t.ts';
import { cellName, type Drawing } from '../views/drawing.ts';
import type { Room } from '../views/layout.ts';
import { kNumber, layOutStrip, type StripLayout, type StripWord } from '../views/strip.ts';
import { attributes, type Body, escape, label } from './markup.ts';

interface Inks {
  readonly ink: string;
  readonly soft: string;
}

function bar(drawing: Drawing, key: number, { x, y, width }: StripWord, room: number): string[] {
  const { matrix, ramp, scale } = drawing;
  const level = levelAt(matrix, 0, key, scale);
  const value = weightAt(matrix, 0, key);
  const height = lengthAt(matrix, 0, key, scale) * (room - kNumber);
  const box = { x, y, width, height: room, rx: 3, fill: ramp.at(0).css };
  const filled = { x, y: y + room - height, width, height, fill: ramp.at(0.1 + 0.9 * level).css };
  const number = { x: x + width / 2, y: y + room - height - 6, 'text-anchor': 'middle', 'font-size': 13 };
  return [
    `<rect${attributes(box)}><title>${escape(cellName(matrix, 0, key, value))}</title></rect>`,
    `<rect${attributes(filled)}/>`,
    ...(drawing.numbers ? [label(short(value), number)] : []),
  ];
}

function wordBelow(layout: StripLayout, { key, text, x, y, width }: StripWord, { ink, soft }: Inks): string {
  const at = { x: x + width / 2, y: y + layout.bar + layout.font * 1.15, 'text-anchor': 'middle' };
  const style = key === null ? { fill: soft, 'text-decoration': 'line-through' } : { fill: ink };
  return label(text, { ...at, ...style, 'font-size': layout.font, 'font-weight': key === null ? 400 : 500 });
}

export function stripBody(drawing: Drawing, out: readonly Dropped[], room: Room, inks: Inks): Body {
  const layout = layOutStrip(drawing.matrix.columns, out, room);
  const parts = [label(t('page.sentence'), { x: 0, y: 14, 'font-size': 13, fill: inks.soft })];
  for (const word of layout.words) {
    if (word.key !== null) parts.push(...bar(drawing, word.key, word, layout.bar));
    parts.push(wordBelow(layout, word, inks));
  }
  return { parts, width: layout.width, height: layout.height };
}
