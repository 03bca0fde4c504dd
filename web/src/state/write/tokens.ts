// Tokens of a text that is written on, as the page says them.
import type { NextToken } from '../../engine/protocol.ts';
import { decimal, weight } from '../../text/format.ts';
import { asPiece, asPieces, goesOn, marksBeginnings } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';

export interface WrittenToken extends NextToken {
  // Its place among those that were written; null of one that was given.
  readonly written: number | null;
  // Bits: how much it came as a surprise; null of the first, of which nothing is known.
  readonly surprise: number | null;
}

// Bits for which a token has the deepest colour: one of 4,096 that are equally likely has 12.
export const kMostBits = 12;

const surpriseOf = ({ probability }: NextToken, i: number): number | null =>
  i === 0 || probability <= 0 ? null : -Math.log2(probability);

export function tokensOf(given: readonly NextToken[], written: readonly NextToken[]): WrittenToken[] {
  return [...given, ...written].map((token, i) => ({
    ...token,
    written: i < given.length ? null : i - given.length,
    surprise: surpriseOf(token, i),
  }));
}

// What it reads as; of one that stands for no text its name in the vocabulary.
export const readAs = ({ text, token }: NextToken): string => text || token;

// As they are read where they stand.
export const piecesOf = (tokens: readonly NextToken[]): string[] => asPieces(tokens.map(readAs));

// As they would be read behind those of the text.
export function piecesAfter(tokens: readonly NextToken[], next: readonly NextToken[]): string[] {
  const texts = next.map(readAs);
  const before = tokens.at(-1);
  const begins = marksBeginnings([...tokens.map(readAs), ...texts]);
  return texts.map((text) => asPiece(text, goesOn(text, before && readAs(before), begins)));
}

// "walked: probability 0.012, 6.4 bits of surprise".
export function said(token: WrittenToken): string {
  const { surprise, probability } = token;
  const name = readAs(token).trim() || t('next-word.white-space');
  if (surprise === null) return t('next-word.the-first-token-which-the-model', name);
  return t('next-word.probability-bits-of-surprise', name, weight(probability), decimal(surprise, 1));
}

// Mean over all tokens that something was said of; null of none.
export function meanSurprise(tokens: readonly WrittenToken[]): number | null {
  const known = tokens.flatMap(({ surprise }) => surprise ?? []);
  return known.length ? known.reduce((sum, bits) => sum + bits, 0) / known.length : null;
}
