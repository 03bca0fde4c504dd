// The Analysis of the engine, as data. Sizes: T queries, S keys, H heads.

export interface Token {
  readonly text: string;
  readonly id: number | null;
  // Byte offsets into the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
  readonly special: boolean;
  readonly word: number | null;
  // Of what was asked, not of the text.
  readonly question?: boolean;
}

export interface ClassProbability {
  readonly label: string;
  readonly probability: number;
}

export interface AttentionMap {
  readonly name: string;
  readonly kind: 'self' | 'cross' | 'pooling';
  readonly layer: number;
  readonly shape: readonly [heads: number, queries: number, keys: number];
  // False where rows need not sum to 1.
  readonly normalised?: boolean;
}

export interface Pair {
  readonly layer: number;
  readonly head: number;
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

// The text after one step of preprocessing.
export interface PreprocessingStep {
  readonly step: string;
  readonly text: string;
}

export interface Analysis {
  readonly model: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly classes: readonly ClassProbability[];
  readonly prediction: ClassProbability | null;
  readonly attention: readonly AttentionMap[];
  readonly received: readonly number[];
  readonly top_pairs: readonly Pair[];
  // Only of models that change the text before they cut it into tokens; the steps in their order.
  readonly preprocessing?: readonly PreprocessingStep[];
  // Only when the text was longer than the model reads: bytes read, and tokens there would have been.
  readonly cut_at?: number;
  readonly total_tokens?: number;
  // Of models that label each token; of plain encoders; of models that answer questions.
  readonly labels?: readonly ClassProbability[];
  readonly embedding?: readonly number[];
  readonly cls_embedding?: readonly number[];
  readonly answer?: Answer;
  // The best few, the best first.
  readonly answers?: readonly Answer[];
}

export interface Answer {
  // Bytes of the text.
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly score: number;
}

export interface ModelInfo {
  readonly architecture: string;
  readonly parameters: number;
  readonly layers: number;
  readonly heads: number;
  readonly classes: readonly string[];
  readonly vocabulary: number;
  readonly bytes: number;
}

// An analysis with its tensors: weights[i] belongs to analysis.attention[i], [H, T, S] row-major. Of a big one there are
// none here: each map is asked for when it is looked at (look.ts).
export interface Result {
  readonly analysis: Analysis;
  readonly weights: readonly Float32Array[];
  readonly milliseconds: number;
}

// Every word to every other; the sentence to its words; or without attention.
export type Way = 'word by word' | 'as a whole' | 'not at all';

// Null where there are no words to tell it from.
export function wayOf({ tokens, attention }: Analysis): Way | null {
  if (tokens.length === 0) return null;
  if (attention.length === 0) return 'not at all';
  return attention.at(-1)?.kind === 'pooling' ? 'as a whole' : 'word by word';
}
