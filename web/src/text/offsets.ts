// The engine counts bytes of UTF-8, the page UTF-16 units.

function bytesOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

// Index in `text` of each of the ascending byte offsets.
export function fromBytes(text: string, offsets: readonly number[]): number[] {
  let at = 0;
  let bytes = 0;
  return offsets.map((offset) => {
    while (bytes < offset && at < text.length) {
      const codePoint = text.codePointAt(at)!;
      bytes += bytesOf(codePoint);
      at += codePoint > 0xffff ? 2 : 1;
    }
    return at;
  });
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

// Where each token stands in the text as typed. Tokens come in order and do not overlap.
export function spans(text: string, tokens: readonly Span[]): Span[] {
  const ends = fromBytes(
    text,
    tokens.flatMap(({ start, end }) => [start, end]),
  );
  return tokens.map((_, i) => ({ start: ends[2 * i]!, end: ends[2 * i + 1]! }));
}

// How much two texts, or lists of words, have in common at their beginning, and behind that at their end.
export function common<T extends string | readonly string[]>(
  before: T,
  after: T,
): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

// Where spans of `before` stand in `after`, a text that differs in one place; null for those that the change touches.
export function moved(list: readonly Span[], before: string, after: string): (Span | null)[] {
  if (before === after) return [...list];
  const { head, tail } = common(before, after);
  const shift = after.length - before.length;
  return list.map(({ start, end }) => {
    if (end <= head) return { start, end };
    return start >= before.length - tail ? { start: start + shift, end: end + shift } : null;
  });
}
