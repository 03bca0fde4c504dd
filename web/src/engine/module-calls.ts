// Calls into a compiled module: inputs are copied into its memory for as long as a call lasts, answers are copied out.
import { EngineError } from './engine-error.ts';

// What every module exports beside its own functions.
export interface Callable {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _heed_result(): number;
  _heed_result_size(): number;
  _heed_error(): number;
  _heed_error_size(): number;
}

export type Region = [pointer: number, bytes: number];

// `name` is what messages call the file.
export async function loadModule<M>(
  name: string,
  create: (options: { locateFile: () => string }) => Promise<M>,
  wasm: string,
): Promise<M> {
  try {
    return await create({ locateFile: () => wasm });
  } catch (cause) {
    throw new Error(`[${name}] could not be loaded (${String(cause)}): check the connection`, { cause });
  }
}

export class ModuleCalls {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(private readonly module: Callable) {}

  bytes(text: string): Uint8Array {
    return this.encoder.encode(text);
  }

  // Runs `call` on copies of the inputs; throws what the module says when it returns 0.
  done(inputs: readonly Uint8Array[], call: (regions: Region[]) => number): void {
    const regions = inputs.map((bytes): Region => {
      const pointer = this.module._malloc(Math.max(bytes.length, 1)) >>> 0;
      if (!pointer)
        throw new EngineError(`[page] no memory for ${bytes.length} bytes: close other pages, try again`);
      this.module.HEAPU8.set(bytes, pointer);
      return [pointer, bytes.length];
    });
    try {
      if (!call(regions)) this.fail();
    } finally {
      for (const [pointer] of regions) this.module._free(pointer);
    }
  }

  json(inputs: readonly Uint8Array[], call: (regions: Region[]) => number): unknown {
    this.done(inputs, call);
    return JSON.parse(this.text(this.module._heed_result(), this.module._heed_result_size()));
  }

  fail(): never {
    throw new EngineError(this.text(this.module._heed_error(), this.module._heed_error_size()));
  }

  private text(pointer: number, length: number): string {
    // A copy: memory that threads share cannot be decoded.
    return this.decoder.decode(this.module.HEAPU8.slice(pointer >>> 0, (pointer >>> 0) + length));
  }
}
