// The engines of all elements of a page, each started when it is first needed: one that reads, one that also says why, and
// for each model in another maker's layout one of its own, which has all of it in memory.
import models from 'virtual:names';
import type { ModelInfo } from '../src/engine/analysis.ts';
import { Client, type Ways } from '../src/engine/client.ts';
import { asFolder, fetchModel } from '../src/engine/model-files.ts';
import type { ModelSource } from '../src/engine/protocol.ts';

const kNames = models.map(({ id }) => id);

export type Engine = 'heed' | 'heed-why' | 'heed-folder';

const engines = new Map<string, Client>();
function clientFor(engine: Engine, model: string): Client {
  const name = engine === 'heed-folder' ? `${engine} ${model}` : engine;
  // Whoever waits for one that has stopped hears of it by its question.
  const client = engines.get(name) ?? new Client(engine, () => engines.delete(name));
  engines.set(name, client);
  return client;
}

type Tell = NonNullable<Ways['progress']>;

export interface Opened {
  readonly client: Client;
  // Rejected where it could not be had.
  readonly info: Promise<ModelInfo>;
}

const opening = new WeakMap<Client, Promise<ModelInfo>>();

export function openModel(engine: Engine, source: ModelSource, tell: Tell): Opened {
  const client = clientFor(engine, source.name);
  if (engine !== 'heed-folder')
    return { client, info: client.send('open', { source }, { progress: tell }).answer };
  const info = opening.get(client) ?? openFolder(client, source, tell);
  opening.set(client, info);
  info.catch(() => opening.delete(client));
  return { client, info };
}

async function openFolder(client: Client, source: ModelSource, progress: Tell): Promise<ModelInfo> {
  const began = performance.now();
  const { files } = await fetchModel(source, (loaded, total) =>
    progress({ loaded, total, seconds: (performance.now() - began) / 1000 }),
  );
  const given = { name: source.name, files: asFolder(files), int8: false };
  return (await client.send('open-files', given).answer).info;
}

// Where models that ship lie: beside the folder of this module, on the site as in the package.
const kFolder = new URL(/* @vite-ignore */ '../models/', import.meta.url);

// Throws on a name of none.
export function sourceOf(model: string): ModelSource {
  const isFolder = /[/.:]/.test(model);
  if (!isFolder && !kNames.includes(model))
    throw new Error(
      `[heed-attention] there is no model "${model}": expected ${kNames.join(', ')}, or the address of a folder, as ./models/mine/`,
    );
  const folder = isFolder
    ? new URL(model.endsWith('/') ? model : `${model}/`, document.baseURI)
    : new URL(`${model}/`, kFolder);
  const address = (name: string) => new URL(name, folder).href;
  return {
    name: folder.href.slice(0, -1),
    version: '',
    returning: false,
    config: address('config.json'),
    tokenizer: address('tokenizer.json'),
    weights: address('model.safetensors'),
  };
}

// What the model that ships answers; null of others.
export const taskOf = (model: string): string | null => models.find(({ id }) => id === model)?.task ?? null;

// Models that ship are known to be in folders before.
export const inFolder = (model: string): boolean =>
  models.some(({ id, inFolder }) => id === model && inFolder);
