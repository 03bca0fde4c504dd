// The map as a table (RFC 4180): keys across the top, queries down the side.
import { type Matrix, rowOf } from '../state/matrix.ts';

export const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// Six digits are what float32 holds for sure.
const number = (value: number) => String(Number(value.toPrecision(6)));

// `applied`: what was done to the model's weights.
export function csvOf(matrix: Matrix, applied = ''): string {
  const corner = applied ? `query \\ key (${applied})` : 'query \\ key';
  const head = [corner, ...matrix.columns.map(({ text }) => text)];
  const lines = matrix.rows.map(({ text }, query) => [
    quoted(text),
    ...Array.from(rowOf(matrix, query), number),
  ]);
  return [head.map(quoted), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
