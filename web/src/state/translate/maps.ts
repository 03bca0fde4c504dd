// What of a translation is drawn: one head's map of one layer, or the mean of all, with what stands beside it.
import type { Side } from '../lab/values.ts';
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import type { Values } from '../lab/values.ts';
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

// What a reader sees of a token: blanks are signs, the end is named.
export const shownText = (text: string): string =>
  text === '' ? 'end' : text.replaceAll(' ', '␣').replaceAll('\n', '↵');

const side = (text: string): Side => ({ text: shownText(text), missing: false });

// Parts of the source, by the bytes of its tokens.
export function sourceTexts({ source, source_tokens }: TranslatedWithMaps): string[] {
  const bytes = new TextEncoder().encode(source);
  const decoder = new TextDecoder();
  return source_tokens.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
}

export const targetTexts = ({ written }: TranslatedWithMaps): string[] => written.map(({ text }) => text);

// The map that the settings name; null where there is none.
export function valuesOf(
  found: TranslatedWithMaps,
  { part, layer, head }: { part: LookingPart; layer: number | null; head: number | null },
): Values | null {
  const all = mapsOf(found, part);
  const place = all[layer ?? all.length - 1];
  const map = place === undefined ? undefined : found.attention[place];
  if (place === undefined || !map || (head !== null && head >= map.shape[0])) return null;
  const read = sourceTexts(found).map(side);
  const written = targetTexts(found).map(side);
  return {
    rows: part === 'encoder' ? read : written,
    columns: part === 'decoder' ? written : read,
    data: headOf(found.maps[place]!, map.shape, head),
  };
}
