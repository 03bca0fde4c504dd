// The attention map as a grid: sticky headers, arrow keys with a roving tab stop, a band over the linked row and
// column, over a canvas with the colours. Up to 64 tokens every cell is in the document; above, those in view.
import { keyOf, type Link, queryOf } from '../state/link.ts';
import { type Label, weightAt } from '../state/matrix.ts';
import type { Drawing, Edit, Pointing } from './drawing.ts';
import { type Cell, HeatmapCells } from './heatmap-cells.ts';
import { HeatmapBands } from './heatmap-bands.ts';
import { HeatmapCanvas } from './heatmap-canvas.ts';
import type { HeatmapDrag } from './heatmap-drag.ts';
import type { HeatmapOverview } from './heatmap-overview.ts';
import type * as Drag from './heatmap-drag.ts';
import { walk } from './heatmap-keys.ts';
import { afterPaint, Later } from './later.ts';
import { HeatmapViewport } from './heatmap-viewport.ts';
import { type Extent, kHeaderFont, type Layout, layOut, type Room, widths } from './layout.ts';

const wordWidths = (labels: readonly Label[]) =>
  widths(
    labels.map(({ text }) => text),
    kHeaderFont,
  );

const extentOf = ({ matrix: { rows, columns } }: Drawing): Extent => ({
  rows: wordWidths(rows),
  columns: wordWidths(columns),
});

// Milliseconds without scrolling before cells, of which there is nothing to see but their colours, are put under it.
const kRest = 80;

// The sheet grows in steps: one that changed its size with every letter would have all its rows laid out and painted anew.
const kStep = 48;
const lengthOf = (needed: number, room: number) =>
  needed <= room ? '100%' : `${Math.ceil(needed / kStep) * kStep}px`;

export class Heatmap {
  private readonly sheet = document.createElement('div');
  private readonly canvas = new HeatmapCanvas();
  private readonly cells: HeatmapCells;
  private readonly bands = new HeatmapBands();
  // Parts for a map that is scrolled, and for one whose weights can be changed: fetched with the first.
  private overview: HeatmapOverview | undefined;
  private drag: HeatmapDrag | undefined;
  private stepOf: typeof Drag.stepOf | undefined;
  private edit: Edit | null = null;
  private drawing: Drawing | null = null;
  private extent: Extent | null = null;
  private layout: Layout | null = null;
  private active: Cell = { query: 0, key: 0 };
  private readonly later = new Later();
  private touched = false;
  private link: Link | null = null;
  private readonly viewport: HeatmapViewport;
  private held = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  // `grid` is the element with role grid; `frame` around it also holds the overview.
  constructor(
    private readonly grid: HTMLElement,
    private readonly frame: HTMLElement,
    private readonly pointing: Pointing,
    // Whether all of it is in view.
    private readonly onwhole: (whole: boolean) => void = () => {},
  ) {
    this.viewport = new HeatmapViewport(grid);
    this.sheet.className = 'map-sheet';
    this.sheet.setAttribute('role', 'none');
    this.cells = new HeatmapCells(this.sheet);
    this.sheet.append(...this.bands.elements);
    this.sheet.prepend(this.canvas.element);
    grid.append(this.sheet);
    this.listen();
  }

  // Where weights can be changed.
  set editing(edit: Edit | null) {
    this.edit = edit;
    if (edit && !this.drag)
      void import('./heatmap-drag.ts').then(({ HeatmapDrag, stepOf }) => {
        this.drag ??= new HeatmapDrag(() => this.grid);
        this.stepOf = stepOf;
        this.showEditable();
      });
    this.showEditable();
  }

  // A weight can be dragged once the code for it is there; the pointer says so.
  private showEditable(): void {
    this.grid.classList.toggle('is-editable', Boolean(this.edit && this.drag));
  }

  private look(): void {
    const { overview, layout, canvas, viewport } = this;
    if (overview) {
      overview.prepare(layout?.virtual ? canvas.canvas : null);
      if (viewport.room) overview.draw(viewport.scrolled, viewport.room);
    } else if (layout?.virtual)
      void import('./heatmap-overview.ts').then(({ HeatmapOverview }) => {
        this.overview ??= new HeatmapOverview(this.grid, () => this.layout);
        this.frame.append(this.overview.element);
        this.look();
      });
  }

  draw(drawing: Drawing): void {
    this.drawing = drawing;
    if (!this.viewport.room) this.viewport.measure();
    const room = this.viewport.room!;
    const { rows, columns } = drawing.matrix;
    this.extent = extentOf(drawing);
    this.layout = layOut(this.extent, room, drawing.numbers, drawing.whole);
    this.grid.setAttribute('aria-rowcount', `${rows.length + 1}`);
    this.grid.setAttribute('aria-colcount', `${columns.length + 1}`);
    this.active = {
      query: Math.min(this.active.query, rows.length - 1),
      key: Math.min(this.active.key, columns.length - 1),
    };
    this.style(this.layout, room);
    this.canvas.draw(drawing, this.layout);
    this.look();
    this.refresh();
    this.onwhole(this.layout.whole);
  }

  // Shows what is pointed at, `pinned` or not.
  show(link: Link | null, pinned: boolean): void {
    this.link = link;
    const { drawing, layout } = this;
    if (!drawing || !layout) return;
    this.bands.show(link, drawing, layout);
    this.grid.classList.toggle('is-pinned', pinned);
    this.cells.mark(queryOf(link, drawing.matrix), keyOf(link));
  }

  // Brings what is linked into view, where the map is too big to show all.
  reveal(link: Link): void {
    const { drawing, layout } = this;
    if (drawing && layout?.virtual) this.viewport.reveal(queryOf(link, drawing.matrix), keyOf(link), layout);
  }

  // The middle of a cell, relative to the grid's corner, for the tooltip.
  centre(cell: Cell): { x: number; y: number; size: number } {
    return this.viewport.centre(cell, this.layout!);
  }

  // The size of the grid, in pixels.
  get size(): Room | null {
    return this.viewport.room;
  }

  private style(layout: Layout, room: Room): void {
    const { style, classList } = this.grid;
    style.setProperty('--cell', `${layout.cell}px`);
    style.setProperty('--left', `${layout.left}px`);
    style.setProperty('--top', `${layout.top}px`);
    this.sheet.style.width = lengthOf(layout.width, room.width);
    this.sheet.style.height = lengthOf(layout.height, room.height);
    classList.toggle('is-slanted', layout.slanted);
    this.frame.classList.toggle('is-virtual', layout.virtual);
    classList.toggle('is-fine', layout.every.columns > 1);
    classList.toggle('is-finest', layout.every.rows > 1);
    this.keepHeight(layout);
  }

  // The stage is no higher than is needed, in steps; while one types it only grows.
  private keepHeight({ height, whole }: Layout): void {
    const needed = whole ? Math.ceil(height / kStep) * kStep : Infinity;
    if (needed < this.held && document.documentElement.classList.contains('is-typing')) return;
    if (needed === this.held) return;
    this.held = needed;
    this.stage(whole ? `${needed}px` : '');
  }

  private stage(height: string): void {
    this.frame.parentElement?.style.setProperty('--needed', height);
  }

  // Leaves all of the room to the next drawing in this place.
  leave(): void {
    this.stage('');
  }

  // Draws what is in view. `scrolling`: more of it follows.
  private refresh(scrolling = false): void {
    const { drawing, layout, grid } = this;
    const { room, scrolled } = this.viewport;
    if (!drawing || !layout || !room) return;
    const { matrix } = drawing;
    const { rows, columns } = this.viewport.shown(layout, matrix.rows.length, matrix.columns.length);
    this.cells.drawHeaders(drawing, layout, rows, columns, this.active);
    this.overview?.draw(scrolled, room);
    this.show(this.link, grid.classList.contains('is-pinned'));
    clearTimeout(this.rest);
    const cells = () => this.cells.drawCells(drawing, layout, this.active);
    // Without numbers there is nothing to see in the cells: they can wait until their colours are on the screen.
    if (drawing.numbers || grid.matches(':focus-within')) this.later.now(cells);
    else if (scrolling) this.rest = setTimeout(() => this.later.afterPaint(cells), kRest);
    else this.later.afterPaint(cells);
  }

  private linkAt(event: MouseEvent): Link | null {
    const found = this.cells.find(event.target) ?? this.cellAt(event);
    if (!found) return null;
    if (found.key < 0) return { kind: 'query', query: found.query };
    if (found.query < 0) return { kind: 'key', key: found.key };
    return { kind: 'cell', ...found };
  }

  // Where the map is a picture.
  private cellAt({ clientX, clientY }: MouseEvent): Cell | null {
    const { drawing, layout } = this;
    if (!drawing || !layout?.pictured) return null;
    const { left, top } = this.sheet.getBoundingClientRect();
    const key = Math.floor((clientX - left - layout.left) / layout.cell);
    const query = Math.floor((clientY - top - layout.top) / layout.cell);
    const { rows, columns } = drawing.matrix;
    return query >= 0 && query < rows.length && key >= 0 && key < columns.length ? { query, key } : null;
  }

  private listen(): void {
    const { grid, pointing } = this;
    grid.addEventListener('pointerdown', (event) => {
      this.touched = event.pointerType === 'touch';
      const link = this.linkAt(event);
      if (this.edit && this.drawing && link?.kind === 'cell')
        this.drag?.begin(event, weightAt(this.drawing.matrix, link.query, link.key), (weight) =>
          this.edit?.(link.query, link.key, weight),
        );
    });
    const point = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !this.drag?.going) pointing.point(this.linkAt(event));
    };
    grid.addEventListener('pointerover', point);
    grid.addEventListener('pointermove', (event) => this.layout?.pictured && point(event));
    grid.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') pointing.point(null);
    });
    grid.addEventListener('click', (event) => {
      if (!this.drag?.ended()) this.press(this.linkAt(event));
    });
    grid.addEventListener('keydown', (event) => this.key(event));
    grid.addEventListener('focusin', (event) => {
      const cell = this.cells.find(event.target);
      if (!cell) return;
      this.active = cell;
      if (!this.touched) pointing.point({ kind: 'cell', ...cell });
    });
    grid.addEventListener('focusout', () => pointing.point(null));
    // Before others that hear of it, who may ask where a cell is.
    const scroll = () => {
      this.viewport.noteScroll();
      if (this.layout?.virtual) this.refresh(true);
    };
    grid.addEventListener('scroll', scroll, { capture: true });
    new ResizeObserver(() => this.resized()).observe(grid);
    // Asked for later, since the question makes the browser lay out the page at once.
    afterPaint(() => void document.fonts.ready.then(() => this.lettered()));
  }

  // Words are as wide as the font makes them, once it is there.
  private lettered(): void {
    const { drawing, extent } = this;
    if (drawing && JSON.stringify(extentOf(drawing)) !== JSON.stringify(extent)) this.draw(drawing);
  }

  private resized(): void {
    if (this.viewport.measure() && this.drawing) this.draw(this.drawing);
  }

  // A tap points; a second tap on the same cell, or a click, pins.
  private press(link: Link | null): void {
    if (link?.kind === 'cell') this.moveTo({ query: link.query, key: link.key });
    const first = this.touched && JSON.stringify(link) !== JSON.stringify(this.link);
    if (first) this.pointing.point(link);
    else this.pointing.hold(link);
  }

  private key(event: KeyboardEvent): void {
    const { drawing, layout } = this;
    if (!drawing || !layout) return;
    this.touched = false;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pointing.hold({ kind: 'cell', ...this.active });
      return;
    }
    const step = (this.edit && this.stepOf?.(event)) ?? 0;
    if (step) {
      event.preventDefault();
      const { query, key } = this.active;
      return this.edit!(query, key, weightAt(drawing.matrix, query, key) + step);
    }
    const { rows, columns } = drawing.matrix;
    const page = Math.max(1, Math.floor((this.grid.clientHeight - layout.top) / layout.cell) - 1);
    const to = walk(event, this.active, { rows: rows.length, columns: columns.length, page });
    if (!to) return;
    event.preventDefault();
    this.moveTo(to);
  }

  private moveTo(cell: Cell): void {
    this.active = cell;
    this.viewport.bring(cell, this.layout!);
    this.refresh();
    this.later.flush();
    this.cells.element(cell)?.focus({ preventScroll: true });
  }
}
