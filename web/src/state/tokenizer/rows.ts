// What each step of a cut shows, item by item, and where each item stands in the text as typed, in UTF-16 units: what
// is pointed at lights up wherever it stands.
import type { Cut, Side } from '../../engine/cut.ts';

export interface Item {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  // changed: other than what was typed; dropped: typed, and gone after this step.
  readonly kind: 'same' | 'changed' | 'dropped' | 'special' | 'unknown';
  // The number of a piece or an id; they have their word's number, too, but for special tokens.
  readonly piece?: number;
  readonly word?: number | null;
}

// A stretch of the text as typed, or a special token, which stands nowhere in it.
export type Light =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'special'; readonly text: string };

export interface Rows {
  readonly normalized: readonly Item[];
  readonly words: readonly Item[];
  readonly pieces: readonly Item[];
}

// What one side of the section shows: the last good cut, and why there is none of the newest text.
export interface SideView {
  readonly cut: Cut | null;
  readonly rows: Rows | null;
  readonly problem: string | null;
  // The tokenizer's name.
  readonly name: string;
}
export type SideViews = Readonly<Record<Side, SideView>>;

// The index in `text` of the character at each byte of its UTF-8 form; the last is the length.
export function places(text: string): number[] {
  const all: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) all.push(at);
    at += character.length;
  }
  all.push(at);
  return all;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

// `text` cut at all borders of `spans`.
export function segments(text: string, spans: readonly Span[]): Item[] {
  return slices({ text, start: 0, end: text.length, kind: 'same' }, borders(spans));
}

const borders = (spans: readonly Span[]) =>
  [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);

// An item that is what was typed can be cut like it.
function slices(item: Item, at: readonly number[]): Item[] {
  const cuts = at.filter((place) => place > item.start && place < item.end);
  const starts = [item.start, ...cuts];
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? item.end;
    return { ...item, text: item.text.slice(start - item.start, end - item.start), start, end };
  });
}

// What no stretch covers.
function gaps(text: string, spans: readonly Span[]): Item[] {
  const all: Item[] = [];
  let at = 0;
  for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
    if (start > at) all.push({ text: text.slice(at, start), start: at, end: start, kind: 'dropped' });
    at = Math.max(at, end);
  }
  return all;
}

export function rowsOf(cut: Cut): Rows {
  const { text } = cut;
  const index = places(text);
  // A place within a character is the character's: it begins there, or ends behind it.
  const span = (part: { readonly start: number; readonly end: number }): Span => {
    const start = index[part.start] ?? text.length;
    let { end } = part;
    while (end > part.start && index[end] === index[end - 1]) end++;
    return { start, end: index[end] ?? text.length };
  };
  const pieces = cut.pieces.map((piece, i): Item => ({
    text: piece.text,
    ...span(piece),
    kind: piece.special ? 'special' : piece.known ? 'same' : 'unknown',
    piece: i,
    word: piece.word,
  }));
  const stretches = cut.normalized.map((part): Item => ({
    text: part.text,
    ...span(part),
    kind: part.changed ? 'changed' : 'same',
  }));
  const at = borders(pieces);
  const normalized = [...stretches, ...gaps(text, stretches)]
    .sort((a, b) => a.start - b.start)
    .flatMap((item) => (item.kind === 'same' ? slices(item, at) : [item]));
  const words = cut.words.map((word, i): Item => ({
    text: word.text,
    ...span(word),
    kind: word.changed ? 'changed' : 'same',
    word: i,
  }));
  return { normalized, words, pieces };
}

export const lightOf = (item: Item): Light =>
  item.kind === 'special' && item.start === item.end
    ? { kind: 'special', text: item.text }
    : { kind: 'text', start: item.start, end: item.end };

export function isLit(item: Item, light: Light | null): boolean {
  if (!light) return false;
  const own = lightOf(item);
  if (own.kind === 'special' || light.kind === 'special')
    return (
      own.kind === light.kind && own.kind === 'special' && light.kind === 'special' && own.text === light.text
    );
  return own.start < light.end && light.start < own.end;
}
