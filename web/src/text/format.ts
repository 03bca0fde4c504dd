// Numbers as the page writes them, the same everywhere.

// Three decimals: what a weight or probability is read out and exported with on the screen.
export const weight = (value: number): string => value.toFixed(3);

// In a small cell: ".412", "1", "0". A part of what `weight` writes, so that a cell is called what it shows.
export function short(value: number): string {
  const text = weight(value);
  return text === '1.000' ? '1' : text === '0.000' ? '0' : text.replace(/^0/, '');
}

// Whole numbers with commas. Asking the browser's own formatter for it costs the first prediction 40 ms.
export function count(value: number): string {
  const parts = [];
  let left = String(value);
  for (; left.length > 3; left = left.slice(0, -3)) parts.unshift(left.slice(-3));
  return [left, ...parts].join(',');
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 999.95e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export const percent = (fraction: number): string => `${Math.round(100 * fraction)} %`;

// "right on 87.1 % of 7,600 headlines that it never saw"
export const heldOut = ({ right, n, texts }: { right: number; n: number; texts: string }): string =>
  `right on ${((100 * right) / n).toFixed(1)} % of ${count(n)} ${texts} that it never saw`;

// Some browsers count whole milliseconds only, so that below one there is nothing to be told apart.
export function milliseconds(value: number): string {
  if (value < 1) return 'under 1 ms';
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

// "1 token", "2 tokens".
export const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// A class label for the eye: "no_request" reads "no request".
export const words = (label: string): string => label.replaceAll('_', ' ');
