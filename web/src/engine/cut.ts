// The cut of a text as data: what the engine answers, as `heed tokenize --steps --json` writes it. All places are byte
// offsets into the UTF-8 text, [start, end).

export interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  // Is not what stands there.
  readonly changed: boolean;
}

export interface Piece {
  readonly text: string;
  // Null where the tokenizer has no vocabulary.
  readonly id: number | null;
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
  readonly special: boolean;
  // Null for special tokens.
  readonly word: number | null;
}

export interface Cut {
  readonly text: string;
  readonly normalized: readonly Stretch[];
  readonly words: readonly Stretch[];
  readonly pieces: readonly Piece[];
  // From the ids, without special tokens.
  readonly decoded: string;
}

export interface TokenizerInfo {
  // "WordPiece", "BPE", …
  readonly kind: string;
  // Of the vocabulary; 0 where there is none.
  readonly size: number;
}

// Two tokenizers stand side by side.
export const kSides = ['left', 'right'] as const;
export type Side = (typeof kSides)[number];
