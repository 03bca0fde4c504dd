// Everything that crosses between page and worker. Each event names the request that it answers; a request is
// answered by exactly one `opened`, `analysed`, `seen` or `failed`, and any number of `progress` before it.
import type { ModelInfo, Result } from './analysis.ts';
import type { Look, Seen, Wish } from './look.ts';

// The addresses of a model folder's files.
export interface ModelSource {
  readonly name: string;
  // A hash of the files, under which they are kept.
  readonly version: string;
  // Not the first visit: the model may be kept. On a first one, looking for it would only cost time.
  readonly returning: boolean;
  readonly config: string;
  readonly tokenizer: string;
  readonly weights: string;
}

export type Command =
  | { readonly kind: 'open'; readonly request: number; readonly source: ModelSource }
  // Of a model that an `open` has named before; waits for it where it still loads.
  | {
      readonly kind: 'analyse';
      readonly request: number;
      readonly model: string;
      readonly text: string;
      readonly look: Look;
    }
  // At the analysis that the request `analysis` asked for, while it is the last one.
  | { readonly kind: 'look'; readonly request: number; readonly analysis: number; readonly wish: Wish };

export type Event =
  | { readonly kind: 'progress'; readonly request: number; readonly loaded: number; readonly total: number }
  | { readonly kind: 'opened'; readonly request: number; readonly info: ModelInfo }
  // `seen`: what the look of the command needs beside the result, where that does not hold it.
  | {
      readonly kind: 'analysed';
      readonly request: number;
      readonly result: Result;
      readonly seen: readonly (readonly [Wish, Seen])[];
    }
  // Null where another analysis has come between.
  | { readonly kind: 'seen'; readonly request: number; readonly seen: Seen | null }
  // `fatal`: the engine itself has stopped; only a new worker helps. Otherwise its state is as before the request.
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly message: string;
      readonly fatal: boolean;
    };

// The default branch of a switch over a union: compiles only when every case is handled.
export function unreachable(value: never): never {
  throw new Error(`[protocol] unknown message ${JSON.stringify(value)}`);
}
