// How far weights are from even: from a map in which every word gets 1/S.
import { entropyOf } from './entropy.ts';

// In powers of two. A scale that is the same for all maps ends at an eighth of even and at eight times; one that is
// stretched over a map ends at its farthest weight, and does not draw rounding.
export const kEnd = 3;
const kLeast = 0.05;

// log2 as a float's own bits have it, straight between powers of two: a map has hundreds of thousands of weights.
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);
function octaves(value: number): number {
  float[0] = value;
  return bits[0]! / 2 ** 23 - 127;
}

// The farthest that a weight of a map with S columns is from even: 1 where it is twice that, or half.
export function spreadOf(weights: Float32Array, S: number): number {
  let far = kLeast;
  for (const weight of weights) {
    far = Math.max(far, Math.abs(octaves(weight * S)));
    if (far > kEnd) return kEnd;
  }
  return far;
}

// 0 to 1; an even weight is at 0.5.
export function evenLevel(weight: number, S: number, spread: number): number {
  return Math.min(Math.max(0.5 + octaves(weight * S) / (2 * spread), 0), 1);
}

// From there on a map is called nearly even.
export const kNearlyEven = 0.95;

// The rows' entropy as a share of an even row's, their mean; null where there is nothing to share out.
export function evenness(weights: Float32Array, S: number): number | null {
  if (S < 2) return null;
  const rows = weights.length / S;
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += entropyOf(weights.subarray(row * S, (row + 1) * S));
  return sum / (rows * Math.log(S));
}
