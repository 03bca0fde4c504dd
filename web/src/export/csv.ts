// Tables of what is shown (RFC 4180).
import { type Matrix, rowOf } from '../state/matrix.ts';

export const inQuotes = (text: string) => `"${text.replaceAll('"', '""')}"`;
// Where it has to be.
export const quoted = (text: string) => (/[",\r\n]/.test(text) ? inQuotes(text) : text);

// Six digits are what float32 holds for sure.
export const number = (value: number) => String(Number(value.toPrecision(6)));

export const table = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.join(',')}\r\n`).join('');

// A map, keys across the top, queries down the side. `applied`: what was done to the model's weights.
export function csvOf(matrix: Matrix, applied = ''): string {
  const corner = applied ? `query \\ key (${applied})` : 'query \\ key';
  const head = [corner, ...matrix.columns.map(({ text }) => text)];
  const lines = matrix.rows.map(({ text }, query) => [
    quoted(text),
    ...Array.from(rowOf(matrix, query), number),
  ]);
  return table([head.map(quoted), ...lines]);
}
