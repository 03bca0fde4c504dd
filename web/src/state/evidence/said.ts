// Agreement and experiments in words. A number stands beside each of them.
import type { Agreement, Faithfulness } from '../../generated/messages.ts';
import { number } from '../../text/numbers.ts';
import { t } from '../../text/t.ts';

// How far a rank correlation goes; against: it runs the other way.
export function degree(tau: number): string {
  const size = Math.abs(tau);
  const how =
    size < 0.1
      ? 'not'
      : size < 0.3
        ? t('evidence.little')
        : size < 0.5
          ? t('evidence.somewhat')
          : size < 0.7
            ? t('evidence.well')
            : t('evidence.closely');
  return how;
}

// "agrees little (τ 0.21)", "runs against (τ −0.40)", "cannot be compared".
export function agrees({ tau }: Agreement): string {
  if (tau === null) return t('evidence.cannot-be-compared');
  const value = `(τ ${number(tau)})`;
  if (tau <= -0.1) return t('evidence.is-opposite', value);
  return degree(tau) === 'not'
    ? t('evidence.does-not-agree', value)
    : t('evidence.agrees', degree(tau), value);
}

// Under the map: how far it explains the answer.
export function summary(found: Faithfulness): string {
  const first = found.leave_one_out.same_first
    ? t('evidence.the-word-with-most-attention-also')
    : t('evidence.the-word-with-most-attention');
  return t(
    'evidence.the-word-ranking-of-this-map',
    agrees(found.leave_one_out),
    agrees(found.gradient),
    first,
  );
}

// The median of numbers in any order.
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

// Counts over `bins` even bins from 0 to `most`; the last one holds what is above it.
export function histogram(values: readonly number[], bins: number, most: number): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[Math.min(Math.floor((value / most) * bins), bins - 1)]!++;
  return counts;
}
