// Changing a weight by hand: a cell is dragged up or down, or Shift and an arrow key move it.

const kFull = 200; // pixels from nothing to all
const kSlop = 4; // pixels that are still a click
const kStep = 0.05;

// How much more a key makes of the weight; 0: it is no such key.
export function stepOf({ key, shiftKey }: KeyboardEvent): number {
  if (!shiftKey) return 0;
  return { ArrowUp: kStep, ArrowDown: -kStep }[key] ?? 0;
}

export class HeatmapDrag {
  going = false;
  private moved = false;

  constructor(private readonly of: () => HTMLElement) {}

  begin(event: PointerEvent, weight: number, change: (weight: number) => void): void {
    if (event.button !== 0) return;
    const grid = this.of();
    const from = event.clientY;
    this.moved = false;
    const move = ({ clientY }: PointerEvent) => {
      if (!this.going && Math.abs(clientY - from) < kSlop) return;
      if (!this.going) grid.setPointerCapture(event.pointerId);
      this.going = this.moved = true;
      change(weight + (from - clientY) / kFull);
    };
    const end = () => {
      this.going = false;
      grid.removeEventListener('pointermove', move);
    };
    grid.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { once: true });
  }

  // Whether the click that follows belongs to a drag; once.
  ended(): boolean {
    const { moved } = this;
    this.moved = false;
    return moved;
  }
}
