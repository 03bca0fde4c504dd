// Downloaded models in the browser's Cache, where it has no file system. An entry cannot grow: a file is kept in parts,
// each an entry of its own.
import type { ModelFile } from '../protocol.ts';
import { BufferedSink, type FileSink } from './buffered-sink.ts';
import type { KeptModel } from './kept-model.ts';
import { Refused } from './resume.ts';
import { kFull, listed, type ModelRecord, readRecord, type Store } from './store.ts';

const kCache = 'heed:downloads';
const kRecord = 'complete.json';
const kPart = 16 << 20; // bytes
const kBytes = 'x-bytes';

const folder = (id: string) => `${self.location.origin}/heed-downloads/${encodeURIComponent(id)}/`;
const address = (id: string, name: string, part: number) =>
  `${folder(id)}${encodeURIComponent(name)}?part=${part}`;

interface Part {
  readonly url: string;
  readonly id: string;
  readonly name: string;
  readonly part: number;
}

async function parts(cache: Cache): Promise<Part[]> {
  const found = (await cache.keys()).flatMap(({ url }) => {
    const [, id, name, part] = /\/heed-downloads\/([^/]+)\/([^/]+)\?part=(\d+)$/.exec(url) ?? [];
    if (id === undefined) return [];
    return [{ url, id: decodeURIComponent(id), name: decodeURIComponent(name!), part: Number(part) }];
  });
  return found.sort((a, b) => a.part - b.part);
}

async function put(cache: Cache, url: string, bytes: Uint8Array): Promise<void> {
  const headers = { [kBytes]: String(bytes.length) };
  try {
    await cache.put(url, new Response(bytes as Uint8Array<ArrayBuffer>, { headers }));
  } catch (error) {
    throw (error as DOMException).name === 'QuotaExceededError' ? new Refused(kFull) : error;
  }
}

class CacheSink extends BufferedSink {
  constructor(
    private readonly cache: Cache,
    private readonly at: (part: number) => string,
    private count: number,
    stored: number,
  ) {
    super(kPart, stored);
  }

  protected async put(bytes: Uint8Array): Promise<void> {
    await put(this.cache, this.at(this.count), bytes);
    this.count++;
  }

  protected async empty(): Promise<void> {
    for (let part = 0; part < this.count; part++) await this.cache.delete(this.at(part));
    this.count = 0;
  }

  protected end(): void {}
}

export class CacheStore implements Store {
  private readonly cache = caches.open(kCache);

  static async works(): Promise<boolean> {
    try {
      await caches.open(kCache);
      return true;
    } catch {
      return false;
    }
  }

  async list(): Promise<KeptModel[]> {
    const all = await parts(await this.cache);
    return listed(this, [...new Set(all.map(({ id }) => id))]);
  }

  async files(id: string): Promise<ModelFile[]> {
    const cache = await this.cache;
    const own = (await parts(cache)).filter((part) => part.id === id && part.name !== kRecord);
    const names = [...new Set(own.map(({ name }) => name))];
    return Promise.all(
      names.map(async (name) => {
        const urls = own.filter((part) => part.name === name).map(({ url }) => url);
        const blobs = await Promise.all(urls.map(async (url) => (await cache.match(url))!.blob()));
        return { name, blob: new Blob(blobs) };
      }),
    );
  }

  async remove(id: string): Promise<void> {
    const cache = await this.cache;
    const own = (await parts(cache)).filter((part) => part.id === id);
    await Promise.all(own.map(({ url }) => cache.delete(url)));
  }

  async record(id: string): Promise<ModelRecord | null> {
    const found = await (await this.cache).match(address(id, kRecord, 0));
    return found ? readRecord(await found.text()) : null;
  }

  async sink(id: string, name: string): Promise<FileSink> {
    const cache = await this.cache;
    const own = (await parts(cache)).filter((part) => part.id === id && part.name === name);
    const sizes = await Promise.all(
      own.map(async ({ url }) => Number((await cache.match(url))!.headers.get(kBytes))),
    );
    const stored = sizes.reduce((sum, size) => sum + size, 0);
    return new CacheSink(cache, (part) => address(id, name, part), own.length, stored);
  }

  async note(id: string, record: ModelRecord): Promise<void> {
    await put(await this.cache, address(id, kRecord, 0), new TextEncoder().encode(JSON.stringify(record)));
  }
}
