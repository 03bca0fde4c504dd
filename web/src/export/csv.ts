// Tables of what is shown (RFC 4180).
import { type Matrix, rowOf } from '../state/matrix.ts';

// Spreadsheet programs take a text that begins so for a formula, which may send what stands beside it anywhere. An apostrophe
// makes it a text again; numbers stay numbers.
const inert = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? `'${text}` : text;

const wrapped = (text: string) => `"${text.replaceAll('"', '""')}"`;
export const inQuotes = (text: string) => wrapped(inert(text));
// Where it has to be.
export function quoted(text: string): string {
  const cell = inert(text);
  return /[",\r\n]/.test(cell) ? wrapped(cell) : cell;
}

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
