// The compiled engine with types: strings and arrays in, plain data out. Pointers live and die in this file.
import createHeed, { type HeedModule } from '@heed/heed.mjs';
import type { Analysis, ModelInfo, Result } from './analysis.ts';
import { EngineError } from './engine-error.ts';

// How many tokens are read; the rest of a longer text is cut, and said to be.
export const kMaxTokens = 512;
const kTopPairs = 8;
// Up to so many weights in all cross whole: a copy of 4 MB takes under a millisecond.
const kWholeWeights = 1 << 20;

export interface ModelFiles {
  readonly config: Uint8Array;
  readonly tokenizer: Uint8Array;
  readonly weights: Uint8Array;
}

export class Engine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private readonly options = this.encoder.encode(JSON.stringify({ top: kTopPairs, max_tokens: kMaxTokens }));

  private constructor(private readonly heed: HeedModule) {}

  static async start(wasm: string): Promise<Engine> {
    try {
      return new Engine(await createHeed({ locateFile: () => wasm }));
    } catch (cause) {
      throw new Error(`[heed.wasm] could not be loaded (${String(cause)}): check the connection`, { cause });
    }
  }

  open(name: string, files: ModelFiles): number {
    const inputs = [this.encoder.encode(`${name}\0`), files.config, files.tokenizer, files.weights];
    return this.withInputs(inputs, ([at, config, tokenizer, weights]) => {
      const handle = this.heed._heed_open(
        at!.pointer,
        ...both(config!),
        ...both(tokenizer!),
        ...both(weights!),
      );
      if (handle < 0) this.fail();
      return handle;
    });
  }

  info(handle: number): ModelInfo {
    if (!this.heed._heed_info(handle)) this.fail();
    return this.result() as ModelInfo;
  }

  analyse(handle: number, text: string): Result {
    const began = performance.now();
    const analysis = this.withInputs([this.encoder.encode(text), this.options], ([input, options]) => {
      if (!this.heed._heed_analyse(handle, ...both(input!), ...both(options!))) this.fail();
      return this.result() as Analysis;
    });
    const total = analysis.attention.reduce((sum, { shape: [H, T, S] }) => sum + H * T * S, 0);
    const weights = total > kWholeWeights ? [] : analysis.attention.map((_, map) => this.weights(map));
    return { analysis, weights, milliseconds: performance.now() - began };
  }

  close(handle: number): void {
    this.heed._heed_close(handle);
  }

  // Weights of attention map `map` of the last analysis: of all heads, or of one out of so many.
  weights(map: number, head = 0, heads = 1): Float32Array {
    const bytes = (4 * this.heed._heed_weights_count(map)) / heads;
    const start = (this.heed._heed_weights(map) >>> 0) + head * bytes;
    return new Float32Array(this.heed.HEAPU8.slice(start, start + bytes).buffer);
  }

  private withInputs<T>(inputs: Uint8Array[], use: (regions: Region[]) => T): T {
    const regions = inputs.map((bytes) => {
      const pointer = this.heed._malloc(Math.max(bytes.length, 1)) >>> 0;
      if (!pointer)
        throw new EngineError(`[page] no memory for ${bytes.length} bytes: close other pages, try again`);
      this.heed.HEAPU8.set(bytes, pointer);
      return { pointer, length: bytes.length };
    });
    try {
      return use(regions);
    } finally {
      for (const { pointer } of regions) this.heed._free(pointer);
    }
  }

  private text(pointer: number, length: number): string {
    return this.decoder.decode(this.heed.HEAPU8.subarray(pointer >>> 0, (pointer >>> 0) + length));
  }

  private result(): unknown {
    return JSON.parse(this.text(this.heed._heed_result(), this.heed._heed_result_size()));
  }

  private fail(): never {
    throw new EngineError(this.text(this.heed._heed_error(), this.heed._heed_error_size()));
  }
}

interface Region {
  readonly pointer: number;
  readonly length: number;
}

const both = ({ pointer, length }: Region): [number, number] => [pointer, length];
