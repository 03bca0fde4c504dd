// Everything that crosses between the page and the worker for models of other makers. A request is answered by exactly
// one event that names it, and any number of `progress` before it. One model is open at a time: they are large.
import type { ModelInfo, Result } from '../analysis.ts';
import type { Look, Seen, Wish } from '../look.ts';

// A file of a model folder: dropped, chosen, or kept in the browser.
export interface ModelFile {
  readonly name: string;
  readonly blob: Blob;
}

export interface MaskCandidate {
  readonly token: string;
  readonly id: number;
  readonly probability: number;
}

export interface FilledMasks {
  readonly text: string;
  // One for each mask in the text; `position` counts tokens. Candidates fall in probability.
  readonly masks: readonly { readonly position: number; readonly candidates: readonly MaskCandidate[] }[];
}

// [D] each: the mean of the last layer's states, and the state of the first token. Empty of a text without tokens.
export interface SentenceVector {
  readonly mean: readonly number[];
  readonly cls: readonly number[];
}

export type Command =
  | {
      readonly kind: 'open';
      readonly request: number;
      readonly name: string;
      // Or a port over which they arrive (feed.ts).
      readonly files: readonly ModelFile[] | MessagePort;
      // Matrices become int8 as they come.
      readonly int8: boolean;
    }
  | {
      readonly kind: 'analyse';
      readonly request: number;
      readonly text: string;
      // What is asked of the text; empty where nothing is.
      readonly question: string;
      readonly look: Look;
    }
  // At the analysis that answered request `analysis`.
  | { readonly kind: 'look'; readonly request: number; readonly analysis: number; readonly wish: Wish }
  | { readonly kind: 'fill'; readonly request: number; readonly text: string; readonly top: number }
  | { readonly kind: 'embed'; readonly request: number; readonly texts: readonly string[] };

export type Event =
  | { readonly kind: 'progress'; readonly request: number; readonly loaded: number; readonly total: number }
  // `int8`: what its matrices are, however they became it. `memory`: bytes that the engine takes; `threads`: that it
  // computes with.
  | {
      readonly kind: 'opened';
      readonly request: number;
      readonly info: ModelInfo;
      readonly int8: boolean;
      readonly memory: number;
      readonly threads: number;
    }
  // Of a long text the result has no weights; `seen` is what the look asked for.
  | {
      readonly kind: 'analysed';
      readonly request: number;
      readonly result: Result;
      readonly seen: readonly (readonly [Wish, Seen])[];
    }
  // Null: another text has been analysed since.
  | { readonly kind: 'seen'; readonly request: number; readonly seen: Seen | null }
  | { readonly kind: 'filled'; readonly request: number; readonly filled: FilledMasks }
  | { readonly kind: 'embedded'; readonly request: number; readonly vectors: readonly SentenceVector[] }
  // `fatal`: the engine itself has stopped; only a new worker helps.
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly message: string;
      readonly fatal: boolean;
    };
