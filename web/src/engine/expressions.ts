// Regular expressions that tokenizers ask for: the module heed-expressions, which an engine's module calls
// (engine/text/page/expression.cpp).
import { EngineError } from './engine-error.ts';

export class Expressions {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private readonly compiled = new Set<number>();
  private readonly module: ExpressionsModule;

  constructor(module: ExpressionsModule) {
    this.module = module;
  }

  // EngineError where `source` is no expression.
  compile(number: number, source: string): void {
    if (this.compiled.has(number)) return;
    this.put(this.encoder.encode(source));
    if (!this.module._heed_expressions_compile(number))
      throw new EngineError(this.decoder.decode(this.message()));
    this.compiled.add(number);
  }

  // Where in UTF-8 each find begins and ends; or the bytes of a message.
  find(number: number, text: Uint8Array): Uint32Array | Uint8Array {
    this.put(text);
    if (!this.module._heed_expressions_find(number)) return this.message();
    const start = this.module._heed_expressions_found() >>> 0;
    const bytes = 4 * this.module._heed_expressions_count();
    return new Uint32Array(this.module.HEAPU8.slice(start, start + bytes).buffer);
  }

  private put(bytes: Uint8Array): void {
    this.module.HEAPU8.set(bytes, this.module._heed_expressions_input(bytes.length) >>> 0);
  }

  private message(): Uint8Array {
    const start = this.module._heed_expressions_message() >>> 0;
    return this.module.HEAPU8.slice(start, start + this.module._heed_expressions_message_size());
  }
}
