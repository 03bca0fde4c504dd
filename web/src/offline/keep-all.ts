// Everything that the page can do, kept in the browser: modules of this browser's kind, and all models.
import { buildFor } from '../engine/capable.ts';
import { sha256 } from '../engine/sha256.ts';
import { t } from '../text/t.ts';
import { keepModule } from './keep-module.ts';

// One file, and where it is to be kept.
export interface Missing {
  readonly cache: string;
  readonly key: string;
  readonly url: string;
  readonly bytes: number;
  // SHA-256, as the build has it.
  readonly sum: string;
}

const kAtOnce = 4; // files

// The page explains and trains small models without threads, wherever there may be some.
const modules = () => [
  'heed-full',
  'heed-all',
  buildFor(crossOriginIsolated, 'heed-all'),
  'heed-expressions',
  'heed-vocabularies',
  'heed-manual',
  'heed-embed',
  'heed-licences',
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

export const sizeOf = (list: readonly Missing[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0);

// All of an answer; null where it has not as many bytes.
async function wholeOf(response: Response, bytes: number): Promise<ArrayBuffer | null> {
  const chunks: BlobPart[] = [];
  const reader = response.body!.getReader();
  let left = bytes;
  for (let next = await reader.read(); next.value && left >= 0; next = await reader.read()) {
    chunks.push(next.value);
    left -= next.value.length;
  }
  void reader.cancel(); // of an answer without an end
  return left === 0 ? new Blob(chunks).arrayBuffer() : null;
}

// The file, and nothing that a host may send in its place: its start page, a part of it, another version of it. As the
// service worker does it.
async function fetchOne({ url, bytes, sum }: Missing, signal: AbortSignal): Promise<Response> {
  const name = new URL(url).pathname;
  // Asked a second time, past all that the browser has kept of the host's answers.
  for (const cache of ['no-cache', 'reload'] as const) {
    const response = await fetch(url, { signal, cache });
    if (!response.ok) throw new Error(t('read.did-not-load', name, response.status));
    const whole = await wholeOf(response, bytes);
    if (!whole || (await sha256(whole)) !== sum) continue;
    const headers = new Headers(response.headers);
    // These describe the bytes as they were sent, and who may be answered with them.
    for (const one of ['content-encoding', 'content-length', 'vary']) headers.delete(one);
    return new Response(whole, { headers });
  }
  throw new Error(t('read.is-not-the-file-of-this-page', name));
}

// `progress` is told of every file's bytes once they are kept. Files that are kept stay where it is given up, and one that
// cannot be had keeps none of the others from it.
export async function keepAll(
  list: readonly Missing[],
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const left = [...list].sort((a, b) => a.bytes - b.bytes);
  const problems: unknown[] = [];
  const one = async () => {
    for (let file = left.shift(); file && !signal.aborted; file = left.shift())
      try {
        await (await caches.open(file.cache)).put(file.key, await fetchOne(file, signal));
        progress(file.bytes);
      } catch (error) {
        problems.push(error);
      }
  };
  await Promise.all(Array.from({ length: kAtOnce }, one));
  if (problems.length) throw problems[0];
  modules().forEach(keepModule);
}
