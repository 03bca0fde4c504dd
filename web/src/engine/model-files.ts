// A model's files: those that are kept from an earlier visit, else from the network.
import { download, type Progress } from './download.ts';
import { keep, kept, type ModelFiles } from './kept.ts';
import type { ModelFile, ModelSource } from './protocol.ts';

export interface Fetched {
  readonly files: ModelFiles;
  // To be called when the files have turned out to be good.
  keep(): void;
}

// `anew`: past what the browser has kept of the host's answers, which did not open.
export async function fetchModel(source: ModelSource, progress: Progress, anew = false): Promise<Fetched> {
  const before = anew ? null : await kept(source);
  if (before) return { files: before, keep: () => {} };
  const how = anew ? 'reload' : 'default';
  const [config, tokenizer, weights] = await Promise.all([
    download(source.config, how),
    download(source.tokenizer, how),
    download(source.weights, how, progress),
  ]);
  const files = { config, tokenizer, weights };
  return { files, keep: () => void keep(source, files) };
}

// As the files of a folder, which the engine opens like a visitor's own.
export const asFolder = ({ config, tokenizer, weights }: ModelFiles): ModelFile[] => {
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  });
  return [file('config.json', config), file('tokenizer.json', tokenizer), file('model.safetensors', weights)];
};
