// A file over the network that goes on where it was cut off, as far as the server can.

export interface Sink {
  // Bytes that are here already.
  readonly size: number;
  write(bytes: Uint8Array): void | Promise<void>;
  // Begins anew.
  clear(): void | Promise<void>;
}

export interface Target {
  readonly url: string;
  // What messages call it.
  readonly name: string;
  // As the server lists it.
  readonly size: number;
  readonly sha256: string | null;
}

export interface Options {
  readonly signal: AbortSignal;
  // The answer to a first request that was made ahead (ask()), of a file of which nothing is here.
  readonly first?: Promise<Response> | undefined;
  // After every piece.
  readonly tell: () => void;
  // Before the next try, where the last one brought nothing.
  readonly pause?: (tried: number, signal: AbortSignal) => Promise<void>;
}

const kTries = 5;
const kPause = 500; // ms, twice as long after every try

const waiting = (tried: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    setTimeout(done, kPause * 2 ** (tried - 1));
    signal.addEventListener('abort', () => done(), { once: true });
  });

// What a server's answer other than the file means, and what to do.
export function refusal(name: string, status: number): string {
  if (status === 401 || status === 403)
    return `[${name}] the server answered ${status}: there is no such model, or one has to sign in for it. Download it there and drop its folder here.`;
  if (status === 404) return `[${name}] is not there (404): check the name of the model.`;
  return `[${name}] the server answered ${status} instead of the file: try again later.`;
}

// No further try would help.
export class Refused extends Error {}

// What the server said of the file before the connection was cut.
interface Version {
  etag: string | null;
}

// Whether an answer has what follows the first `from` bytes of the same file; "bytes 100-199/200" begins at 100.
function continues(response: Response, from: number, target: Target, version: Version): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  const etag = response.headers.get('etag');
  const same = !etag || !version.etag || etag === version.etag;
  const fits = !range || range[2] === '*' || Number(range[2]) === target.size;
  // Some hosts do not let a page read the header: the length and the SHA-256 tell in the end.
  return same && fits && (!range || Number(range[1]) === from);
}

// Its bytes from `from` on.
export function ask({ url }: Target, signal: AbortSignal, from = 0): Promise<Response> {
  const headers = from > 0 ? { range: `bytes=${from}-` } : undefined;
  const answer = fetch(url, { signal, ...(headers && { headers }) });
  answer.catch(() => {}); // heard when it is waited for
  return answer;
}

async function once(target: Target, sink: Sink, version: Version, options: Options): Promise<void> {
  const { signal, first, tell } = options;
  const from = sink.size;
  const response = await (from === 0 && first ? first : ask(target, signal, from));
  const gone =
    response.status === 416 || (response.status === 206 && !continues(response, from, target, version));
  if (from > 0 && gone) {
    await response.body?.cancel();
    version.etag = null;
    await sink.clear();
    throw new Error('the file has changed on the server meanwhile');
  }
  if (!response.ok) throw new Refused(refusal(target.name, response.status));
  // A server that knows no ranges sends all of it.
  if (from > 0 && response.status !== 206) await sink.clear();
  version.etag = response.headers.get('etag');
  const reader = response.body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    await sink.write(next.value);
    if (sink.size > target.size) return void reader.cancel();
    tell();
  }
}

// Error in words when it cannot be had whole; what has come stays in the sink.
export async function fetchWhole(target: Target, sink: Sink, options: Options): Promise<void> {
  const { name, size } = target;
  const version: Version = { etag: null };
  let most = sink.size;
  let { first } = options;
  for (let tried = 0; sink.size < size;) {
    try {
      await once(target, sink, version, { ...options, first }).finally(() => (first = undefined));
      if (sink.size < size) throw new Error('the connection was cut');
    } catch (error) {
      if (options.signal.aborted) throw error;
      if (error instanceof Refused) throw named(name, error);
      // As long as more comes than ever before, it goes on.
      tried = sink.size > most ? 0 : tried + 1;
      most = Math.max(most, sink.size);
      if (tried >= kTries)
        throw new Error(
          `[${name}] came to ${sink.size} of ${size} bytes and no further (${error instanceof Error ? error.message : String(error)}): click Download to go on from there.`,
          { cause: error },
        );
      if (tried > 0) await (options.pause ?? waiting)(tried, options.signal);
    }
  }
  if (sink.size > size) {
    await sink.clear();
    throw new Error(
      `[${name}] has more than the ${size} bytes that the server announced: download it again.`,
    );
  }
}

// An error of the sink, which knows no names.
const named = (name: string, error: Refused) =>
  error.message.startsWith('[') ? error : new Refused(`[${name}] ${error.message}.`, { cause: error });
