// The models that ship with the page, as assets/models/index.json lists them.
import models from '@models/index.json';
import type { EvenAccuracy } from '../text/even-cost.ts';
import type { Way } from './analysis.ts';
import type { MapAnswer, MapRequest } from './look.ts';
import type { Answers, Kind, ModelFile, ModelSource, Takes } from './protocol.ts';

export interface Held {
  readonly right: number;
  readonly n: number;
  // "headlines"
  readonly texts: string;
}

export interface GalleryModel {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  // The size of model.safetensors.
  readonly bytes: number;
  // How many held-out texts of a kind this very model is right on; null where it was not measured.
  readonly held: Held | null;
  // On so many held-out texts, right as it is, and with all of its attention made even.
  readonly even?: EvenAccuracy & { readonly n: number };
  // One line on how the model attends.
  readonly attends: string;
  readonly examples: readonly string[];
  readonly files: readonly string[];
  // Added by the build (web/vite/models.mts): a hash of the files, and how the model attends.
  readonly version: string;
  readonly way: Way;
  // Which of the last states stands for the text, where its config.json says so.
  readonly readout?: 'first' | 'last' | 'mean';
  // It reads words by the letters in them too.
  readonly letters?: boolean;
}

// A model with a worker of its own: one that does not ship, but was opened by the visitor.
export interface Computer {
  open(): void;
  analyse(text: string): void;
  look(request: MapRequest): Promise<MapAnswer | null>;
  // What else it is asked; rejected with the engine's words.
  command<K extends Kind>(kind: K, given: Omit<Takes<K>, 'model'>): Promise<Answers<K>>;
  // Nothing that was asked is waited for any more.
  leave(): void;
  restart(): void;
}
// An encoder that can be gone on from.
export interface Pretrained {
  readonly layers: number;
  readonly files: readonly ModelFile[];
}
export interface AnyModel extends GalleryModel {
  readonly computer?: Computer;
  // The fetched version of the files of a model that ships.
  readonly found?: string;
  readonly pretrained?: Pretrained;
  // The model card that came with it.
  readonly card?: Blob;
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

export function sourceOf({
  id,
  files,
  version,
}: Pick<GalleryModel, 'id' | 'files' | 'version'>): ModelSource {
  const address = (wanted: string) => {
    const file = files.find((name) => name.endsWith(wanted)) ?? wanted;
    return new URL(`models/${id}/${file}`, document.baseURI).href;
  };
  return {
    name: id,
    version,
    returning: Boolean(navigator.serviceWorker?.controller),
    config: address('config.json'),
    tokenizer: address('tokenizer.json'),
    weights: address('.safetensors'),
  };
}
