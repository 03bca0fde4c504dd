// The lab's maps as one drawing: a mechanism beside the other, each with its windows, formula and mean entropy.
import type { Ramp } from '../../colour/ramp.ts';
import type { Attended } from '../../engine/attended.ts';
import { kMeanings, type Mechanism } from '../../state/lab/mechanisms.ts';
import { headsOf, reach, type Values, weightValues } from '../../state/lab/values.ts';
import { mean } from '../../text/numbers.ts';
import { t } from '../../text/t.ts';
import { type Grid, layOutMatrix, windowMarks } from '../../views/lab/matrix-layout.ts';
import { attributes, label, round } from '../markup.ts';
import { framed, type Inks, inksOf, type Svg } from '../frame.ts';
import { matrixCells, matrixHeight, matrixWidth, matrixWords } from '../matrix.ts';
import { decimal } from '../../text/format.ts';

export interface LabPicture {
  readonly all: readonly Attended[];
  readonly ramp: Ramp;
  // Full colour is 1 in every map.
  readonly absolute: boolean;
  readonly head: number;
  readonly caption: readonly string[];
}

const kRoom = 340; // pixels for a map
const kGap = 32;
const kAbove = 46; // for its title and formula
const kBelow = 26;

interface Drawn {
  readonly attended: Attended;
  readonly values: Values;
  readonly grid: Grid;
  readonly width: number;
  readonly height: number;
}

function sized(attended: Attended, head: number): Drawn {
  const values = weightValues(attended, Math.min(head, headsOf(attended) - 1));
  const options = { room: kRoom, wide: false, numbers: false, least: 12, most: 34 };
  const grid = layOutMatrix(values.rows, values.columns, options);
  const width = matrixWidth(grid, values.columns.length);
  const height = kAbove + matrixHeight(grid, values.rows.length) + kBelow;
  return { attended, values, grid, width, height };
}

function windows({ attended, values, grid }: Drawn, { ink }: Inks): string[] {
  if (!attended.centres || attended.window === undefined) return [];
  return windowMarks(attended.centres, attended.window, values.columns.length).map(
    ({ from, to, centre }, row) => {
      const box = {
        x: grid.left + from * grid.width + 1,
        y: grid.top + row * grid.height + 1,
        width: Math.max((to - from) * grid.width - 3, 2),
        height: grid.height - 3,
        rx: 3,
        fill: 'none',
        stroke: ink,
        'stroke-width': 1.5,
      };
      const mark = {
        x: grid.left + centre * grid.width - 2,
        y: grid.top + (row + 1) * grid.height - 8,
        width: 4,
        height: 7,
        rx: 1,
        fill: ink,
      };
      return `<rect${attributes(box)}/><rect${attributes(mark)}/>`;
    },
  );
}

function one(drawn: Drawn, picture: LabPicture, inks: Inks): string[] {
  const { title, formula } = kMeanings[drawn.attended.mechanism as Mechanism];
  const entropy = drawn.attended.entropy.flat();
  const { values, grid } = drawn;
  const matrix = { values, grid, ramp: picture.ramp, full: picture.absolute ? 1 : reach(values) };
  const map = [...matrixCells(matrix), ...matrixWords(matrix), ...windows(drawn, inks)].join('\n');
  return [
    label(title, { x: 0, y: 16, 'font-weight': 600, 'font-size': 16 }),
    label(formula, { x: 0, y: 36, fill: inks.soft }),
    `<g transform="translate(0 ${kAbove})" font-size="13">\n${map}\n</g>`,
    label(t('lab.entropy-nats', decimal(mean(entropy), 2)), {
      x: 0,
      y: drawn.height - 4,
      fill: inks.soft,
      'font-size': 13,
    }),
  ];
}

export function labSvg(picture: LabPicture): Svg {
  const inks = inksOf(picture.ramp);
  const drawn = picture.all.map((attended) => sized(attended, picture.head));
  const columns = drawn.length < 4 ? drawn.length : 3;
  const width = Math.max(kRoom, ...drawn.map((one) => one.width));
  const height = Math.max(0, ...drawn.map((one) => one.height));
  const parts = drawn.map((each, i) => {
    const x = (i % columns) * (width + kGap);
    const y = Math.floor(i / columns) * (height + kGap);
    return `<g transform="translate(${round(x)} ${round(y)})">\n${one(each, picture, inks).join('\n')}\n</g>`;
  });
  const body = {
    parts,
    width: columns * (width + kGap) - kGap,
    height: Math.ceil(drawn.length / columns) * (height + kGap) - kGap,
  };
  return framed(t('lab.attention-mechanisms'), body, picture.caption, inks);
}
