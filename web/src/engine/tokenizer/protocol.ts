// Everything that crosses between the page and the tokenizers' worker. Each request is answered by exactly one event.
import type { Cut, Side, TokenizerInfo } from './cut.ts';

// A tokenizer.json or a vocab.txt: one that ships, or one that the visitor gave.
export type TokenizerSource =
  | { readonly kind: 'shipped'; readonly name: string; readonly url: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: File };

export type Command =
  | { readonly kind: 'open'; readonly request: number; readonly side: Side; readonly source: TokenizerSource }
  | { readonly kind: 'cut'; readonly request: number; readonly text: string };

// What one tokenizer has made of a text, or why it could not. Null where none is open.
export type Answer = Cut | { readonly error: string } | null;

export type Event =
  | { readonly kind: 'opened'; readonly request: number; readonly side: Side; readonly info: TokenizerInfo }
  | { readonly kind: 'cut'; readonly request: number; readonly answers: Readonly<Record<Side, Answer>> }
  // `fatal`: only a new worker helps. `side`: which could not be opened.
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly side: Side | null;
      readonly message: string;
      readonly fatal: boolean;
    };
