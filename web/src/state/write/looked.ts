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
