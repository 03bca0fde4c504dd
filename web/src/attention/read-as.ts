// Tokens of an analysis under the names that people read them by. Whole words keep theirs.
import type { Analysis, Token } from '../engine/analysis.ts';
import { asPiece, bare } from '../text/pieces.ts';
import { spans } from '../text/offsets.ts';

// Bytes that a byte-level vocabulary writes as other letters stand in the text as they were typed.
function typedIn({ text, tokens }: Pick<Analysis, 'text' | 'tokens'>): (string | null)[] {
  if (!tokens.some((token) => token.text.startsWith('Ġ'))) return tokens.map(() => null);
  return spans(text, tokens).map(({ start, end }) => text.slice(start, end).trim() || null);
}

export function readAs(analysis: Pick<Analysis, 'text' | 'tokens'>): readonly Token[] {
  const { tokens } = analysis;
  const on = ({ word, special }: Token, i: number) =>
    !special && word !== null && word === tokens[i - 1]?.word && !tokens[i - 1]!.special;
  if (!tokens.some((token, i) => on(token, i) || bare(token.text) !== token.text)) return tokens;
  const typed = typedIn(analysis);
  return tokens.map((token, i) => ({
    ...token,
    text: token.special ? token.text : asPiece(typed[i] ?? token.text, on(token, i)),
  }));
}
