// Pretrained encoders that can be fine-tuned: ours, fetched when they are asked for, and those that the visitor has opened.
import type { Progress } from '../../engine/download.ts';
import type { ModelFile } from '../../engine/protocol.ts';
import { encoders, fetchEncoder, nameInLinks } from '../opened/encoders.ts';
import type { Store } from '../store.svelte.ts';

export interface Base {
  // As links have it; those of opened models hold in this visit alone.
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly layers: number;
  files(progress: Progress): Promise<readonly ModelFile[]>;
}

export const kUsualBase = 'ours:heed-small';

export function basesOf({ others }: Pick<Store, 'others'>): readonly Base[] {
  const ours = encoders.map((encoder): Base => {
    const { name, bytes, layers } = encoder;
    const files = async (progress: Progress) => {
      const fetched = await fetchEncoder(encoder, progress);
      fetched.keep();
      return fetched.files;
    };
    return { id: nameInLinks(encoder), name, bytes, layers, files };
  });
  const opened = others.flatMap(({ id, name, bytes, pretrained }): Base[] => {
    if (!pretrained || ours.some((one) => one.id === id)) return [];
    return [{ id, name, bytes, layers: pretrained.layers, files: () => Promise.resolve(pretrained.files) }];
  });
  return [...ours, ...opened];
}
