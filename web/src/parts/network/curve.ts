// The shape of a line: level where it leaves and where it arrives.
import type { Placed } from './layout.ts';

type Ends = Pick<Placed, 'x0' | 'y0' | 'x1' | 'y1'>;

// The same curve for an SVG path and for a canvas.
export const pathOf = ({ x0, y0, x1, y1 }: Ends): string => {
  const middle = (x0 + x1) / 2;
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${middle.toFixed(1)} ${y0.toFixed(1)} ${middle.toFixed(1)} ${y1.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
};

// Where the curve is at x. Its control points stand half way: x = x0 + Δx (1.5t − 1.5t² + t³), y = y0 + Δy (3t² − 2t³).
export function heightAt({ x0, y0, x1, y1 }: Ends, x: number): number {
  const share = Math.min(Math.max((x - x0) / (x1 - x0), 0), 1);
  let t = share;
  for (let i = 0; i < 4; i++) t -= (t * (1.5 - 1.5 * t + t * t) - share) / (1.5 - 3 * t + 3 * t * t);
  return y0 + (y1 - y0) * t * t * (3 - 2 * t);
}

const kReach = 4; // pixels beside a line that still belong to it

// The line at a point: the nearest one, and of those the heaviest; null where there is none.
export function lineAt(lines: readonly Placed[], x: number, y: number): Placed | null {
  let best: Placed | null = null;
  let nearest = kReach;
  for (const line of lines) {
    if (x < line.x0 || x > line.x1) continue;
    const off = Math.max(Math.abs(heightAt(line, x) - y) - line.width / 2, 0);
    if (off > nearest || (off === nearest && best && line.weight <= best.weight)) continue;
    [best, nearest] = [line, off];
  }
  return best;
}
