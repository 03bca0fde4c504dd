// As much of a map as can be drawn.
import type { LookedBack } from '../../engine/protocol.ts';
import type { Values } from '../lab/values.ts';

const kMostDrawn = 48;

// The last tokens, and the weights among them.
export function lastOf(
  { tokens, weights }: Pick<LookedBack, 'tokens' | 'weights'>,
  most: number = kMostDrawn,
): Pick<LookedBack, 'tokens' | 'weights'> {
  const T = tokens.length;
  if (T <= most) return { tokens, weights };
  const first = T - most;
  const kept = new Float32Array(most * most);
  for (let t = 0; t < most; t++)
    kept.set(weights.subarray((first + t) * T + first, (first + t + 1) * T), t * most);
  return { tokens: tokens.slice(first), weights: kept };
}

// The mean share of a row's weight that lies before the first token drawn: of the rows from `first` on.
export function shareBefore(
  { tokens, weights }: Pick<LookedBack, 'tokens' | 'weights'>,
  first: number,
): number {
  const T = tokens.length;
  let share = 0;
  for (let row = first; row < T; row++) {
    const of = weights.subarray(row * T, (row + 1) * T);
    const sum = (list: Float32Array) => list.reduce((all, weight) => all + weight, 0);
    share += sum(of.subarray(0, first)) / Math.max(sum(of), Number.MIN_VALUE);
  }
  return first < T ? share / (T - first) : 0;
}

// Each weight as a share of its row's largest.
export function byRow({ rows, columns, data }: Values): Values {
  const S = columns.length;
  const shares = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += S) {
    const row = data.subarray(at, at + S);
    const most = Math.max(...row, Number.MIN_VALUE);
    shares.set(
      row.map((weight) => weight / most),
      at,
    );
  }
  return { rows, columns, data: shares };
}
