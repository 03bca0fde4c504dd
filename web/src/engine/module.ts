// A compiled module with types: commands (generated/messages.ts) and bytes in, plain data and arrays out. Pointers live and die
// in this file.
import type { EngineCommands } from '../generated/messages.ts';
import { EngineError } from './engine-error.ts';

export interface Reply<Value = unknown> {
  readonly value: Value;
  // Copies, which can be handed on.
  readonly tensors: readonly Float32Array[];
}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  // `threads`: that it computes with.
  constructor(
    private readonly heed: HeedModule,
    readonly threads = 1,
  ) {}

  // `name` is what messages call the file.
  static async load(
    name: string,
    create: (options: { locateFile: () => string }) => Promise<HeedModule>,
    wasm: string,
  ): Promise<HeedModule> {
    try {
      return await create({ locateFile: () => wasm });
    } catch (cause) {
      throw new Error(
        `[${name}.wasm] could not be loaded (${String(cause)}): check the connection and reload the page`,
        {
          cause,
        },
      );
    }
  }

  // Bytes of the module, whose memory only grows.
  get memory(): number {
    return this.heed.HEAPU8.length;
  }

  call<C extends keyof EngineCommands>(
    command: C,
    given: EngineCommands[C]['takes'],
    files: readonly Uint8Array[] = [],
  ): Reply<EngineCommands[C]['answers']> {
    const text = JSON.stringify({ command, ...given }, wellFormed);
    [this.encoder.encode(text), ...files].forEach((bytes, i) => this.put(i, bytes));
    const done = this.heed._heed_call(files.length);
    const reply = this.text(this.heed._heed_reply(), this.heed._heed_reply_size());
    if (!done) throw new EngineError(reply);
    const tensors = Array.from({ length: this.heed._heed_tensors() }, (_, i) => this.tensor(i));
    return { value: JSON.parse(reply), tensors };
  }

  // Behind every opening: regular expressions that a tokenizer asks for are another module's, which comes when it is wanted.
  // Whether it was; EngineError where one is none.
  async settle(): Promise<boolean> {
    const asked = this.heed.asked?.splice(0) ?? [];
    if (asked.length === 0) return false;
    this.heed.expressions ??= await (await import('./expressions-build.ts')).loadExpressions();
    for (const number of asked) this.heed.expressions.compile(number, this.heed.known![number]!);
    return true;
  }

  // The next bytes of what is coming, to where they stay; `name` is the file's.
  write(bytes: Uint8Array, name: string): void {
    for (let at = 0; at < bytes.length;) {
      const room = Math.min(this.heed._heed_room_size() >>> 0, bytes.length - at);
      if (room === 0) throw new EngineError(`[${name}] has more bytes than it should: get it again`);
      // The room may make the memory grow.
      const place = this.heed._heed_room() >>> 0;
      this.heed.HEAPU8.set(bytes.subarray(at, at + room), place);
      if (!this.heed._heed_wrote(room))
        throw new EngineError(this.text(this.heed._heed_reply(), this.heed._heed_reply_size()));
      at += room;
    }
  }

  private put(i: number, bytes: Uint8Array): void {
    const place = this.heed._heed_input(i, bytes.length) >>> 0;
    if (!place)
      throw new EngineError(`[page] no memory for ${bytes.length} bytes: close other pages, try again`);
    this.heed.HEAPU8.set(bytes, place);
  }

  private tensor(i: number): Float32Array {
    const start = this.heed._heed_tensor(i) >>> 0;
    const bytes = 4 * (this.heed._heed_tensor_size(i) >>> 0);
    return new Float32Array(this.heed.HEAPU8.slice(start, start + bytes).buffer);
  }

  private text(pointer: number, length: number): string {
    // A copy: memory that threads share cannot be decoded.
    return this.decoder.decode(this.heed.HEAPU8.slice(pointer >>> 0, (pointer >>> 0) + length));
  }
}

// Half a surrogate pair is no text that UTF-8 could hold.
const wellFormed = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
