// The Analysis of the engine, as data: what its keys mean is said in generated/messages.ts.
import type { Analysis, Explained } from '../generated/messages.ts';

export type {
  Analysis,
  Answer,
  AttentionMap,
  ClassProbability,
  ModelInfo,
  Pair,
  PreprocessingStep,
  Token,
} from '../generated/messages.ts';

// The most tokens of a text to read; the page says if it cuts the rest.
export const kMostTokens = 512;
// Weights of a text in all, up to which its maps come along at once.
export const kMostWeights = 1 << 20;

// An analysis with its tensors: weights[i] belongs to analysis.attention[i], [H, T, S] row-major. Of a big one there are
// none here: each map is asked for when it is looked at (look.ts).
export interface Result {
  readonly analysis: Analysis;
  readonly weights: readonly Float32Array[];
  readonly milliseconds: number; // of the analysis
  // What each word adds, where it was asked for at once.
  readonly explained?: Explained;
}

// Every word to every other; the sentence to its words; or without attention.
export type Way = 'word by word' | 'as a whole' | 'not at all';

// Null where there are no words to tell it from.
export function wayOf({ tokens, attention }: Analysis): Way | null {
  if (tokens.length === 0) return null;
  if (attention.length === 0) return 'not at all';
  return attention.at(-1)?.kind === 'pooling' ? 'as a whole' : 'word by word';
}
