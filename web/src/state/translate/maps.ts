// What of a translation is drawn: one head's map of one layer, or the mean of all, with what stands beside it.
import type { Side } from '../lab/values.ts';
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import type { Values } from '../lab/values.ts';
import { asPiece, asPieces, goesOn, marksBeginnings } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import { kParts, type LookingPart } from './settings.ts';

const kNames: Readonly<Record<LookingPart, RegExp>> = {
  cross: /^decoder\.\d+\.cross\./,
  encoder: /^encoder\./,
  decoder: /^decoder\.\d+\.attention\./,
};

// Places, among all maps, of those of a part: one per layer.
export const mapsOf = (found: TranslatedWithMaps, part: LookingPart): readonly number[] =>
  found.attention.flatMap(({ name }, i) => (kNames[part].test(name) ? [i] : []));

// The parts that a model has: a recurrent one looks from one text to the other alone.
export const partsOf = (found: TranslatedWithMaps): readonly LookingPart[] =>
  kParts.filter((part) => mapsOf(found, part).length > 0);

// [T, S] of one head; null: the mean of all.
export function headOf(
  weights: Float32Array,
  [H, T, S]: readonly [number, number, number],
  head: number | null,
) {
  const size = T * S;
  if (head !== null) return weights.slice(head * size, (head + 1) * size);
  const mean = new Float32Array(size);
  for (let h = 0; h < H; h++) for (let i = 0; i < size; i++) mean[i]! += weights[h * size + i]! / H;
  return mean;
}

export const kEnd = t('translate.end');

// What a reader sees of the tokens of a text; the end is named.
export const shownTexts = (texts: readonly string[]): string[] =>
  asPieces(texts).map((piece, i) => (texts[i] === '' ? kEnd : piece));

const side = (text: string): Side => ({ text: text || kEnd, missing: false });

// Parts of the source, by the bytes of its tokens.
export function sourceTexts({ source, source_tokens }: TranslatedWithMaps): string[] {
  const bytes = new TextEncoder().encode(source);
  const decoder = new TextDecoder();
  return source_tokens.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
}

export const targetTexts = ({ written }: TranslatedWithMaps): string[] => written.map(({ text }) => text);

// As they are read: of the source, and of the target.
export const sourcePieces = (found: TranslatedWithMaps): string[] => shownTexts(sourceTexts(found));
export const targetPieces = (found: TranslatedWithMaps): string[] => shownTexts(targetTexts(found));

// What may stand in one place of the target, as it is read there.
export function candidatePieces(found: TranslatedWithMaps, place: number): string[] {
  const texts = targetTexts(found);
  const begins = marksBeginnings(texts);
  return (found.candidates[place] ?? []).map(({ text }) =>
    text === '' ? kEnd : asPiece(text, goesOn(text, texts[place - 1], begins)),
  );
}

// The number of each token's word: a blank goes with the word behind it, and the end of the text is one of its own.
function wordsOf(texts: readonly string[]): number[] {
  let word = -1;
  let blank = true;
  return texts.map((text) => {
    if (blank || text === '' || /^\s/.test(text)) word++;
    blank = text === '' || /\S\s$/.test(text);
    return word;
  });
}

interface Labelled {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly data: Float32Array;
}

// Columns of a word add up to what was looked at of it; rows of a word are its mean.
function merged({ rows, columns, data }: Labelled): Labelled {
  const [of, to] = [wordsOf(rows), wordsOf(columns)];
  const [R, C] = [(of.at(-1) ?? -1) + 1, (to.at(-1) ?? -1) + 1];
  const sums = new Float32Array(R * C);
  const joined = (texts: readonly string[], words: readonly number[], count: number) =>
    Array.from({ length: count }, (_, word) =>
      texts
        .filter((_text, i) => words[i] === word)
        .join('')
        .trim(),
    );
  of.forEach((row, r) => {
    const pieces = of.filter((word) => word === row).length;
    to.forEach((column, c) => (sums[row * C + column]! += data[r * columns.length + c]! / pieces));
  });
  return { rows: joined(rows, of, R), columns: joined(columns, to, C), data: sums };
}

interface Asked {
  readonly part: LookingPart;
  readonly layer: number | null;
  readonly head: number | null;
  readonly words?: boolean;
}

// The map that the settings name; null where there is none.
export function valuesOf(
  found: TranslatedWithMaps,
  { part, layer, head, words = false }: Asked,
): Values | null {
  const all = mapsOf(found, part);
  const place = all[layer ?? all.length - 1];
  const map = place === undefined ? undefined : found.attention[place];
  if (place === undefined || !map || (head !== null && head >= map.shape[0])) return null;
  const read = sourceTexts(found);
  const written = targetTexts(found);
  const tokens = {
    rows: part === 'encoder' ? read : written,
    columns: part === 'decoder' ? written : read,
    data: headOf(found.maps[place]!, map.shape, head),
  };
  const { rows, columns, data } = words
    ? merged(tokens)
    : { ...tokens, rows: shownTexts(tokens.rows), columns: shownTexts(tokens.columns) };
  return { rows: rows.map(side), columns: columns.map(side), data };
}
