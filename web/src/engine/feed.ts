// Files that arrive over a port, from the worker that downloads them: the engine reads them while they come, and takes
// no more than a few chunks ahead.

export type Fed =
  | { readonly kind: 'file'; readonly name: string; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  // All files are there; or the download has ended without them.
  | { readonly kind: 'end' | 'stop' };
// Back: so many bytes have been read; 'stop': nobody reads any more.
export type Answer = number | 'stop';

// A file that the engine opens, in chunks.
export interface Arriving {
  readonly name: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const kAhead = 16 << 20; // bytes
// An engine that has stopped says nothing: after so many ms without an answer the download goes on alone.
const kSilence = 20_000;

// The end that downloads. Once it is stopped, or where there is no port, it does nothing.
export class Feeder {
  stopped: boolean;
  private ahead = 0;
  private wake = () => {};
  private readonly port: MessagePort | undefined;

  constructor(port: MessagePort | undefined) {
    this.port = port;
    this.stopped = !port;
    if (!port) return;
    port.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data === 'stop') this.stopped = true;
      else this.ahead -= data;
      this.wake();
    };
  }

  file(name: string, size: number): void {
    this.send({ kind: 'file', name, size });
  }

  // The bytes are gone from here afterwards.
  async bytes(bytes: Uint8Array): Promise<void> {
    if (this.stopped) return;
    while (this.ahead > kAhead && !this.stopped) await this.answer();
    if (this.stopped) return;
    this.ahead += bytes.length;
    this.send({ kind: 'bytes', bytes }, [bytes.buffer as ArrayBuffer]);
  }

  private answer(): Promise<void> {
    return new Promise((done) => {
      const silence = setTimeout(() => {
        this.stop();
        done();
      }, kSilence);
      this.wake = () => {
        clearTimeout(silence);
        done();
      };
    });
  }

  end(): void {
    this.send({ kind: 'end' });
  }

  stop(): void {
    this.send({ kind: 'stop' });
    this.stopped = true;
  }

  private send(fed: Fed, transfer: Transferable[] = []): void {
    if (!this.stopped) this.port!.postMessage(fed, transfer);
  }
}

// The end that reads; whoever leaves its files says stop().
export class Fodder {
  private readonly come: Fed[] = [];
  private wake = () => {};
  private readonly port: MessagePort;

  constructor(port: MessagePort) {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<Fed>) => {
      this.come.push(data);
      this.wake();
    };
  }

  stop(): void {
    this.port.postMessage('stop');
    this.come.unshift({ kind: 'stop' });
    this.wake();
  }

  async *files(): AsyncGenerator<Arriving> {
    for (let next = await this.peek(); next.kind !== 'end'; next = await this.peek()) {
      if (next.kind !== 'file') throw new Error('[page] the download has ended before its model was there');
      this.come.shift();
      yield { name: next.name, size: next.size, chunks: this.chunks() };
    }
  }

  private async *chunks(): AsyncGenerator<Uint8Array> {
    for (let next = await this.peek(); next.kind === 'bytes'; next = await this.peek()) {
      this.come.shift();
      yield next.bytes;
      this.port.postMessage(next.bytes.length);
    }
  }

  private async peek(): Promise<Fed> {
    while (!this.come.length) await new Promise<void>((done) => (this.wake = done));
    return this.come[0]!;
  }
}
