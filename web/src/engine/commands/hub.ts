// Downloads one model at a time, straight to where the browser keeps it and, while it comes, to the engine. Computes the
// SHA-256 of its weights when the page has opened it.
import { Feeder } from '../feed.ts';
import type { FileSink } from '../hub/buffered-sink.ts';
import { storeOf } from '../hub/find-store.ts';
import { difference, hashesOf } from '../hub/hash.ts';
import { ask, fetchWhole, type Sink, type Target } from '../hub/resume.ts';
import type { Store } from '../hub/store.ts';
import type { Event, Takes } from '../protocol.ts';
import { type Call, Server } from '../server.ts';

const kTell = 100; // ms between reports
const kPiece = 4 << 20;

// Bytes of an earlier try go to the engine first.
async function feedFrom(before: Blob | undefined, { name, size }: Target, feed: Feeder): Promise<void> {
  feed.file(name, size);
  if (!before || before.size > size) return;
  for (let at = 0; at < before.size && !feed.stopped; at += kPiece)
    await feed.bytes(new Uint8Array(await before.slice(at, at + kPiece).arrayBuffer()));
}

function fed(sink: FileSink, feed: Feeder): Sink {
  return {
    get size() {
      return sink.size;
    },
    async write(bytes) {
      await sink.write(bytes);
      await feed.bytes(bytes);
    },
    // The engine cannot take back what it has read.
    clear() {
      if (sink.size > 0) feed.stop();
      return sink.clear();
    },
  };
}

interface Files {
  readonly store: Store;
  readonly id: string;
  readonly feed: Feeder;
  // Files of an earlier try.
  readonly before: ReadonlyMap<string, Blob>;
  readonly signal: AbortSignal;
}

async function fetchFile(
  { store, id, feed, before, signal }: Files,
  target: Target,
  first: Promise<Response> | undefined,
  tell: (bytes: number) => void,
): Promise<number> {
  if (!feed.stopped) await feedFrom(before.get(target.name), target, feed);
  const own = await store.sink(id, target.name, target.size);
  try {
    const sink = fed(own, feed);
    // Bytes of an earlier try may belong to another version.
    if (sink.size > target.size) await sink.clear();
    await fetchWhole(target, sink, { signal, first, tell: () => tell(sink.size) });
    return sink.size;
  } finally {
    await own.close();
  }
}

async function fetchAll(
  { store: kind, id, files }: Takes<'download'>,
  feed: Feeder,
  signal: AbortSignal,
  progress: Call['progress'],
): Promise<void> {
  const store = storeOf(kind);
  const kept = await store.files(id).catch(() => []);
  const before = new Map(kept.map(({ name, blob }) => [name, blob]));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  let told = 0;
  const tell = (bytes: number) => {
    if (performance.now() - told < kTell) return;
    told = performance.now();
    progress(loaded + bytes, total);
  };
  // Each is asked for while the one before comes.
  const askFor = (target: Target | undefined) =>
    target && !before.get(target.name)?.size ? ask(target, signal) : undefined;
  let first = askFor(files[0]);
  for (const [i, target] of files.entries()) {
    const next = askFor(files[i + 1]);
    loaded += await fetchFile({ store, id, feed, before, signal }, target, first, tell);
    first = next;
  }
  feed.end();
  const announced = files.flatMap(({ name, sha256 }) => (sha256 ? [{ name, sha256 }] : []));
  await store.note(id, { hashes: null, announced });
}

async function download(given: Takes<'download'>, { signal, progress }: Call): Promise<null> {
  const feed = new Feeder(given.feed);
  // A failure also ends requests that were made ahead.
  const all = new AbortController();
  signal.addEventListener('abort', () => all.abort());
  try {
    await fetchAll(given, feed, all.signal, progress);
    return null;
  } catch (error) {
    feed.stop();
    all.abort();
    throw error;
  }
}

// A model may be deleted meanwhile: then there is nothing to say of it.
async function hash({ store: kind, id }: Takes<'hash'>): Promise<string | null> {
  const store = storeOf(kind);
  const record = await store.record(id).catch(() => null);
  if (!record || record.hashes) return null;
  const hashes = await hashesOf(store, id);
  const message = difference(hashes, record.announced);
  if (message) await store.remove(id);
  else await store.note(id, { ...record, hashes });
  return message;
}

export const startHub = (send: (event: Event) => void): Server =>
  new Server(Promise.resolve({}), { download, hash }, send);
