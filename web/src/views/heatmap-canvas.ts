// The colours of the map: a canvas with one pixel per cell, which the browser scales up without smoothing. However many
// cells change at a keystroke, the document changes in one place.
import { scaleOf } from '../state/matrix.ts';
import type { Drawing } from './drawing.ts';
import type { Layout } from './layout.ts';

const kFade = 120; // ms

// Beyond so many cells a fade is not worth its frames.
const kFaded = 128 * 128;

function imageOf({ matrix, ramp, scale }: Drawing): ImageData {
  const T = matrix.rows.length;
  const S = matrix.columns.length;
  const image = new ImageData(S, T);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < T; row++) {
    const level = scaleOf(matrix, row, scale);
    for (const end = at + S; at < end; at++) pixels[at] = ramp.at(level(matrix.weights[at]!)).pixel;
  }
  return image;
}

function write(canvas: HTMLCanvasElement, image: ImageData): void {
  if (canvas.width !== image.width) canvas.width = image.width;
  if (canvas.height !== image.height) canvas.height = image.height;
  canvas.getContext('2d')!.putImageData(image, 0, 0);
}

// One pixel per cell, for the export.
export function pixels(drawing: Drawing): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  write(canvas, imageOf(drawing));
  return canvas;
}

function between(from: ImageData, to: ImageData, share: number): ImageData {
  const mixed = new ImageData(to.width, to.height);
  for (let i = 0; i < mixed.data.length; i++)
    mixed.data[i] = from.data[i]! + (to.data[i]! - from.data[i]!) * share;
  return mixed;
}

// While one types the next keystroke needs the frames that a fade would take.
const still = () =>
  document.documentElement.classList.contains('is-typing') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

export class HeatmapCanvas {
  // The canvas, and over it the lines between the cells.
  readonly element = document.createElement('div');
  readonly canvas = document.createElement('canvas');
  private shown: ImageData | null = null;
  private frame = 0;

  constructor() {
    this.element.className = 'map-colours';
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.canvas);
  }

  draw(drawing: Drawing, { cell }: Layout): void {
    const image = imageOf(drawing);
    const { style } = this.element;
    style.width = `${image.width * cell}px`;
    style.height = `${image.height * cell}px`;
    const from = this.shown;
    cancelAnimationFrame(this.frame);
    const alike = from?.width === image.width && from.height === image.height;
    const small = image.width * image.height <= kFaded;
    if (from && alike && small && !still()) this.fade(from, image);
    else this.show(image);
  }

  private show(image: ImageData): void {
    this.shown = image;
    write(this.canvas, image);
  }

  private fade(from: ImageData, to: ImageData): void {
    const began = performance.now();
    const step = () => {
      const share = Math.min((performance.now() - began) / kFade, 1);
      this.show(share < 1 ? between(from, to, share) : to);
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
}
