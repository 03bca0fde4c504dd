// Where everything of a drawn matrix stands, in CSS pixels.
import type { Side } from '../../state/lab/values.ts';
import { fontOf, widths } from '../layout.ts';

export const kSideFont = fontOf(13);

const kSlant = Math.SQRT1_2; // words over columns lean by 45 degrees where they do not fit
const kLongestWord = 104;
const kAcross = 17; // pixels that a leaning word takes of the line
// Up to so many cells all are in the document; of larger matrices those around the one that holds the focus.
const kWhole = 1024;
const kAround = 8;

export interface Grid {
  // The size of a cell.
  readonly width: number;
  readonly height: number;
  // The room of the words beside and above.
  readonly left: number;
  readonly top: number;
  readonly slanted: boolean;
  // How far slanted words reach beyond the last column.
  readonly over: number;
  // Every how many columns the head says its number.
  readonly every: number;
  // It is wider than the room there is.
  readonly scrolls: boolean;
}

const measured = (sides: readonly Side[]) =>
  widths(
    sides.map(({ text }) => text),
    kSideFont,
  ).map((width) => Math.min(width, kLongestWord));

export interface GridOptions {
  // Pixels there are for the whole matrix.
  readonly room: number;
  // Dimensions, whose heads are numbers, rather than words.
  readonly wide: boolean;
  // Each cell holds its number.
  readonly numbers: boolean;
  readonly least: number;
  readonly most: number;
}

// How far the words over columns of this width reach beyond the last one, where they lean.
function overhang(words: readonly number[], width: number): number {
  const ends = words.map((word, i) => (i + 0.5 - words.length) * width + word * kSlant + 10);
  return Math.ceil(Math.max(0, ...ends));
}

export function layOutMatrix(
  rows: readonly Side[],
  columns: readonly Side[],
  { room, wide, numbers, least: narrowest, most }: GridOptions,
): Grid {
  const words = wide ? [] : measured(columns);
  const left = Math.ceil(Math.max(22, ...measured(rows))) + 12;
  const longest = Math.max(0, ...words);
  const least = numbers ? Math.max(46, narrowest) : narrowest;
  const leans = (width: number) => longest + 8 > width;
  const over = (width: number) => (leans(width) ? overhang(words, width) : 0);
  let width = numbers ? Math.max(60, most) : most;
  while (width > least && left + columns.length * width + over(width) > room) width--;
  const slanted = leans(width) && !wide;
  return {
    width,
    height: wide ? 20 : Math.min(Math.max(width, 18), 32),
    left,
    top: slanted ? Math.ceil(longest * kSlant) + 14 : 24,
    slanted,
    over: over(width),
    scrolls: left + columns.length * width + over(width) > room,
    every: wide ? (width < 9 ? 16 : width < 22 ? 5 : 1) : slanted ? Math.ceil(kAcross / width) : 1,
  };
}

// Whether the head over column `column` is written: 1, 5, 10, 15 … where there is no room for all.
export const headed = (column: number, every: number): boolean =>
  every === 1 || column === 0 || (column + 1) % every === 0;

// The columns whose cells are in the document.
export function present(rows: number, columns: number, active: number, numbers: boolean): number[] {
  if (numbers || rows * columns <= kWhole || columns <= 2 * kAround + 1)
    return Array.from({ length: columns }, (_, i) => i);
  const from = Math.max(0, Math.min(active - kAround, columns - 2 * kAround - 1));
  return Array.from({ length: 2 * kAround + 1 }, (_, i) => from + i);
}

export interface Mark {
  // In columns, from the left edge of column 0.
  readonly from: number;
  readonly to: number;
  readonly centre: number;
}

// The windows of local attention: each row's reach and its centre, kept within the matrix.
export function windowMarks(centres: readonly number[], window: number, columns: number): Mark[] {
  const within = (x: number) => Math.min(Math.max(x, 0), columns);
  return centres.map((centre) => ({
    from: within(Math.ceil(centre - window)),
    to: within(Math.floor(centre + window) + 1),
    centre: within(centre + 0.5),
  }));
}
