// What a link to the section Tokenizer restores: the text, and which of the tokenizers that ship stand side by side.
import { choice, othersIn, readTable, type Table, text, usual, writeTable } from '../lab/parameters.ts';

// Characters: a few screens of pieces.
export const kLongestCut = 2000;
export const kShipped = ['cased', 'uncased'] as const;
export type Shipped = (typeof kShipped)[number];

export interface TokenizerSettings {
  text: string;
  left: Shipped;
  right: Shipped;
}

const kTokenizer: Table<TokenizerSettings> = {
  text: text('Transformer models are powerful.', kLongestCut),
  left: choice(kShipped, 'cased'),
  right: choice(kShipped, 'uncased'),
};

export const usualTokenizer = (): TokenizerSettings => usual(kTokenizer);

export const readTokenizer = (more: string) => readTable('tokenizer', kTokenizer, new URLSearchParams(more));

// Parameters of other sections, which `before` may carry, stay.
export function writeTokenizer(settings: TokenizerSettings, before: string): string {
  const others = othersIn('tokenizer', before);
  return `${new URLSearchParams([...others, ...writeTable('tokenizer', kTokenizer, settings)])}`;
}
