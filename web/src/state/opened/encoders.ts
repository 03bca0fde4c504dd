// Encoders of our own, which ship with the page as a folder each: fetched when they are asked for, then kept.
import encoders from 'virtual:encoders';
import { sourceOf } from '../../engine/gallery.ts';
import { asFolder, fetchModel } from '../../engine/model-files.ts';
import type { Progress } from '../../engine/download.ts';
import type { ModelFile } from '../../engine/protocol.ts';

export type Encoder = (typeof encoders)[number];
export { encoders };

// What a link calls it.
export const nameInLinks = ({ id }: Pick<Encoder, 'id'>): string => `ours:${id}`;
export const encoderNamed = (name: string): Encoder | undefined =>
  encoders.find((one) => nameInLinks(one) === name);

export interface FetchedEncoder {
  readonly files: ModelFile[];
  readonly config: unknown;
  readonly version: string;
  // To be called when the files have turned out to be good.
  keep(): void;
}

export async function fetchEncoder(encoder: Encoder, progress: Progress): Promise<FetchedEncoder> {
  const { files, version, keep } = await fetchModel(sourceOf(encoder), progress);
  return {
    files: asFolder(files),
    config: JSON.parse(new TextDecoder().decode(files.config)) as unknown,
    version,
    keep,
  };
}

// For people; none where it cannot be had.
export async function cardOfEncoder({ id }: Encoder): Promise<Blob | undefined> {
  const response = await fetch(`models/${id}/README.md`).catch(() => null);
  return response?.ok ? response.blob() : undefined;
}
