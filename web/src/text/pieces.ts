// Tokens as people read them: a word's own letters, and a mark before those that go on with a word. Vocabularies have marks of
// their own: BERT's for what goes on (##on), byte-level and sentencepiece ones for what begins (Ġold, ▁old).
import { inALine, kLongestPiece } from './in-a-line.ts';
import { t } from './t.ts';

export const kGoesOn = '…';

const kMark = /^(##|[Ġ▁ ])(?=\S)/u;
const kBegins = /^[Ġ▁ ](?=\S)/u;
const kEndsInLetters = /[\p{L}\p{N}\p{M}]$/u;
const kStartsWithLetters = /^[\p{L}\p{N}\p{M}]/u;

// Without the vocabulary's mark.
export const bare = (token: string): string => token.replace(kMark, '');

// Whether a vocabulary's tokens show where a word begins.
export const marksBeginnings = (tokens: readonly string[]): boolean =>
  tokens.some((one) => kBegins.test(one));

// `before`: the token in front, if there is one; `begins`: the vocabulary marks beginnings.
export function goesOn(token: string, before: string | undefined, begins: boolean): boolean {
  if (/^##\S/.test(token)) return true;
  if (!begins || before === undefined || kBegins.test(token)) return false;
  return before !== 'Ġ' && kEndsInLetters.test(before) && kStartsWithLetters.test(token);
}

// What cannot be seen, as signs.
export const visible = (text: string): string =>
  text.trim() === '' ? (text.includes('\n') ? '↵' : '␣') : text.trim().replaceAll('\n', '↵');

export const asPiece = (token: string, on: boolean): string =>
  `${on ? kGoesOn : ''}${/^[Ġ▁]$/.test(token) ? '␣' : inALine(visible(bare(token)), kLongestPiece)}`;

export function asPieces(tokens: readonly string[], begins = marksBeginnings(tokens)): string[] {
  return tokens.map((token, i) => asPiece(token, goesOn(token, tokens[i - 1], begins)));
}

// For the ear, which marks and signs do not reach.
export function spoken(piece: string): string {
  if (piece === '␣') return t('page.space');
  if (piece === '↵') return t('page.line-break');
  return piece.length > 1 && piece.startsWith(kGoesOn) ? t('read.continues-a-word', piece.slice(1)) : piece;
}
