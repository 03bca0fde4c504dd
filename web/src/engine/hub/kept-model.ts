// A model that was downloaded, or part of one, in the browser's storage.

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
  // Hashes of the files with weights; null until they are computed.
  readonly hashes: readonly FileHash[] | null;
}

// The browser's own file system, or its Cache where there is none.
export type StoreKind = 'files' | 'cache';
