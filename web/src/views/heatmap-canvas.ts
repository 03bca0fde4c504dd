// The colours of a big map: one pixel per cell, drawn scaled and unsmoothed behind the grid as far as it is in view.
import { levelAt } from '../state/matrix.ts';
import type { Drawing } from './drawing.ts';
import type { Layout } from './layout.ts';

// One pixel per cell; also what the export scales up.
export function pixels({ matrix, ramp, scale }: Drawing): HTMLCanvasElement {
  const T = matrix.rows.length;
  const S = matrix.columns.length;
  const canvas = document.createElement('canvas');
  canvas.width = S;
  canvas.height = T;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(S, T);
  for (let i = 0; i < T * S; i++) {
    const [red, green, blue] = ramp.at(levelAt(matrix, Math.floor(i / S), i % S, scale)).rgb;
    image.data.set([red, green, blue, 255], 4 * i);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export class HeatmapCanvas {
  readonly element = document.createElement('canvas');
  private cells: HTMLCanvasElement | null = null;

  constructor() {
    this.element.className = 'map-canvas';
    this.element.setAttribute('aria-hidden', 'true');
  }

  // A pixel per cell; null for a map that is in the document whole.
  get pixels(): HTMLCanvasElement | null {
    return this.cells;
  }

  prepare(drawing: Drawing, layout: Layout): void {
    this.element.hidden = !layout.virtual;
    this.cells = layout.virtual ? pixels(drawing) : null;
  }

  // `port` is the grid's element, which scrolls; the canvas lies still behind it.
  draw(port: HTMLElement, { cell, left, top }: Layout): void {
    if (!this.cells) return;
    const ratio = devicePixelRatio;
    const width = Math.max(port.clientWidth - left, 0);
    const height = Math.max(port.clientHeight - top, 0);
    const style = this.element.style;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    const context = this.element.getContext('2d')!;
    context.imageSmoothingEnabled = false;
    const side = cell * ratio;
    const { width: S, height: T } = this.cells;
    context.drawImage(this.cells, -port.scrollLeft * ratio, -port.scrollTop * ratio, S * side, T * side);
  }
}
