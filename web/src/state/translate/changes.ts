// Changes of what is looked at while a text is written, in the short form of engine/explain/edit.h.
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import { parse, said } from '../why/edits.ts';
import { shownText, sourceTexts, targetTexts } from './maps.ts';

// Nobody looks at it.
export const hide = (source: number): string => `*.*.*.${source}=0`;
// It looks at nothing else.
export const lookOnly = (written: number, source: number): string => `*.*.${written}.only=${source}`;

export const isHidden = (edits: readonly string[], source: number): boolean => edits.includes(hide(source));

// In words: "8 hidden", "7 looks only at 1".
export function saidOf(edit: string, found: TranslatedWithMaps): string {
  const parsed = parse(edit);
  const read = sourceTexts(found).map(shownText);
  if (parsed.kind === 'weight' && parsed.at.query === null && parsed.weight === 0)
    return `${read[parsed.key] ?? ''} hidden`;
  return said(edit, read, layersOf(found) > 1, targetTexts(found).map(shownText));
}

const layersOf = (found: TranslatedWithMaps): number =>
  found.attention.filter(({ kind }) => kind === 'cross').length;
