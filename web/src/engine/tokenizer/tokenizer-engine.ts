// The tokenizers' module with types: strings and bytes in, plain data out.
import createHeedTokenizer, { type HeedTokenizerModule } from '@heed/heed-tokenizer.mjs';
import { loadModule, ModuleCalls } from '../module-calls.ts';
import type { Cut, TokenizerInfo } from './cut.ts';

export class TokenizerEngine {
  private readonly calls: ModuleCalls;

  private constructor(private readonly heed: HeedTokenizerModule) {
    this.calls = new ModuleCalls(heed);
  }

  static async start(wasm: string): Promise<TokenizerEngine> {
    return new TokenizerEngine(await loadModule('heed-tokenizer.wasm', createHeedTokenizer, wasm));
  }

  open(number: number, name: string, file: Uint8Array): TokenizerInfo {
    return this.calls.json([this.calls.bytes(`${name}\0`), file], ([at, bytes]) =>
      this.heed._heed_tokenizer_open(number, at![0], ...bytes!),
    ) as TokenizerInfo;
  }

  steps(number: number, text: string): Cut {
    return this.calls.json([this.calls.bytes(text)], ([at]) =>
      this.heed._heed_tokenizer_steps(number, ...at!),
    ) as Cut;
  }
}
