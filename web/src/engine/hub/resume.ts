// A file over the network that goes on where it was cut off, as far as the server can.

export interface Sink {
  // Bytes that are here already.
  readonly size: number;
  write(bytes: Uint8Array): void;
  // Begins anew.
  clear(): void;
}

export interface Target {
  readonly url: string;
  // What messages call it.
  readonly name: string;
  // As the server lists it.
  readonly size: number;
  readonly sha256: string | null;
}

const kTries = 5;

// What a server's answer other than the file means, and what to do.
export function refusal(name: string, status: number): string {
  if (status === 401 || status === 403)
    return `[${name}] the server answered ${status}: there is no such model, or one has to sign in for it. Download it there and drop its folder here.`;
  if (status === 404) return `[${name}] is not there (404): check the name of the model.`;
  return `[${name}] the server answered ${status} instead of the file: try again later.`;
}

class Refused extends Error {}

// What a server said of the file before the connection was cut, if it was this visit.
interface Seen {
  etag: string | null;
}

// "bytes 100-199/200" begins where it was asked for.
function continues(response: Response, from: number, target: Target, seen: Seen): boolean {
  if (response.status !== 206) return false;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  const etag = response.headers.get('etag');
  const same = !etag || !seen.etag || etag === seen.etag;
  const fits = range?.[2] === '*' || Number(range?.[2]) === target.size;
  // Some hosts do not let a page read the header: the length and the SHA-256 tell in the end.
  if ((range && (Number(range[1]) !== from || !fits)) || !same)
    throw new Refused(
      `[${target.name}] has changed on the server meanwhile: delete what is here and download it again.`,
    );
  return true;
}

async function once(
  target: Target,
  sink: Sink,
  seen: Seen,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const from = sink.size;
  const headers = from > 0 ? { range: `bytes=${from}-` } : undefined;
  const response = await fetch(target.url, { signal, ...(headers && { headers }) });
  if (!response.ok) throw new Refused(refusal(target.name, response.status));
  // A server that knows no ranges sends all of it.
  if (from > 0 && !continues(response, from, target, seen)) sink.clear();
  seen.etag = response.headers.get('etag');
  const reader = response.body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    sink.write(next.value);
    if (sink.size > target.size) return;
    tell();
  }
}

// Error in words when it cannot be had whole; what has come stays in the sink.
export async function fetchWhole(
  target: Target,
  sink: Sink,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const { name, size } = target;
  const seen: Seen = { etag: null };
  for (let attempt = 1; sink.size < size; attempt++) {
    const before = sink.size;
    try {
      await once(target, sink, seen, signal, tell);
      if (sink.size < size) throw new Error('the connection was cut');
    } catch (error) {
      if (error instanceof Refused || signal.aborted) throw error;
      // As long as something comes, it goes on.
      if (sink.size > before) attempt = 0;
      if (attempt >= kTries)
        throw new Error(
          `[${name}] came to ${sink.size} of ${size} bytes and no further (${error instanceof Error ? error.message : String(error)}): click Download to go on from there.`,
          { cause: error },
        );
    }
  }
  if (sink.size > size) {
    sink.clear();
    throw new Error(
      `[${name}] has more than the ${size} bytes that the server announced: download it again.`,
    );
  }
}
