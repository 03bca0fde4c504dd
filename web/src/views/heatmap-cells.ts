// The part of the map that is in the document: rows and cells kept by index, made once and then only changed.
import { levelAt, weightAt, type Label } from '../state/matrix.ts';
import { short } from '../text/format.ts';
import { t } from '../text/t.ts';
import { type Drawing, cellName, kUnknown } from './drawing.ts';
import type { Layout, Range } from './layout.ts';

const kNear = 8; // rows and columns

export interface Cell {
  readonly query: number;
  readonly key: number;
}

interface CellNode {
  readonly element: HTMLElement;
  // As last written: the document is touched only where something changed.
  name: string;
  ink: string;
  text: string;
  left: number;
  stop: boolean;
}

interface RowNode {
  readonly element: HTMLElement;
  readonly header: HTMLElement;
  readonly cells: Map<number, CellNode>;
}

function part(role: string | null, className: string, parent: Element): HTMLElement {
  const element = document.createElement('div');
  if (role) element.setAttribute('role', role);
  element.className = className;
  parent.append(element);
  return element;
}

function indices({ from, to }: Range, extra: number, count: number): number[] {
  const list = Array.from({ length: to - from }, (_, i) => from + i);
  if (extra < from && extra < count) return [extra, ...list];
  return extra >= to && extra < count ? [...list, extra] : list;
}

function dropOthers<T extends { element: HTMLElement }>(
  nodes: Map<number, T>,
  wanted: readonly number[],
): void {
  if (nodes.size === 0) return;
  const keep = new Set(wanted);
  for (const [index, { element }] of nodes) {
    if (keep.has(index)) continue;
    element.remove();
    nodes.delete(index);
  }
}

export class HeatmapCells {
  private readonly rows = new Map<number, RowNode>();
  private readonly columns = new Map<number, { element: HTMLElement; word: HTMLElement }>();
  private readonly places = new WeakMap<Element, Cell>();
  private readonly headings: HTMLElement;
  private active: Cell = { query: 0, key: 0 };
  private wanted: { rows: number[]; columns: number[] } = { rows: [], columns: [] };

  constructor(private readonly sheet: HTMLElement) {
    this.headings = part('row', 'map-headings', sheet);
    this.headings.setAttribute('aria-rowindex', '1');
    const corner = part(null, 'map-corner', this.headings);
    corner.setAttribute('aria-hidden', 'true');
    part(null, 'map-corner-key', corner).textContent = t('read.key-to');
    part(null, 'map-corner-query', corner).textContent = t('read.query-down');
  }

  // The words around the map; `rows` and `columns` are what is in view of it.
  drawHeaders(drawing: Drawing, layout: Layout, rows: Range, columns: Range, active: Cell): void {
    const { matrix } = drawing;
    this.wanted = {
      rows: indices(rows, active.query, matrix.rows.length),
      columns: indices(columns, active.key, matrix.columns.length),
    };
    dropOthers(this.columns, this.wanted.columns);
    for (const key of this.wanted.columns) this.drawHeading(key, matrix.columns[key]!, layout);
    dropOthers(this.rows, this.wanted.rows);
    for (const query of this.wanted.rows) this.drawRowHeader(query, matrix.rows[query]!, layout);
  }

  // The cells of the same rows and columns; the one that holds the focus stays in any case. Of a big map that is shown whole,
  // those around it: the others are a picture.
  drawCells(drawing: Drawing, layout: Layout, active: Cell): void {
    this.active = active;
    const { rows, columns } = this.wanted;
    const near = (list: number[], at: number) =>
      layout.pictured ? list.filter((i) => Math.abs(i - at) <= kNear) : list;
    const shownColumns = near(columns, active.key);
    const shownRows = near(rows, active.query);
    for (const [query, row] of this.rows) {
      const there = shownRows.includes(query) ? shownColumns : [];
      dropOthers(row.cells, there);
      for (const key of there) this.drawCell(row, query, key, drawing, layout);
    }
  }

  // The cell, or the header, that an event happened on. Headers have one index of -1.
  find(target: EventTarget | null): Cell | null {
    const element = target instanceof Element ? target.closest('[role]') : null;
    return (element && this.places.get(element)) ?? null;
  }

  element({ query, key }: Cell): HTMLElement | undefined {
    return this.rows.get(query)?.cells.get(key)?.element;
  }

  mark(query: number | null, key: number | null): void {
    for (const [index, { header }] of this.rows) header.classList.toggle('is-linked', index === query);
    for (const [index, { element }] of this.columns) element.classList.toggle('is-linked', index === key);
  }

  private drawHeading(key: number, label: Label, { cell, left, every }: Layout): void {
    let node = this.columns.get(key);
    if (!node) {
      const element = part('columnheader', 'map-column', this.headings);
      element.setAttribute('aria-colindex', `${key + 2}`);
      this.places.set(element, { query: -1, key });
      node = { element, word: part(null, 'map-word', element) };
      this.columns.set(key, node);
    }
    name(node.word, node.element, label, key % every.columns);
    node.element.style.left = `${left + key * cell}px`;
  }

  private drawRowHeader(query: number, label: Label, { cell, top, every }: Layout): void {
    const { element, header } = this.rows.get(query) ?? this.addRow(query);
    element.style.transform = `translateY(${top + query * cell}px)`;
    name(header.firstElementChild!, header, label, query % every.rows);
  }

  private addRow(query: number): RowNode {
    const element = part('row', 'map-row', this.sheet);
    element.setAttribute('aria-rowindex', `${query + 2}`);
    const header = part('rowheader', 'map-query', element);
    header.setAttribute('aria-colindex', '1');
    part(null, 'map-word', header);
    this.places.set(header, { query, key: -1 });
    const row = { element, header, cells: new Map<number, CellNode>() };
    this.rows.set(query, row);
    return row;
  }

  private drawCell(row: RowNode, query: number, key: number, drawing: Drawing, layout: Layout): void {
    const node = row.cells.get(key) ?? this.addCell(row, query, key);
    const { matrix, ramp, scale } = drawing;
    const value = weightAt(matrix, query, key);
    const label = cellName(matrix, query, key, value);
    if (node.name !== label) node.element.setAttribute('aria-label', (node.name = label));
    const text = drawing.numbers ? short(value) : '';
    if (node.text !== text) node.element.textContent = node.text = text;
    // The canvas behind shows the colours.
    const ink = drawing.numbers ? ramp.at(levelAt(matrix, query, key, scale)).text : '';
    if (node.ink !== ink) node.element.style.color = node.ink = ink;
    const left = layout.left + key * layout.cell;
    if (node.left !== left) node.element.style.left = `${(node.left = left)}px`;
    const stop = query === this.active.query && key === this.active.key;
    if (node.stop !== stop) node.element.tabIndex = (node.stop = stop) ? 0 : -1;
  }

  private addCell(row: RowNode, query: number, key: number): CellNode {
    const element = part('gridcell', 'map-cell', row.element);
    element.setAttribute('aria-colindex', `${key + 2}`);
    this.places.set(element, { query, key });
    element.tabIndex = -1;
    const node = { element, name: '', ink: '', text: '', left: -1, stop: false };
    row.cells.set(key, node);
    return node;
  }
}

// `skipped`: there is no room for it, until it is pointed at.
function name(word: Element, header: HTMLElement, { text, known, why }: Label, skipped: number): void {
  header.classList.toggle('is-skipped', skipped !== 0);
  if (word.textContent !== text) word.textContent = text;
  if (word.getAttribute('dir') !== 'auto') word.setAttribute('dir', 'auto');
  word.classList.toggle('is-unknown', !known);
  if (known) header.removeAttribute('title');
  else header.title = why ?? kUnknown;
}
