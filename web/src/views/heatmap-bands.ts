// Frames over the map around the pointed row, column and cell.
import { keyOf, type Link, queryOf } from '../state/link.ts';
import { levelAt } from '../state/matrix.ts';
import type { Drawing } from './drawing.ts';
import type { Layout } from './layout.ts';

// Pixels of the cell that is pointed at, however small it is.
const kSeen = 26;
const kToEnlarge = 16;

function band(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = `map-band ${className}`;
  element.setAttribute('aria-hidden', 'true');
  element.hidden = true;
  return element;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function place(element: HTMLElement, there: boolean, { x, y, width, height }: Box): void {
  if (element.hidden === there) element.hidden = !there;
  if (!there) return;
  element.style.transform = `translate(${x}px, ${y}px)`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

export class HeatmapBands {
  private readonly row = band('is-row');
  private readonly column = band('is-column');
  private readonly cell = band('is-cell');
  readonly elements = [this.row, this.column, this.cell];

  show(link: Link | null, { matrix, scale, ramp }: Drawing, { cell, left, top }: Layout): void {
    const query = queryOf(link, matrix);
    const key = keyOf(link);
    const x = left + (key ?? 0) * cell;
    const y = top + (query ?? 0) * cell;
    place(this.row, query !== null, { x: left, y, width: matrix.columns.length * cell, height: cell });
    place(this.column, key !== null, { x, y: top, width: cell, height: matrix.rows.length * cell });
    const side = cell < kToEnlarge ? kSeen : cell;
    const out = (side - cell) / 2;
    place(this.cell, link?.kind === 'cell', { x: x - out, y: y - out, width: side, height: side });
    if (link?.kind === 'cell')
      this.cell.style.background = out ? ramp.at(levelAt(matrix, link.query, link.key, scale)).css : '';
  }
}
