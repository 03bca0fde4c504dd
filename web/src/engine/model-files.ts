// A model's files: those that are kept from an earlier visit, else from the network.
import { download, type Progress } from './download.ts';
import { keep, kept, type ModelFiles, versionOf } from './kept.ts';
import type { ModelFile, ModelSource } from './protocol.ts';

export interface Fetched {
  readonly files: ModelFiles;
  // As ModelSource's. A host that has been renewed since the page was loaded, or not yet, sends another one.
  readonly version: string;
  // To be called when the files have turned out to be good.
  keep(): void;
}

async function ask(source: ModelSource, how: RequestCache, progress: Progress): Promise<Fetched> {
  const [config, tokenizer, weights] = await Promise.all([
    download(source.config, how),
    download(source.tokenizer, how),
    download(source.weights, how, progress),
  ]);
  const files = { config, tokenizer, weights };
  const version = await versionOf(files, source);
  const own = version === source.version;
  return { files, version, keep: () => void (own && keep(source, files)) };
}

// `anew`: past what the browser has kept of the host's answers, which did not open.
export async function fetchModel(source: ModelSource, progress: Progress, anew = false): Promise<Fetched> {
  if (anew) return ask(source, 'reload', progress);
  const before = await kept(source);
  if (before) return { files: before, version: source.version, keep: () => {} };
  const found = await ask(source, 'default', progress);
  // The browser may have kept an older answer: the host says whether it has a newer one.
  return found.version === source.version ? found : ask(source, 'no-cache', progress);
}

// As the files of a folder, which the engine opens like a visitor's own.
export const asFolder = ({ config, tokenizer, weights }: ModelFiles): ModelFile[] => {
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  });
  return [file('config.json', config), file('tokenizer.json', tokenizer), file('model.safetensors', weights)];
};
