// Between the page and the worker that downloads models into the browser's storage.
import type { Target } from './resume.ts';

export interface KeptModel {
  readonly id: string;
  readonly bytes: number;
  // Of model.safetensors; null for shards, and beyond 1 GB.
  readonly sha256: string | null;
}

export type Command =
  | { readonly kind: 'download'; readonly id: string; readonly files: readonly Target[] }
  | { readonly kind: 'cancel' };

export type Event =
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };
