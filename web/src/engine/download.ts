// Files over the network with progress in bytes.

export type Progress = (loaded: number, total: number) => void;

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

async function get(url: string): Promise<Response> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new Error(`[${nameOf(url)}] could not be fetched: check the connection and try again`, { cause });
  });
  if (!response.ok)
    throw new Error(`[${nameOf(url)}] the server answered ${response.status} instead of the file`);
  return response;
}

export async function download(url: string, progress?: Progress): Promise<Uint8Array> {
  const response = await get(url);
  const total = Number(response.headers.get('content-length') ?? 0);
  if (!progress || !response.body || !total) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    loaded += next.value.length;
    // A compressing host counts compressed bytes in content-length.
    progress(Math.min(loaded, total), total);
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
