// Where the files of a model that is being opened come from: a disk, or a download (feed.ts).
import { type Arriving, Fodder } from './feed.ts';
import type { ModelFile } from './protocol.ts';

// Bytes that are read of a file at a time.
const kChunk = 8 << 20;

// A browser gives files away under the promise that they are as they were.
const gone = (name: string) => (cause: unknown) => {
  throw new Error(`[${name}] has been changed or deleted since it was chosen: open the model again.`, {
    cause,
  });
};

async function* chunksOf({ name, blob }: ModelFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += kChunk)
    yield new Uint8Array(
      await blob
        .slice(at, at + kChunk)
        .arrayBuffer()
        .catch(gone(name)),
    );
}

export interface Source {
  readonly files: Iterable<Arriving> | AsyncIterable<Arriving>;
  // Bytes; null where whoever downloads tells how far it is.
  readonly total: number | null;
  stop(): void;
}

export function sourceOf(given: readonly ModelFile[] | MessagePort): Source {
  if (given instanceof MessagePort) {
    const fodder = new Fodder(given);
    return { files: fodder.files(), total: null, stop: () => fodder.stop() };
  }
  const files = given.map((file) => ({ name: file.name, size: file.blob.size, chunks: chunksOf(file) }));
  return { files, total: given.reduce((sum, { blob }) => sum + blob.size, 0), stop: () => {} };
}
