// Downloaded models in the browser's own file system: a folder per model under "models". One that is whole has a file
// "complete.json" beside its files.
import type { ModelFile } from '../encoders/protocol.ts';
import type { KeptModel } from './protocol.ts';

const kComplete = 'complete.json';
const folderName = (id: string) => id.replaceAll('/', '--');
const idOf = (folder: string) => folder.replace('--', '/');

// Absent where the browser has none, in some private windows for one.
export const hasStore = (): boolean => typeof navigator.storage?.getDirectory === 'function';

async function models(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('models', { create: true });
}

export async function folderOf(id: string, create: boolean): Promise<FileSystemDirectoryHandle> {
  return (await models()).getDirectoryHandle(folderName(id), { create });
}

export async function filesOf(id: string): Promise<ModelFile[]> {
  const folder = await folderOf(id, false);
  const files: ModelFile[] = [];
  for await (const [name, handle] of folder.entries())
    if (handle.kind === 'file' && name !== kComplete)
      files.push({ name, blob: await (handle as FileSystemFileHandle).getFile() });
  return files;
}

async function readComplete(folder: FileSystemDirectoryHandle): Promise<{ sha256: string | null } | null> {
  try {
    const file = await (await folder.getFileHandle(kComplete)).getFile();
    return JSON.parse(await file.text()) as { sha256: string | null };
  } catch {
    return null;
  }
}

// Those that are whole.
export async function keptModels(): Promise<KeptModel[]> {
  if (!hasStore()) return [];
  const found: KeptModel[] = [];
  for await (const [name, handle] of (await models()).entries()) {
    if (handle.kind !== 'directory') continue;
    const complete = await readComplete(handle as FileSystemDirectoryHandle);
    if (!complete) continue;
    const files = await filesOf(idOf(name));
    const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
    found.push({ id: idOf(name), bytes, sha256: complete.sha256 });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function remove(id: string): Promise<void> {
  await (await models()).removeEntry(folderName(id), { recursive: true });
}
