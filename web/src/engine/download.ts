// Files over the network with progress in bytes.

export type Progress = (loaded: number, total: number) => void;

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

// Bytes: more than any file of the page has, so that an answer without an end has one.
const kMost = 512e6;

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html');

const ask = (url: string, cache: RequestCache) =>
  fetch(url, { cache }).catch((cause: unknown) => {
    throw new Error(`[${nameOf(url)}] could not be fetched: check the connection and try again`, { cause });
  });

async function get(url: string, cache: RequestCache): Promise<Response> {
  const first = await ask(url, cache);
  // The start page in the place of the file, which the browser may have kept of a host that is well by now.
  const response = isPage(first) ? await ask(url, 'reload') : first;
  if (!response.ok)
    throw new Error(`[${nameOf(url)}] the server answered ${response.status} instead of the file`);
  if (isPage(response))
    throw new Error(`[${nameOf(url)}] the server answered with a page instead of the file: try again later`);
  return response;
}

export async function download(
  url: string,
  cache: RequestCache = 'default',
  progress: Progress = () => {},
): Promise<Uint8Array> {
  const response = await get(url, cache);
  const total = Number(response.headers.get('content-length') ?? 0);
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    loaded += next.value.length;
    if (loaded > kMost) {
      void reader.cancel();
      throw new Error(
        `[${nameOf(url)}] the server sends more than ${kMost / 1e6} MB: no file here is so long`,
      );
    }
    // A compressing host counts compressed bytes in content-length.
    if (total) progress(Math.min(loaded, total), total);
  }
  return joined(chunks, loaded);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
