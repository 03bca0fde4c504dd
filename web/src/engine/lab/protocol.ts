// Everything that crosses between the page and the lab's worker. Each event names the request that it answers; a
// request is answered by exactly one `opened`, `attended`, `cancelled` or `failed`, after any number of `progress`.
import type { ModelSource } from '../protocol.ts';
import type { Answer, AttendOptions, Input, VectorsInfo } from './attended.ts';

export type VectorSource =
  | { readonly kind: 'model'; readonly source: ModelSource }
  | { readonly kind: 'random'; readonly width: number; readonly seed: number }
  // A GloVe text file, of which only the rows of the words in these texts are kept.
  | { readonly kind: 'file'; readonly file: File; readonly texts: readonly string[] };

export type Command =
  | { readonly kind: 'open'; readonly request: number; readonly vectors: VectorSource }
  // With the vectors that were opened last; waits for those on their way.
  | {
      readonly kind: 'attend';
      readonly request: number;
      readonly input: Input;
      readonly jobs: readonly AttendOptions[];
    }
  // Ends an `open`; the vectors before it stay.
  | { readonly kind: 'cancel'; readonly request: number };

export interface Reading {
  // Bytes.
  readonly loaded: number;
  readonly total: number;
  // Of the time since the reading began.
  readonly seconds: number;
}

export type Event =
  | ({ readonly kind: 'progress'; readonly request: number } & Reading)
  | { readonly kind: 'opened'; readonly request: number; readonly info: VectorsInfo }
  | {
      readonly kind: 'attended';
      readonly request: number;
      readonly answers: readonly Answer[];
      readonly milliseconds: number;
    }
  | { readonly kind: 'cancelled'; readonly request: number }
  // `fatal`: only a new worker helps.
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly message: string;
      readonly fatal: boolean;
    };
