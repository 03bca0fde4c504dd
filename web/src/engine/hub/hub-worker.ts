// Downloads one model at a time, straight into the browser's file system, and computes the SHA-256 of its weights.
import type { Command, Event } from './protocol.ts';
import { fetchWhole, type Sink, type Target } from './resume.ts';
import { folderOf } from './store.ts';

const kTell = 100; // ms between reports
// The browser computes SHA-256 of what is in memory whole.
const kMostHashed = 1e9;

const send = (event: Event) => self.postMessage(event);
let cancel = new AbortController();

function sinkOf(file: FileSystemSyncAccessHandle): Sink {
  let size = file.getSize();
  return {
    get size() {
      return size;
    },
    write(bytes) {
      const wrote = file.write(bytes as Uint8Array<ArrayBuffer>, { at: size });
      if (wrote !== bytes.length) throw new Error('the browser’s storage is full');
      size += wrote;
    },
    clear() {
      file.truncate(0);
      size = 0;
    },
  };
}

async function fetchFile(folder: FileSystemDirectoryHandle, target: Target, tell: (bytes: number) => void) {
  const handle = await folder.getFileHandle(target.name, { create: true });
  const file = await handle.createSyncAccessHandle();
  try {
    const sink = sinkOf(file);
    // What is here of an earlier try may be of another version.
    if (sink.size > target.size) sink.clear();
    await fetchWhole(target, sink, cancel.signal, () => tell(sink.size));
    file.flush();
    return sink.size;
  } finally {
    file.close();
  }
}

async function complete(folder: FileSystemDirectoryHandle, hash: string | null): Promise<void> {
  const file = await (await folder.getFileHandle('complete.json', { create: true })).createSyncAccessHandle();
  file.truncate(0);
  file.write(new TextEncoder().encode(JSON.stringify({ sha256: hash })), { at: 0 });
  file.close();
}

// Null of shards, and of a file too large for it.
async function hashOf(folder: FileSystemDirectoryHandle): Promise<string | null> {
  try {
    const file = await (await folder.getFileHandle('model.safetensors')).getFile();
    if (file.size > kMostHashed) return null;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

async function download(id: string, files: readonly Target[]): Promise<void> {
  const folder = await folderOf(id, true);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let told = 0;
  for (const target of files)
    before += await fetchFile(folder, target, (bytes) => {
      if (performance.now() - told < kTell) return;
      told = performance.now();
      send({ kind: 'progress', loaded: before + bytes, total });
    });
  // Before the model is opened: both at once would take twice the memory.
  const hash = await hashOf(folder);
  const want = files.find(({ name }) => name === 'model.safetensors')?.sha256;
  if (hash && want && hash !== want) {
    await folder.removeEntry('model.safetensors');
    throw new Error(
      `[model.safetensors] has the SHA-256 ${hash}, the server announced ${want}: download it again.`,
    );
  }
  await complete(folder, hash);
  send({ kind: 'done' });
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'cancel') return cancel.abort();
  cancel = new AbortController();
  download(data.id, data.files).catch((error: unknown) => {
    if (cancel.signal.aborted) send({ kind: 'cancelled' });
    else send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
