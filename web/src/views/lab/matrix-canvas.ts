// The colours of a matrix: a pixel per cell, which the browser scales up without smoothing.
import type { Ramp } from '../../colour/ramp.ts';
import type { Values } from '../../state/lab/values.ts';

// The level of a value as a share of `full`; 0 where a mask hides it.
export const levelOf = (value: number, full: number): number => (Number.isFinite(value) ? value / full : 0);

export function paint(
  canvas: HTMLCanvasElement,
  { rows, columns, data }: Values,
  full: number,
  ramp: Ramp,
): void {
  canvas.width = Math.max(columns.length, 1);
  canvas.height = Math.max(rows.length, 1);
  const image = new ImageData(canvas.width, canvas.height);
  data.forEach((value, i) => {
    const [red, green, blue] = ramp.at(levelOf(value, full)).rgb;
    image.data.set([red, green, blue, 255], 4 * i);
  });
  canvas.getContext('2d')!.putImageData(image, 0, 0);
}
