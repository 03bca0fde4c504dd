// Many small maps on one canvas, layers as rows and heads as columns.
import type { Ramp } from '../colour/ramp.ts';
import type { Summary } from '../engine/look.ts';
import type { Room } from './layout.ts';

export interface HeadsLayout {
  // The size of a small map with the gap behind it, and without.
  readonly pitch: number;
  readonly size: number;
  // The room of the layers' numbers, and of the heads'.
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

// 24 is what a finger can hit.
const kPitch = { least: 24, most: 120 };
const kLeft = 46;
const kNarrowLeft = 24;
const kTop = 24;

// As large as the room allows; where it does not, the sheet scrolls.
export function layOutHeads(layers: number, heads: number, room: Room): HeadsLayout {
  const left = room.width < 480 ? kNarrowLeft : kLeft;
  const across = Math.floor((room.width - left) / heads);
  const down = Math.floor((room.height - kTop) / layers);
  const pitch = Math.min(Math.max(Math.min(across, down), kPitch.least), kPitch.most);
  const gap = pitch < 40 ? 2 : pitch < 80 ? 4 : 8;
  return {
    pitch,
    size: pitch - gap,
    left,
    top: kTop,
    width: left + heads * pitch,
    height: kTop + layers * pitch,
  };
}

function pictureOf({ levels, width, height }: Summary, ramp: Ramp): ImageData {
  const image = new ImageData(width, height);
  for (let i = 0; i < levels.length; i++) {
    const [red, green, blue] = ramp.at(levels[i]! / 255).rgb;
    image.data.set([red, green, blue, 255], 4 * i);
  }
  return image;
}

// A layer whose summaries are not there yet keeps what was drawn before.
export function drawThumbnails(
  canvas: HTMLCanvasElement,
  { pitch, size }: HeadsLayout,
  summaries: readonly (readonly Summary[] | undefined)[],
  ramp: Ramp,
  density: number,
): void {
  const heads = Math.max(0, ...summaries.map((layer) => layer?.length ?? 0));
  const width = Math.round(heads * pitch * density);
  const height = Math.round(summaries.length * pitch * density);
  if (heads === 0) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d')!;
  const scratch = document.createElement('canvas');
  summaries.forEach((layer, row) =>
    layer?.forEach((summary, head) => {
      scratch.width = summary.width;
      scratch.height = summary.height;
      scratch.getContext('2d')!.putImageData(pictureOf(summary, ramp), 0, 0);
      // Cells stay sharp while they are larger than pixels.
      context.imageSmoothingEnabled = summary.width > size * density;
      const at = (i: number) => Math.round(i * pitch * density);
      const side = Math.round(size * density);
      context.drawImage(scratch, at(head), at(row), side, side);
    }),
  );
}
