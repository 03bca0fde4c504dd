// The lab's module with types: strings and arrays in, plain data out. Pointers live and die in this file.
import createHeedLab, { type HeedLabModule } from '@heed/heed-lab.mjs';
import type { ModelFiles } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import type { Answer, AttendOptions, Input, VectorsInfo } from './attended.ts';

export class LabEngine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly heed: HeedLabModule) {}

  static async start(wasm: string): Promise<LabEngine> {
    try {
      return new LabEngine(await createHeedLab({ locateFile: () => wasm }));
    } catch (cause) {
      throw new Error(`[heed-lab.wasm] could not be loaded (${String(cause)}): check the connection`, {
        cause,
      });
    }
  }

  openModel(name: string, { config, tokenizer, weights }: ModelFiles): VectorsInfo {
    const { _heed_lab_open: open } = this.heed;
    return this.json([this.words(`${name}\0`), config, tokenizer, weights], ([at, ...files]) =>
      open(at![0], ...files[0]!, ...files[1]!, ...files[2]!),
    ) as VectorsInfo;
  }

  openRandom(width: number, seed: number): VectorsInfo {
    return this.json([], () => this.heed._heed_lab_random(width, seed)) as VectorsInfo;
  }

  // A text file of vectors: begin, feed its bytes in pieces, end. Until the end the vectors before it stay.
  begin(name: string, texts: readonly string[]): void {
    this.done([this.words(JSON.stringify({ name, texts }))], ([given]) =>
      this.heed._heed_lab_begin(...given!),
    );
  }

  feed(bytes: Uint8Array): void {
    this.done([bytes], ([given]) => this.heed._heed_lab_feed(...given!));
  }

  end(): VectorsInfo {
    return this.json([], () => this.heed._heed_lab_end()) as VectorsInfo;
  }

  attend(input: Input, jobs: readonly AttendOptions[]): Answer[] {
    const request = this.words(JSON.stringify({ ...input, jobs }));
    return this.json([request], ([given]) => this.heed._heed_lab_attend(...given!)) as Answer[];
  }

  private words(text: string): Uint8Array {
    return this.encoder.encode(text);
  }

  // Runs `call` on copies of the inputs in the module's memory; throws what it says when it returns 0.
  private done(inputs: Uint8Array[], call: (regions: [pointer: number, bytes: number][]) => number): void {
    const regions = inputs.map((bytes): [number, number] => {
      const pointer = this.heed._malloc(Math.max(bytes.length, 1)) >>> 0;
      if (!pointer)
        throw new EngineError(`[page] no memory for ${bytes.length} bytes: close other pages, try again`);
      this.heed.HEAPU8.set(bytes, pointer);
      return [pointer, bytes.length];
    });
    try {
      if (!call(regions))
        throw new EngineError(this.text(this.heed._heed_error(), this.heed._heed_error_size()));
    } finally {
      for (const [pointer] of regions) this.heed._free(pointer);
    }
  }

  private json(inputs: Uint8Array[], call: (regions: [number, number][]) => number): unknown {
    this.done(inputs, call);
    return JSON.parse(this.text(this.heed._heed_result(), this.heed._heed_result_size()));
  }

  private text(pointer: number, length: number): string {
    return this.decoder.decode(this.heed.HEAPU8.subarray(pointer >>> 0, (pointer >>> 0) + length));
  }
}
