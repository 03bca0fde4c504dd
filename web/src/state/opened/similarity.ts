// Vectors of sentences beside each other.

// −1 to 1; 0 where one of them has no direction.
export function cosine(a: readonly number[], b: readonly number[]): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * (b[i] ?? 0);
    aa += a[i]! ** 2;
    bb += (b[i] ?? 0) ** 2;
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : 0;
}

export interface Row {
  readonly text: string;
  readonly vector: readonly number[];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
// Six digits are what float32 holds for sure.
const number = (value: number) => String(Number(value.toPrecision(6)));

// A line for each sentence: its text, then its numbers (RFC 4180).
export function vectorsCsv(rows: readonly Row[]): string {
  const head = ['text', ...(rows[0]?.vector ?? []).map((_, i) => String(i))];
  const lines = rows.map(({ text, vector }) => [quoted(text), ...vector.map(number)]);
  return [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export const vectorsJson = (model: string, pooling: string, rows: readonly Row[]): string =>
  `${JSON.stringify({ model, pooling, sentences: rows })}\n`;
