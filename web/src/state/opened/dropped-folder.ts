// The files of a folder that was dropped: only of the folder itself, as model folders have them.
import type { ModelFile } from '../../engine/protocol.ts';
import { messageOf } from '../../text/message.ts';
import { t } from '../../text/t.ts';
import type { App } from '../app.ts';

export interface DroppedFolder {
  readonly name: string;
  readonly files: ModelFile[];
}

// The browser's own words say neither what could not be read nor what to do.
const unreadable = (name: string) => new Error(t('models.the-browser-could-not-read-check', name));

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((done, failed) => entry.file(done, () => failed(unreadable(entry.name))));

// A reader hands out some at a time, until there are none.
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) =>
      reader.readEntries(done, () => failed(unreadable(folder.name))),
    );
    if (!some.length) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

// Dropped entries must be taken within the event; they are read afterwards.
export async function readDropped(entries: readonly FileSystemEntry[]): Promise<DroppedFolder> {
  const folder = entries.find((entry) => entry.isDirectory) as FileSystemDirectoryEntry | undefined;
  const inside = folder ? await entriesOf(folder) : entries;
  const files = await Promise.all(
    inside.filter(isFile).map(async (entry) => ({ name: entry.name, blob: await fileOf(entry) })),
  );
  return { name: folder?.name ?? '', files };
}

// Says on the page what could not be read.
export async function openDropped(entries: readonly FileSystemEntry[], app: App): Promise<void> {
  try {
    const { name, files } = await readDropped(entries);
    await (await app.others()).openFiles(name, files);
  } catch (error) {
    app.store.notice = messageOf(error);
  }
}
