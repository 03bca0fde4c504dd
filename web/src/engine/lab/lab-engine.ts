// The lab's module with types: strings and arrays in, plain data out.
import createHeedLab, { type HeedLabModule } from '@heed/heed-lab.mjs';
import type { ModelFiles } from '../engine.ts';
import { loadModule, ModuleCalls } from '../module-calls.ts';
import type { Answer, AttendOptions, Input, VectorsInfo } from './attended.ts';

export class LabEngine {
  private readonly calls: ModuleCalls;

  private constructor(private readonly heed: HeedLabModule) {
    this.calls = new ModuleCalls(heed);
  }

  static async start(wasm: string): Promise<LabEngine> {
    return new LabEngine(await loadModule('heed-lab.wasm', createHeedLab, wasm));
  }

  openModel(name: string, { config, tokenizer, weights }: ModelFiles): VectorsInfo {
    const { _heed_lab_open: open } = this.heed;
    return this.calls.json([this.calls.bytes(`${name}\0`), config, tokenizer, weights], ([at, ...files]) =>
      open(at![0], ...files[0]!, ...files[1]!, ...files[2]!),
    ) as VectorsInfo;
  }

  openRandom(width: number, seed: number): VectorsInfo {
    return this.calls.json([], () => this.heed._heed_lab_random(width, seed)) as VectorsInfo;
  }

  // A text file of vectors: begin, feed its bytes in pieces, end. Until the end the vectors before it stay.
  begin(name: string, texts: readonly string[]): void {
    this.calls.done([this.calls.bytes(JSON.stringify({ name, texts }))], ([given]) =>
      this.heed._heed_lab_begin(...given!),
    );
  }

  feed(bytes: Uint8Array): void {
    this.calls.done([bytes], ([given]) => this.heed._heed_lab_feed(...given!));
  }

  end(): VectorsInfo {
    return this.calls.json([], () => this.heed._heed_lab_end()) as VectorsInfo;
  }

  attend(input: Input, jobs: readonly AttendOptions[]): Answer[] {
    const request = this.calls.bytes(JSON.stringify({ ...input, jobs }));
    return this.calls.json([request], ([given]) => this.heed._heed_lab_attend(...given!)) as Answer[];
  }
}
