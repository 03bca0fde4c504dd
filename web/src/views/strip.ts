// Where everything of the attention strip stands, in CSS pixels: the words of the sentence in their order, in as many
// lines as they need, and over each word its bar. Drawn by Strip.svelte and by the SVG export.
import type { Dropped } from '../text/dropped.ts';
import type { Label } from '../state/matrix.ts';
import { fontOf, kWhole, type Room, widths } from './layout.ts';

// The more words, the smaller, and the bars as high as all lines allow: in steps, so that the strip keeps still while a
// sentence grows.
const kSizes = [
  { upTo: 14, font: 24 },
  { upTo: 28, font: 20 },
  { upTo: Infinity, font: 16 },
];
const kBars = [200, 160, 120, 96, 76, 60, 44];
// Room for a number, and for a finger.
const kLeastWidth = 36;
const kBetween = 6;
const kBetweenLines = 14;
const kLongestWord = 280;

export const kStripTop = 28;
// Above a bar, for its number.
export const kNumber = 22;

export interface StripWord {
  // The index of the token; null for a word that preprocessing took out.
  readonly key: number | null;
  readonly text: string;
  readonly known: boolean;
  readonly x: number;
  // The top of its bar; the word stands below.
  readonly y: number;
  readonly width: number;
}

export interface StripLayout {
  readonly words: readonly StripWord[];
  readonly font: number;
  readonly bar: number;
  // The line of a word below its bar.
  readonly line: number;
  readonly width: number;
  readonly height: number;
  // Only what is in view is in the document.
  readonly virtual: boolean;
}

type Flowing = Pick<StripWord, 'key' | 'text' | 'known'>;

// Tokens and what was taken out between them, in the order of the sentence.
function flowing(tokens: readonly Label[], out: readonly Dropped[]): Flowing[] {
  const list: Flowing[] = [];
  for (let key = 0; key <= tokens.length; key++) {
    for (const { text, before } of out)
      if (before === key) list.push({ key: null, text: text.replace(/\s+/g, ' '), known: true });
    const token = tokens[key];
    if (token) list.push({ key, ...token });
  }
  return list;
}

// How high bars may be so that `lines` of them fit into `height`; where none does, the strip scrolls.
function barHeight(lines: number, line: number, height: number): number {
  const taken = kStripTop + lines * line + (lines - 1) * kBetweenLines;
  return kBars.find((bar) => taken + lines * bar <= height) ?? kBars.at(-1)!;
}

export function layOutStrip(tokens: readonly Label[], out: readonly Dropped[], room: Room): StripLayout {
  const { font } = kSizes.find(({ upTo }) => tokens.length <= upTo)!;
  const list = flowing(tokens, out);
  const measured = widths(
    list.map(({ text }) => text),
    fontOf(font),
  );
  const longest = Math.min(kLongestWord, Math.max(room.width, kLeastWidth));
  let x = 0;
  let lines = 1;
  const placed = list.map((word, i) => {
    const least = word.key === null ? 0 : kLeastWidth;
    const width = Math.min(Math.max(Math.ceil(measured[i]!) + 8, least), longest);
    if (x > 0 && x + width > room.width) {
      x = 0;
      lines++;
    }
    x += width + kBetween;
    return { ...word, x: x - width - kBetween, lineAt: lines - 1, width };
  });
  const line = Math.round(font * 1.5);
  const bar = barHeight(lines, line, room.height);
  const pitch = bar + line + kBetweenLines;
  const words = placed.map(({ lineAt, ...word }) => ({ ...word, y: kStripTop + lineAt * pitch }));
  const width = Math.max(0, ...words.map((word) => word.x + word.width));
  const height = kStripTop + lines * pitch - kBetweenLines;
  return { words, font, bar, line, width, height, virtual: tokens.length > kWhole };
}
