// A matrix with its words as parts of a drawing, its corner at (0, 0).
import type { Ramp } from '../colour/ramp.ts';
import { valueAt, type Values } from '../state/lab/values.ts';
import { weight } from '../text/format.ts';
import type { Grid } from '../views/lab/matrix-layout.ts';
import { attributes, escape, label, round } from './markup.ts';
import { t } from '../text/t.ts';

export interface DrawnMatrix {
  readonly values: Values;
  // What colours follow, where that is something else.
  readonly painted?: Values;
  readonly grid: Grid;
  readonly ramp: Ramp;
  // The value of full colour.
  readonly full: number;
}

export const matrixWidth = ({ left, width, over }: Grid, columns: number): number =>
  left + columns * width + over;
export const matrixHeight = ({ top, height }: Grid, rows: number): number => top + rows * height;

export function matrixCells({ values, painted = values, grid, ramp, full }: DrawnMatrix): string[] {
  return values.rows.flatMap((from, row) =>
    values.columns.map((to, column) => {
      const place = { row, column };
      const box = {
        x: grid.left + column * grid.width + 0.5,
        y: grid.top + row * grid.height + 0.5,
        width: grid.width - 1,
        height: grid.height - 1,
        fill: ramp.at(valueAt(painted, place) / full).css,
      };
      const title = t('read.row-to-column-weight', from.text, to.text, weight(valueAt(values, place)));
      return `<rect${attributes(box)}><title>${escape(title)}</title></rect>`;
    }),
  );
}

export function matrixWords({ values, grid }: DrawnMatrix): string[] {
  const beside = values.rows.map(({ text }, row) =>
    label(text, { x: grid.left - 8, y: grid.top + (row + 0.5) * grid.height + 4.5, 'text-anchor': 'end' }),
  );
  const above = values.columns.map(({ text }, column) => {
    const x = grid.left + (column + 0.5) * grid.width;
    const turn = grid.slanted ? { transform: `rotate(-45 ${round(x)} ${grid.top - 8})` } : {};
    return label(text, { x, y: grid.top - 8, 'text-anchor': grid.slanted ? 'start' : 'middle', ...turn });
  });
  return [...beside, ...above];
}
