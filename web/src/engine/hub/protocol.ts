// Between the page and the worker that downloads models into the browser's storage.
import type { Target } from './resume.ts';

// SHA-256 in hexadecimal.
export interface FileHash {
  readonly name: string;
  readonly sha256: string;
}

export interface KeptModel {
  readonly id: string;
  readonly bytes: number;
  // False: a download that was cut or cancelled, and can be gone on with.
  readonly whole: boolean;
  // Of the files with weights; null until they are computed.
  readonly hashes: readonly FileHash[] | null;
}

// The browser's own file system, or its Cache where there is none.
export type StoreKind = 'files' | 'cache';

export type Command =
  | {
      readonly kind: 'download';
      readonly store: StoreKind;
      readonly id: string;
      readonly files: readonly Target[];
      // To the engine, which opens the model while it arrives (encoders/feed.ts).
      readonly feed?: MessagePort;
    }
  | { readonly kind: 'hash'; readonly store: StoreKind; readonly id: string }
  | { readonly kind: 'cancel' };

export type Event =
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'hashed'; readonly id: string }
  // What was announced is not what is here, which is gone.
  | { readonly kind: 'damaged'; readonly id: string; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };
