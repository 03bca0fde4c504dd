// Words of what was typed that no token covers, because preprocessing took them out.
import { fromBytes, spans, type Span } from './offsets.ts';

export interface Dropped extends Span {
  readonly text: string;
  // The index of the token that follows; the number of tokens at the end.
  readonly before: number;
}

interface Read {
  readonly text: string;
  readonly tokens: readonly Span[];
  // Bytes that were read, of a text that is longer than the model reads.
  readonly cut_at?: number;
}

// `text` is what was typed, `tokens` stand in it by bytes. One entry for each gap that holds more than white space.
export function dropped({ text, tokens, cut_at }: Read): Dropped[] {
  const end = cut_at === undefined ? text.length : fromBytes(text, [cut_at])[0]!;
  const list: Dropped[] = [];
  let at = 0;
  [...spans(text, tokens), { start: end, end }].forEach((span, before) => {
    const gap = text.slice(at, span.start);
    const start = at + gap.length - gap.trimStart().length;
    const word = gap.trim();
    if (word !== '') list.push({ start, end: start + word.length, text: word, before });
    at = Math.max(at, span.end);
  });
  return list;
}
