// Numbers with a sign and numbers of any size, as matrices show them.

import { decimal } from './format.ts';

const kMinus = '−';

// "0.412", "−1.203", "12.4", "−∞": about four digits.
export function number(value: number): string {
  if (value === -Infinity) return `${kMinus}∞`;
  const size = Math.abs(value);
  const digits = size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;
  const text = decimal(size, digits);
  return value < 0 && /[1-9]/.test(text) ? kMinus + text : text;
}

// "+3.42", "−0.31": what is added.
export function signed(value: number): string {
  return `${value < 0 ? kMinus : '+'}${decimal(Math.abs(value), 2)}`;
}

// The shortest decimal that reads back as the same float32.
export function float(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return Number(value.toPrecision(9));
}

// All digits that float32 holds: "0.30983964".
export function exact(value: number): string {
  if (!Number.isFinite(value)) return number(value);
  return String(float(value)).replace('-', kMinus);
}

export const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(values.length, 1);

// A factor or a summand within a formula: negative ones in brackets.
export const term = (value: number): string => (value < 0 ? `(${number(value)})` : number(value));
