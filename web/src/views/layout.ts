// Where everything of the map stands, in CSS pixels. Pure arithmetic: drawn by the grid, the canvas and the export.

// Up to here every cell is in the document; above, only what is in view.
export const kWhole = 64;

// Cells shrink in steps, so that the map keeps still while a sentence grows.
const kSteps = [64, 56, 48, 40, 34, 28, 24];
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
  // Of the row headers and the column headers.
  readonly left: number;
  readonly top: number;
  readonly slanted: boolean;
  // Of everything, the overhang of the last slanted header included.
  readonly width: number;
  readonly height: number;
  readonly virtual: boolean;
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

function cellSize({ rows, columns }: Extent, room: Room, left: number, least: number): number {
  if (Math.max(rows.length, columns.length) > kWhole) return Math.max(kVirtualCell, least);
  const top = widestOf(columns) * kSlant + 22;
  const fits = (size: number) =>
    left + columns.length * size + overhang(columns, size) <= room.width &&
    top + rows.length * size <= room.height;
  return Math.max(kSteps.find(fits) ?? kSteps[kSteps.length - 1]!, least);
}

export function layOut(extent: Extent, room: Room, numbers: boolean): Layout {
  const { rows, columns } = extent;
  const left = clamp(Math.ceil(widestOf(rows)) + 18, 56, Math.max(56, Math.min(140, room.width * 0.34)));
  const cell = cellSize(extent, room, left, numbers ? kNumbersAtLeast : 0);
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
    virtual: Math.max(rows.length, columns.length) > kWhole,
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
