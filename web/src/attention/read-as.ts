// Tokens of an analysis under the names that people read them by. Whole words keep theirs.
import type { Analysis, Token } from '../engine/analysis.ts';
import { inALine, kLongestToken } from '../text/in-a-line.ts';
import { asPiece, bare } from '../text/pieces.ts';
import { spans } from '../text/offsets.ts';

// Bytes that a byte-level vocabulary writes as other letters stand in the text as they were typed.
function typedIn({ text, tokens }: Pick<Analysis, 'text' | 'tokens'>): (string | null)[] {
  if (!tokens.some((token) => token.text.startsWith('Ġ'))) return tokens.map(() => null);
  return spans(text, tokens).map(({ start, end }) => text.slice(start, end).trim() || null);
}

export function shortened(token: Token): Token {
  const text = inALine(token.text, kLongestToken);
  return text === token.text ? token : { ...token, text };
}

export function readAs(analysis: Pick<Analysis, 'text' | 'tokens'>): readonly Token[] {
  const { tokens } = analysis;
  const on = ({ word, special }: Token, i: number) =>
    !special && word !== null && word === tokens[i - 1]?.word && !tokens[i - 1]!.special;
  const changes = (token: Token, i: number) =>
    on(token, i) || bare(token.text) !== token.text || shortened(token) !== token;
  if (!tokens.some(changes)) return tokens;
  const typed = typedIn(analysis);
  return tokens.map((token, i) => ({
    ...token,
    text: token.special ? shortened(token).text : asPiece(typed[i] ?? token.text, on(token, i)),
  }));
}
