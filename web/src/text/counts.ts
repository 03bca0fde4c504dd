// How many of everything there are in a cut.
import type { Cut } from '../engine/cut.ts';
import { decimal } from './format.ts';
import { t } from './t.ts';

// "32 characters, 5 words, 7 pieces (1.40 per word), 2 special tokens"
export function countsText(cut: Cut): string {
  const special = cut.pieces.filter((piece) => piece.special).length;
  const unknown = cut.pieces.filter((piece) => !piece.known).length;
  const words = cut.words.length;
  const pieces = cut.pieces.length - special;
  const each = words ? t('read.per-word', decimal(pieces / words, 2)) : '';
  return [
    t('count.characters', [...cut.text].length),
    t('count.words', words),
    `${t('count.pieces', pieces)}${each}`,
    ...(special ? [t('count.special-tokens', special)] : []),
    ...(unknown ? [t('read.unknown', unknown)] : []),
  ].join(', ');
}
