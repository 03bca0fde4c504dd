// What a model proposes for a mask, as words: pieces from within a word go behind those that begin one, and a piece that the
// model itself would go on with is completed.
import type { MaskCandidate } from '../../engine/protocol.ts';
import { bare, goesOn, marksBeginnings } from '../../text/pieces.ts';

export interface Proposal extends MaskCandidate {
  // The piece's own letters.
  readonly piece: string;
  // It goes on with the letters before the mask, or would do so with a word that is not there.
  readonly on: boolean;
}

// `before`: what stands in front of the mask. Words alone, as long as there are any and no letter touches the mask.
export function proposals(
  candidates: readonly MaskCandidate[],
  before: string,
  most: number,
): readonly Proposal[] {
  const begins = marksBeginnings(candidates.map(({ token }) => token));
  const last = before.trimEnd().at(-1);
  const all = candidates.map((one) => ({
    ...one,
    piece: bare(one.token),
    on: goesOn(one.token, last, begins),
  }));
  const words = all.filter(({ on }) => !on);
  const touched = /[\p{L}\p{N}\p{M}]$/u.test(before);
  return (touched || words.length === 0 ? all : words).slice(0, most);
}

const kMostPieces = 3;

// The letters that the model puts behind a piece; empty where it takes the piece for a word. `next`: what may follow the letters.
export async function restOf(
  piece: string,
  begins: boolean,
  next: (letters: string) => Promise<readonly MaskCandidate[]>,
): Promise<string> {
  let rest = '';
  for (let count = 0; count < kMostPieces && /^\p{L}{2,}$/u.test(piece + rest); count++) {
    const on = (await next(piece + rest)).filter(({ token }) => goesOn(token, piece, begins));
    const share = on.reduce((sum, { probability }) => sum + probability, 0);
    if (share <= 0.5) break;
    rest += bare(on[0]!.token);
  }
  return rest;
}
