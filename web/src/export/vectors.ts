// Vectors of sentences as files.
import type { Row } from '../state/opened/similarity.ts';
import { inQuotes, number, table } from './csv.ts';

// A line for each sentence: its text, then its numbers.
export function vectorsCsv(rows: readonly Row[]): string {
  const head = ['text', ...(rows[0]?.vector ?? []).map((_, i) => String(i))];
  const lines = rows.map(({ text, vector }) => [inQuotes(text), ...vector.map(number)]);
  return table([head, ...lines]);
}

export const vectorsJson = (model: string, pooling: string, rows: readonly Row[]): string =>
  `${JSON.stringify({ model, pooling, sentences: rows })}\n`;
