// Changes of what is looked at while a text is written, in the short form of engine/explain/edit.h.
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import { saidOf as inWords } from '../write/edits.ts';
import { sourcePieces, targetPieces } from './maps.ts';

// Nobody looks at it.
export const hide = (source: number): string => `*.*.*.${source}=0`;
// It looks at nothing else.
export const lookOnly = (written: number, source: number): string => `*.*.${written}.only=${source}`;

export const isHidden = (edits: readonly string[], source: number): boolean => edits.includes(hide(source));

// In words: "8 hidden", "7 looks only at 1".
export function saidOf(edit: string, found: TranslatedWithMaps): string {
  const layers = found.attention.filter(({ kind }) => kind === 'cross').length;
  const [read, written] = [sourcePieces(found), targetPieces(found)];
  return inWords(edit, read, layers > 1, written);
}
