// Downloaded models in the browser's own file system: a folder per model under "models".
//
// A file has its whole length from the start, which some browsers fill in half the time of one that grows. While it is
// written, how far it has come stands in a file beside it, "<name>.coming".
import type { ModelFile } from '../protocol.ts';
import { BufferedSink, type FileSink } from './buffered-sink.ts';
import { folderName, idOf } from './folder-name.ts';
import type { KeptModel } from './kept-model.ts';
import { Refused } from './resume.ts';
import { kFull, listed, type ModelRecord, readRecord, type Store } from './store.ts';

const kRecord = 'complete.json';
const kComing = '.coming';
const kPart = 4 << 20; // bytes

async function models(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('models', { create: true });
}

async function folderOf(id: string, create = false): Promise<FileSystemDirectoryHandle> {
  return (await models()).getDirectoryHandle(folderName(id), { create });
}

const readFile = async (folder: FileSystemDirectoryHandle, name: string): Promise<File> =>
  (await folder.getFileHandle(name)).getFile();

async function accessTo(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemSyncAccessHandle> {
  return (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
}

// How many bytes of the file are there, where it is not whole.
async function come(folder: FileSystemDirectoryHandle, name: string): Promise<number | null> {
  try {
    return Number(await (await readFile(folder, name + kComing)).text());
  } catch {
    return null;
  }
}

// Whatever touches the disk, which may be full.
function onDisk(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw (error as DOMException).name === 'QuotaExceededError' ? new Refused(kFull) : error;
  }
}

function overwrite(file: FileSystemSyncAccessHandle, text: string): void {
  file.truncate(0);
  file.write(new TextEncoder().encode(text), { at: 0 });
}

class DiskSink extends BufferedSink {
  constructor(
    private readonly file: FileSystemSyncAccessHandle,
    private readonly mark: FileSystemSyncAccessHandle,
    private readonly removeMark: () => Promise<void>,
    stored: number,
  ) {
    super(kPart, stored);
  }

  protected put(bytes: Uint8Array): void {
    onDisk(() => {
      if (this.file.write(bytes as Uint8Array<ArrayBuffer>, { at: this.stored }) !== bytes.length)
        throw new Refused(kFull);
      overwrite(this.mark, String(this.stored + bytes.length));
    });
  }

  protected empty(): void {
    overwrite(this.mark, '0');
  }

  protected async end(): Promise<void> {
    this.file.truncate(this.stored);
    this.file.close();
    this.mark.close();
    await this.removeMark();
  }
}

export class FileStore implements Store {
  // Some private windows have the function, and refuse.
  static async works(): Promise<boolean> {
    try {
      await navigator.storage.getDirectory();
      return true;
    } catch {
      return false;
    }
  }

  async list(): Promise<KeptModel[]> {
    const ids: string[] = [];
    for await (const [name, { kind }] of (await models()).entries())
      if (kind === 'directory') ids.push(idOf(name));
    return listed(this, ids);
  }

  async files(id: string): Promise<ModelFile[]> {
    const folder = await folderOf(id);
    const files: ModelFile[] = [];
    for await (const [name, { kind }] of folder.entries()) {
      if (kind !== 'file' || name === kRecord || name.endsWith(kComing)) continue;
      const [blob, bytes] = await Promise.all([readFile(folder, name), come(folder, name)]);
      files.push({ name, blob: bytes === null ? blob : blob.slice(0, bytes) });
    }
    return files;
  }

  async remove(id: string): Promise<void> {
    await (await models()).removeEntry(folderName(id), { recursive: true });
  }

  async record(id: string): Promise<ModelRecord | null> {
    try {
      return readRecord(await (await readFile(await folderOf(id), kRecord)).text());
    } catch {
      return null;
    }
  }

  async sink(id: string, name: string, size: number): Promise<FileSink> {
    const folder = await folderOf(id, true);
    const before = await come(folder, name);
    const file = await accessTo(folder, name);
    const stored = Math.min(before ?? Infinity, file.getSize());
    const mark = await accessTo(folder, name + kComing);
    overwrite(mark, String(stored));
    onDisk(() => file.truncate(Math.max(size, stored)));
    return new DiskSink(file, mark, () => folder.removeEntry(name + kComing), stored);
  }

  async note(id: string, record: ModelRecord): Promise<void> {
    const file = await accessTo(await folderOf(id), kRecord);
    overwrite(file, JSON.stringify(record));
    file.close();
  }
}
