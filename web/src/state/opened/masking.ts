// A text with one of its words masked, and with another word in its place.

export interface Word {
  readonly text: string;
  // Places in the text, in its own characters.
  readonly start: number;
  readonly end: number;
}

const kMost = 400;

// Letters and digits with the marks between them, or one sign.
export function wordsOf(text: string): Word[] {
  const found = text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu);
  return [...found]
    .slice(0, kMost)
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));
}

// RoBERTa's vocabulary has <mask>, the others' have [MASK].
export const maskOf = (architecture: string): string =>
  architecture.startsWith('Roberta') ? '<mask>' : '[MASK]';

export const replaced = (text: string, { start, end }: Word, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

// As it is put into the text: RoBERTa marks the space before a word, BERT that a piece goes on.
export const pieceText = (token: string): string => token.replace(/^(Ġ|▁|##)/, '');

export const fillsMasks = (architecture: string | undefined): boolean =>
  /^(?!Electra).*For(MaskedLM|PreTraining)$/.test(architecture ?? '');
