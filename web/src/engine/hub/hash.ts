// SHA-256 of the files with weights, piece by piece: the browser's own function would want a file in memory whole.
import { createSHA256 } from 'hash-wasm';
import type { FileHash } from './kept-model.ts';
import type { Store } from './store.ts';

const kPiece = 8 << 20;

async function hashOf(blob: Blob): Promise<string> {
  const hash = await createSHA256();
  for (let at = 0; at < blob.size; at += kPiece)
    hash.update(new Uint8Array(await blob.slice(at, at + kPiece).arrayBuffer()));
  return hash.digest('hex');
}

export async function hashesOf(store: Store, id: string): Promise<FileHash[]> {
  const weights = (await store.files(id)).filter(({ name }) => name.endsWith('.safetensors'));
  const hashes: FileHash[] = [];
  for (const { name, blob } of weights.sort((a, b) => (a.name < b.name ? -1 : 1)))
    hashes.push({ name, sha256: await hashOf(blob) });
  return hashes;
}

// In words; null where all is as announced.
export function difference(hashes: readonly FileHash[], announced: readonly FileHash[]): string | null {
  for (const { name, sha256 } of hashes) {
    const want = announced.find((file) => file.name === name)?.sha256;
    if (want && want !== sha256)
      return `[${name}] has the SHA-256 ${sha256}, the server announced ${want}: it was damaged on its way and has been deleted. Download it again.`;
  }
  return null;
}
