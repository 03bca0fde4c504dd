// The models that ship with the page, as assets/models/index.json lists them.
import models from '@models/index.json';

export interface GalleryModel {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  // Of model.safetensors.
  readonly bytes: number;
  // On held-out data, a fraction; null where it was not measured.
  readonly accuracy: number | null;
  // One line on how the model attends.
  readonly attends: string;
  readonly examples: readonly string[];
  readonly files: readonly string[];
}

export const gallery: readonly GalleryModel[] = models;

export function findModel(id: string): GalleryModel | undefined {
  return gallery.find((model) => model.id === id);
}

export function defaultModel(): GalleryModel {
  const first = gallery[0];
  if (!first) throw new Error('[gallery] index.json lists no model: add one entry at least');
  return first;
}
