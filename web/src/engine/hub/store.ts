// Where downloaded models stay: what both places have in common. One that is whole has a record beside its files.
import type { ModelFile } from '../protocol.ts';
import type { FileSink } from './buffered-sink.ts';
import type { FileHash, KeptModel } from './kept-model.ts';

export interface ModelRecord {
  // Hashes of the files with weights; null until they are computed.
  readonly hashes: readonly FileHash[] | null;
  // What the server said that they would be.
  readonly announced: readonly FileHash[];
}

export interface Store {
  list(): Promise<KeptModel[]>;
  files(id: string): Promise<ModelFile[]>;
  remove(id: string): Promise<void>;
  // Null of a model that is not whole.
  record(id: string): Promise<ModelRecord | null>;
  // These two in workers only. A file goes on at its end; it will have `size` bytes.
  sink(id: string, name: string, size: number): Promise<FileSink>;
  note(id: string, record: ModelRecord): Promise<void>;
}

export const kFull = 'the browser’s storage is full: delete a model here, or make room on the disk';

// As older versions of the page wrote them, too.
export function readRecord(text: string): ModelRecord | null {
  try {
    const { hashes, announced, sha256 } = JSON.parse(text) as Partial<ModelRecord> & { sha256?: string };
    if (sha256) return { hashes: [{ name: 'model.safetensors', sha256 }], announced: [] };
    return { hashes: hashes ?? null, announced: announced ?? [] };
  } catch {
    return null;
  }
}

// Those that are whole first.
export async function listed(store: Store, ids: readonly string[]): Promise<KeptModel[]> {
  const models = await Promise.all(
    ids.map(async (id) => {
      const [files, record] = await Promise.all([store.files(id), store.record(id)]);
      const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
      return { id, bytes, whole: record !== null, hashes: record?.hashes ?? null };
    }),
  );
  const place = ({ id, whole }: KeptModel) => `${whole ? 0 : 1} ${id}`;
  return models.filter(({ bytes }) => bytes > 0).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
