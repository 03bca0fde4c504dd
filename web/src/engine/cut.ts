// The cut of a text as data: what the engine answers, as `heed tokenize --steps --json` writes it.
export type { Stretch, Token as Piece, TokenizerInfo, TokenizeSteps as Cut } from '../generated/messages.ts';

// Two tokenizers stand side by side.
export const kSides = ['left', 'right'] as const;
export type Side = (typeof kSides)[number];
