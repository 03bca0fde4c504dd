// How many of everything there are in a cut.
import type { Cut } from '../engine/cut.ts';
import { decimal, plural } from './format.ts';

// "32 characters, 5 words, 7 pieces (1.40 per word), 2 special tokens"
export function countsText(cut: Cut): string {
  const special = cut.pieces.filter((piece) => piece.special).length;
  const unknown = cut.pieces.filter((piece) => !piece.known).length;
  const words = cut.words.length;
  const pieces = cut.pieces.length - special;
  const each = words ? ` (${decimal(pieces / words, 2)} per word)` : '';
  return [
    plural([...cut.text].length, 'character'),
    plural(words, 'word'),
    `${plural(pieces, 'piece')}${each}`,
    ...(special ? [plural(special, 'special token')] : []),
    ...(unknown ? [`${unknown} unknown`] : []),
  ].join(', ');
}
