// Downloads one model at a time, straight to where the browser keeps it and, while it comes, to the engine. Computes the
// SHA-256 of its weights when the page has opened it.
import { Feeder } from '../feed.ts';
import type { FileSink } from './buffered-sink.ts';
import { storeOf } from './find-store.ts';
import { difference, hashesOf } from './hash.ts';
import type { Command, Event } from './protocol.ts';
import { ask, fetchWhole, type Sink, type Target } from './resume.ts';
import type { Store } from './store.ts';

const kTell = 100; // ms between reports
const kPiece = 4 << 20;

const send = (event: Event) => self.postMessage(event);
let cancel = new AbortController();

// What is here of an earlier try goes to the engine first.
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
  // Of an earlier try.
  readonly before: ReadonlyMap<string, Blob>;
}

async function fetchFile(
  { store, id, feed, before }: Files,
  target: Target,
  first: Promise<Response> | undefined,
  tell: (bytes: number) => void,
): Promise<number> {
  if (!feed.stopped) await feedFrom(before.get(target.name), target, feed);
  const own = await store.sink(id, target.name, target.size);
  try {
    const sink = fed(own, feed);
    // What is here of an earlier try may be of another version.
    if (sink.size > target.size) await sink.clear();
    await fetchWhole(target, sink, { signal: cancel.signal, first, tell: () => tell(sink.size) });
    return sink.size;
  } finally {
    await own.close();
  }
}

async function download({ store: kind, id, files }: Download, feed: Feeder): Promise<void> {
  const store = storeOf(kind);
  const kept = await store.files(id).catch(() => []);
  const before = new Map(kept.map(({ name, blob }) => [name, blob]));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  let told = 0;
  const tell = (bytes: number) => {
    if (performance.now() - told < kTell) return;
    told = performance.now();
    send({ kind: 'progress', loaded: loaded + bytes, total });
  };
  // Each is asked for while the one before comes.
  const askFor = (target: Target | undefined) =>
    target && !before.get(target.name)?.size ? ask(target, cancel.signal) : undefined;
  let first = askFor(files[0]);
  for (const [i, target] of files.entries()) {
    const next = askFor(files[i + 1]);
    loaded += await fetchFile({ store, id, feed, before }, target, first, tell);
    first = next;
  }
  feed.end();
  const announced = files.flatMap(({ name, sha256 }) => (sha256 ? [{ name, sha256 }] : []));
  await store.note(id, { hashes: null, announced });
  send({ kind: 'done', id });
}

async function hash({ store: kind, id }: Extract<Command, { kind: 'hash' }>): Promise<void> {
  const store = storeOf(kind);
  const record = await store.record(id);
  if (!record || record.hashes) return;
  const hashes = await hashesOf(store, id);
  const message = difference(hashes, record.announced);
  if (message) {
    await store.remove(id);
    send({ kind: 'damaged', id, message });
  } else {
    await store.note(id, { ...record, hashes });
    send({ kind: 'hashed', id });
  }
}

type Download = Extract<Command, { kind: 'download' }>;

async function begin(command: Download): Promise<void> {
  cancel = new AbortController();
  const feed = new Feeder(command.feed);
  try {
    await download(command, feed);
  } catch (error) {
    feed.stop();
    const cancelled = cancel.signal.aborted;
    cancel.abort(); // what was asked ahead
    if (cancelled) send({ kind: 'cancelled' });
    else send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'cancel') cancel.abort();
  else if (data.kind === 'download') void begin(data);
  // A model may be deleted meanwhile: then there is nothing to say of it.
  else hash(data).catch(() => {});
});
