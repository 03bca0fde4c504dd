// Where everything of the map stands, in CSS pixels. Pure arithmetic: drawn by the grid, the canvas and the export.

// Up to here every cell is in the document; above, only what is in view.
export const kWhole = 64;
// More than these may not be seen at once on a phone.
export const kPhone = 9;

// Up to here a map is shown whole where there is little room, and wherever it is asked for.
const kFits = 80;
const kLittleRoom = 560;

// Cells shrink in steps, so that the map keeps still while a sentence grows. The smallest show a pattern, and a word at a time.
const kSteps = [
  64, 56, 48, 40, 34, 28, 24, 20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1,
];
const kToHit = 24; // where one scrolls
const kToRead = 12; // where nothing is asked for: words of every row and column
const kRow = 11; // pixels of a row's word
const kColumn = 15; // and across, of a column's
const kNumbersAtLeast = 40;
const kVirtualCell = 16;
const kSlant = Math.SQRT1_2; // headers lean by 45 degrees
const kLongestWord = 130;

export interface Extent {
  // Widths of the words that head the rows and the columns.
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly cell: number;
  // The room of the row headers and the column headers.
  readonly left: number;
  readonly top: number;
  readonly slanted: boolean;
  // The size of everything, with the overhang of the last slanted header.
  readonly width: number;
  readonly height: number;
  // More than is in the document: one scrolls.
  readonly virtual: boolean;
  // All of it is in view; and of so many cells that they are a picture, but for those near the one that holds the focus.
  readonly whole: boolean;
  readonly pictured: boolean;
  // Every so many rows, and columns, one has its word.
  readonly every: { readonly rows: number; readonly columns: number };
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

const widestOf = (widths: readonly number[]) => Math.min(Math.max(0, ...widths), kLongestWord);

// How far the slanted headers reach beyond the last column.
function overhang(columns: readonly number[], cell: number): number {
  const ends = columns.map(
    (width, i) => (i + 0.5 - columns.length) * cell + Math.min(width, kLongestWord) * kSlant,
  );
  return Math.max(0, Math.ceil(Math.max(0, ...ends)) + 4);
}

const countOf = ({ rows, columns }: Extent) => Math.max(rows.length, columns.length);

// Null where that would be smaller than `least`.
function wholeSize({ rows, columns }: Extent, room: Room, left: number, least: number): number | null {
  const top = widestOf(columns) * kSlant + 22;
  const fits = (size: number) =>
    left + columns.length * size + overhang(columns, size) <= room.width &&
    top + rows.length * size <= room.height;
  return kSteps.find((size) => size >= least && fits(size)) ?? null;
}

// `whole`: shown so, or scrolled; null: as it fits.
export function layOut(extent: Extent, room: Room, numbers: boolean, whole: boolean | null = null): Layout {
  const { rows, columns } = extent;
  const count = countOf(extent);
  const little = room.width < kLittleRoom;
  const tight = whole ?? (little && count <= kFits);
  const most = tight && little ? room.width * 0.24 : Math.min(140, room.width * 0.34);
  const left = clamp(Math.ceil(widestOf(rows)) + 18, 56, Math.max(56, most));
  const least = numbers ? kNumbersAtLeast : tight ? 0 : whole === null ? kToRead : kToHit;
  const fitting = tight || count <= kWhole ? wholeSize(extent, room, left, least) : null;
  const scrolled = count > kWhole ? kVirtualCell : kToHit;
  const cell = fitting ?? Math.max(scrolled, numbers ? kNumbersAtLeast : 0);
  const longest = widestOf(columns);
  const slanted = longest + 10 > cell;
  const top = slanted ? Math.ceil(longest * kSlant) + 22 : 34;
  return {
    cell,
    left,
    top,
    slanted,
    width: left + columns.length * cell + (slanted ? overhang(columns, cell) : 0),
    height: top + rows.length * cell,
    virtual: fitting === null && count > kWhole,
    whole: fitting !== null,
    pictured: fitting !== null && count > kWhole,
    every: { rows: Math.ceil(kRow / cell), columns: slanted ? Math.ceil(kColumn / cell) : 1 },
  };
}

export interface Range {
  readonly from: number;
  // One past the last.
  readonly to: number;
}

// The rows or columns between two scroll positions, with a little more on either side.
export function inView(scroll: number, room: number, cell: number, count: number): Range {
  const from = clamp(Math.floor(scroll / cell) - 2, 0, count);
  return { from, to: clamp(Math.ceil((scroll + room) / cell) + 2, from, count) };
}

// The font of the page (styles/tokens.css) as a canvas wants it.
export const fontOf = (size: number): string =>
  `500 ${size}px "Source Sans 3 Variable", "Source Sans 3 Further", sans-serif`;
export const kHeaderFont = fontOf(14);

let ruler: CanvasRenderingContext2D | null = null;

// Widths of words in the font that the page uses.
export function widths(texts: readonly string[], font: string): number[] {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return texts.map((text) => 8 * text.length);
  ruler.font = font;
  return texts.map((text) => ruler!.measureText(text).width);
}
