// Everything that the page can do, kept in the browser: modules of this browser's kind, and all models.
import { buildFor } from '../engine/capable.ts';
import { keepModule } from './keep-module.ts';

// One file, and where it is to be kept.
export interface Missing {
  readonly cache: string;
  readonly key: string;
  readonly url: string;
  readonly bytes: number;
}

const kAtOnce = 4; // files

// Small models are trained without threads, wherever there may be some.
const modules = () => [
  buildFor(crossOriginIsolated),
  buildFor(crossOriginIsolated, 'heed-writer'),
  buildFor(crossOriginIsolated, 'heed-trainer'),
  buildFor(false, 'heed-trainer'),
  'heed-expressions',
  'heed-vocabularies',
  'heed-manual',
  'heed-embed',
  `heed-${document.documentElement.lang}`,
];

// As the service worker knows it.
export async function missing(): Promise<readonly Missing[]> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<readonly Missing[]>) => resolve(data);
    active!.postMessage({ missing: modules() }, [port2]);
  });
}

export const bytesOf = (list: readonly Missing[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

// `progress` is told of every file's bytes once they are kept. Files that are kept stay where it is given up.
export async function keepAll(
  list: readonly Missing[],
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const left = [...list].sort((a, b) => a.bytes - b.bytes);
  const one = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const { cache, key, url, bytes } = file;
      const response = await fetch(url, { signal, cache: 'no-cache' });
      if (!response.ok)
        throw new Error(`${new URL(url).pathname} could not be fetched (${response.status}).`);
      await (await caches.open(cache)).put(key, response);
      progress(bytes);
    }
  };
  await Promise.all(Array.from({ length: kAtOnce }, one));
  modules().forEach(keepModule);
}
