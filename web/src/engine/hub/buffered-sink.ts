// Small pieces to large ones: every write to the browser's storage costs much the same, whatever its length.
import type { Sink } from './resume.ts';

export interface FileSink extends Sink {
  close(): Promise<void>;
}

export abstract class BufferedSink implements FileSink {
  private readonly buffer: Uint8Array;
  private filled = 0;

  // `part`: bytes to a write. `stored`: those that are there.
  constructor(
    part: number,
    protected stored: number,
  ) {
    this.buffer = new Uint8Array(part);
  }

  get size(): number {
    return this.stored + this.filled;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const fits = bytes.subarray(at, at + this.buffer.length - this.filled);
      this.buffer.set(fits, this.filled);
      this.filled += fits.length;
      at += fits.length;
      if (this.filled === this.buffer.length) await this.flush();
    }
  }

  async clear(): Promise<void> {
    this.filled = 0;
    await this.empty();
    this.stored = 0;
  }

  async close(): Promise<void> {
    try {
      if (this.filled > 0) await this.flush();
    } finally {
      await this.end();
    }
  }

  private async flush(): Promise<void> {
    await this.put(this.buffer.subarray(0, this.filled));
    this.stored += this.filled;
    this.filled = 0;
  }

  // Bytes behind the `stored` ones.
  protected abstract put(bytes: Uint8Array): void | Promise<void>;
  protected abstract empty(): void | Promise<void>;
  protected abstract end(): void | Promise<void>;
}
