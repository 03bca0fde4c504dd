// The tokenizers' module with types: strings and bytes in, plain data out. Pointers live and die in this file.
import createHeedTokenizer, { type HeedTokenizerModule } from '@heed/heed-tokenizer.mjs';
import { EngineError } from '../engine-error.ts';
import type { Cut, TokenizerInfo } from './cut.ts';

export class TokenizerEngine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly heed: HeedTokenizerModule) {}

  static async start(wasm: string): Promise<TokenizerEngine> {
    try {
      return new TokenizerEngine(await createHeedTokenizer({ locateFile: () => wasm }));
    } catch (cause) {
      throw new Error(`[heed-tokenizer.wasm] could not be loaded (${String(cause)}): check the connection`, {
        cause,
      });
    }
  }

  open(number: number, name: string, file: Uint8Array): TokenizerInfo {
    return this.with(this.encoder.encode(`${name}\0`), (at) =>
      this.with(file, (bytes, count) => this.json(this.heed._heed_tokenizer_open(number, at, bytes, count))),
    ) as TokenizerInfo;
  }

  steps(number: number, text: string): Cut {
    return this.with(this.encoder.encode(text), (at, count) =>
      this.json(this.heed._heed_tokenizer_steps(number, at, count)),
    ) as Cut;
  }

  // Runs `call` on a copy of `bytes` in the module's memory.
  private with(bytes: Uint8Array, call: (pointer: number, count: number) => unknown): unknown {
    const pointer = this.heed._malloc(Math.max(bytes.length, 1)) >>> 0;
    if (!pointer)
      throw new EngineError(`[page] no memory for ${bytes.length} bytes: close other pages, try again`);
    try {
      this.heed.HEAPU8.set(bytes, pointer);
      return call(pointer, bytes.length);
    } finally {
      this.heed._free(pointer);
    }
  }

  private json(done: number): unknown {
    if (!done) throw new EngineError(this.text(this.heed._heed_error(), this.heed._heed_error_size()));
    return JSON.parse(this.text(this.heed._heed_result(), this.heed._heed_result_size()));
  }

  private text(pointer: number, length: number): string {
    return this.decoder.decode(this.heed.HEAPU8.subarray(pointer >>> 0, (pointer >>> 0) + length));
  }
}
