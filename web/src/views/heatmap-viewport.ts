// The part of the map that can be seen: how large it is, how far it is scrolled, and what that shows. Both are kept,
// because asking for them makes the browser lay out the page at once.
import type { Cell } from './heatmap-cells.ts';
import { inView, type Layout, type Range, type Room } from './layout.ts';

export class HeatmapViewport {
  // Null until it has been asked for.
  room: Room | null = null;
  scrolled = { left: 0, top: 0 };

  constructor(private readonly grid: HTMLElement) {}

  // True where the room is another one than before.
  measure(): boolean {
    const before = this.room;
    // What there may be at most, however much of it is used.
    const most = parseFloat(getComputedStyle(this.grid).maxHeight) || this.grid.clientHeight;
    this.room = { width: this.grid.clientWidth, height: most };
    return this.room.width !== before?.width || this.room.height !== before.height;
  }

  noteScroll(): void {
    this.scrolled = { left: this.grid.scrollLeft, top: this.grid.scrollTop };
  }

  // What has to be in the document of a map with so many rows and columns.
  shown(
    { cell, left, top, virtual }: Layout,
    rows: number,
    columns: number,
  ): { rows: Range; columns: Range } {
    const { room, scrolled } = this;
    if (!virtual || !room) return { rows: { from: 0, to: rows }, columns: { from: 0, to: columns } };
    return {
      rows: inView(scrolled.top, room.height - top, cell, rows),
      columns: inView(scrolled.left, room.width - left, cell, columns),
    };
  }

  // The middle of a cell, relative to the grid's corner.
  centre({ query, key }: Cell, { cell, left, top }: Layout): { x: number; y: number; size: number } {
    return {
      x: left + (key + 0.5) * cell - this.scrolled.left,
      y: top + (query + 0.5) * cell - this.scrolled.top,
      size: cell,
    };
  }

  // Scrolls as little as shows the whole cell.
  bring({ query, key }: Cell, { cell, left, top }: Layout): void {
    const { grid } = this;
    const x = key * cell;
    const y = query * cell;
    const right = x + cell - (grid.clientWidth - left);
    const bottom = y + cell - (grid.clientHeight - top);
    grid.scrollLeft = Math.min(Math.max(grid.scrollLeft, right), x);
    grid.scrollTop = Math.min(Math.max(grid.scrollTop, bottom), y);
    this.noteScroll();
  }

  // Scrolls so that a row and a column are in the middle and their surroundings are seen too; not where they are in
  // view, or null.
  reveal(query: number | null, key: number | null, { cell, left, top }: Layout): void {
    const { grid, room } = this;
    if (!room) return;
    const to = (index: number | null, scroll: number, room: number) => {
      if (index === null) return scroll;
      const inside = index * cell >= scroll && (index + 1) * cell <= scroll + room;
      return inside ? scroll : (index + 0.5) * cell - room / 2;
    };
    grid.scrollTo(to(key, grid.scrollLeft, room.width - left), to(query, grid.scrollTop, room.height - top));
  }
}
