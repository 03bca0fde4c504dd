// The rows and columns that a map is shown with: its tokens, or what is made of them by leaving special tokens out and
// by merging the pieces of a word.
import type { Analysis, Token } from '../engine/analysis.ts';
import type { Shaping } from '../engine/look.ts';
import { spans } from '../text/offsets.ts';
import { readAs, shortened } from './read-as.ts';

export interface Units {
  // One for each row and column as shown; a word merged from pieces is a token too, without an id.
  readonly tokens: readonly Token[];
  // The indices of the tokens that each stands for, ascending.
  readonly members: readonly (readonly number[])[];
}

// A piece as a vocabulary writes it, without the sign that it continues a word, or begins one.
const kContinues = /^##(?=.)/;
const kBegins = /^[Ġ▁](?=.)/;

function oneWord(pieces: readonly Token[], typed: () => string): Token {
  const [first, ...others] = pieces as [Token, ...Token[]];
  const plain = first.text.replace(kBegins, '');
  if (others.length === 0) return { ...first, text: plain };
  const continued = others.every(({ text }) => kContinues.test(text));
  return {
    ...first,
    text: continued ? plain + others.map(({ text }) => text.replace(kContinues, '')).join('') : typed(),
    id: null,
    end: others.at(-1)!.end,
    known: pieces.every(({ known }) => known),
  };
}

// Neighbours of one word belong together; a special token stands alone.
const together = (a: Token, b: Token): boolean =>
  a.word !== null && a.word === b.word && !a.special && !b.special;

export function unitsOf({ text, tokens }: Pick<Analysis, 'text' | 'tokens'>, shaping: Shaping): Units {
  const members: number[][] = [];
  tokens.forEach((token, i) => {
    if (token.special && shaping.special === 'hidden') return;
    const open = members.at(-1);
    const before = tokens[i - 1];
    const merges = shaping.pieces === 'words' && open?.at(-1) === i - 1 && before && together(before, token);
    if (merges) open!.push(i);
    else members.push([i]);
  });
  if (shaping.pieces === 'apart') {
    const named = readAs({ text, tokens });
    return { tokens: members.map(([i]) => named[i!]!), members };
  }
  const places = spans(text, tokens);
  const merged = members.map((list) =>
    oneWord(
      list.map((i) => tokens[i]!),
      () => text.slice(places[list[0]!]!.start, places[list.at(-1)!]!.end).trim(),
    ),
  );
  return { tokens: merged.map(shortened), members };
}
