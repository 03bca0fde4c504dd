// What a translation looked at, as a drawing and as a table.
import type { Ramp } from '../colour/ramp.ts';
import type { Values } from '../state/lab/values.ts';
import { byRow } from '../state/write/looked.ts';
import { t } from '../text/t.ts';
import { layOutMatrix } from '../views/lab/matrix-layout.ts';
import { number, quoted, table } from './csv.ts';
import { framed, inksOf, type Svg } from './frame.ts';
import { matrixCells, matrixHeight, matrixWidth, matrixWords } from './matrix.ts';

const kRoom = 900; // pixels for a map

export function alignmentSvg(values: Values, ramp: Ramp, caption: readonly string[]): Svg {
  const { rows, columns } = values;
  const grid = layOutMatrix(rows, columns, { room: kRoom, wide: false, numbers: false, least: 14, most: 34 });
  const drawn = { values, painted: byRow(values), grid, ramp, full: 1 };
  const body = {
    parts: [...matrixCells(drawn), ...matrixWords(drawn)],
    width: matrixWidth(grid, columns.length),
    height: matrixHeight(grid, rows.length),
  };
  return framed(t('page.alignment'), body, caption, inksOf(ramp));
}

// A line for each token that was written and each that it may have looked at. `changes`: that were made of it.
export function alignmentCsv({ rows, columns, data }: Values, changes = ''): string {
  const head = ['row', 'from', 'column', 'to', quoted(changes ? `weight (${changes})` : 'weight')];
  const lines = rows.flatMap((from, r) =>
    columns.map((to, c) => [
      `${r + 1}`,
      quoted(from.text),
      `${c + 1}`,
      quoted(to.text),
      number(data[r * columns.length + c] ?? 0),
    ]),
  );
  return table([head, ...lines]);
}
