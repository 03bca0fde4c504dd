// The module for models of other makers with types: strings, files and arrays in, plain data out.
import type { HeedEncodersModule } from '@heed/heed-encoders.mjs';
import type { Analysis, ModelInfo, Token } from '../analysis.ts';
import { EngineError } from '../engine-error.ts';
import { ModuleCalls } from '../module-calls.ts';
import { startBuild } from './builds.ts';
import type { Build } from './capable.ts';
import type { Arriving } from './feed.ts';
import type { FilledMasks, SentenceVector } from './protocol.ts';

const kMaxTokens = 512;
const kTopPairs = 8;
// Longer texts come without maps: a head's is computed when it is looked at.
const kWholeMaps = 64;

export class EncodersEngine {
  private readonly calls: ModuleCalls;
  private readonly options: Uint8Array;

  private constructor(
    private readonly heed: HeedEncodersModule,
    readonly build: Build,
    readonly threads: number,
  ) {
    this.calls = new ModuleCalls(heed);
    this.options = this.calls.bytes(
      JSON.stringify({ top: kTopPairs, max_tokens: kMaxTokens, whole_maps: kWholeMaps }),
    );
  }

  static async start(): Promise<EncodersEngine> {
    const { module, build, threads } = await startBuild();
    return new EncodersEngine(module, build, threads);
  }

  // Of the module's memory, which only grows.
  get memory(): number {
    return this.heed.HEAPU8.length;
  }

  // Reads the files piece by piece to where they stay; `tell` hears the bytes read so far and may throw to end it. With
  // `int8` matrices become int8 as they come: a quarter of the memory.
  async open(
    name: string,
    files: Iterable<Arriving> | AsyncIterable<Arriving>,
    tell: (bytes: number) => void,
    int8: boolean,
  ): Promise<number> {
    this.calls.done([this.calls.bytes(name)], ([at]) => this.heed._heed_begin(...at!, int8 ? 1 : 0));
    try {
      let read = 0;
      for await (const file of files)
        await this.read(file, (bytes) => {
          read += bytes;
          tell(read);
        });
      const handle = this.heed._heed_open();
      if (handle < 0) this.calls.fail();
      return handle;
    } finally {
      this.heed._heed_cancel();
    }
  }

  info(handle: number): ModelInfo {
    return this.calls.json([], () => this.heed._heed_info(handle)) as ModelInfo;
  }

  // Whether its matrices are int8, as its files are or as open() made them.
  int8(handle: number): boolean {
    return this.heed._heed_int8(handle) === 1;
  }

  analyse(handle: number, text: string): Analysis {
    const given = [this.calls.bytes(text), this.options];
    return this.calls.json(given, ([at, options]) =>
      this.heed._heed_analyse(handle, ...at!, ...options!),
    ) as Analysis;
  }

  answer(handle: number, question: string, text: string): Analysis {
    const given = [this.calls.bytes(question), this.calls.bytes(text), this.options];
    const analysis = this.calls.json(given, ([asked, at, options]) =>
      this.heed._heed_answer(handle, ...asked!, ...at!, ...options!),
    ) as Analysis;
    // The question's tokens, and what separates them, stand nowhere in the text.
    const tokens = analysis.tokens.map((token) =>
      token.question || token.special ? { ...token, start: 0, end: 0 } : token,
    );
    return { ...analysis, tokens };
  }

  embed(handle: number, text: string): SentenceVector {
    const { embedding, cls_embedding } = this.calls.json([this.calls.bytes(text)], ([at]) =>
      this.heed._heed_embed(handle, ...at!),
    ) as { embedding: number[]; cls_embedding: number[] };
    return { mean: embedding, cls: cls_embedding };
  }

  fillMask(handle: number, text: string, top: number): FilledMasks {
    return this.calls.json([this.calls.bytes(text)], ([at]) =>
      this.heed._heed_fill_mask(handle, ...at!, top),
    ) as FilledMasks;
  }

  tokenize(handle: number, text: string): Token[] {
    return this.calls.json([this.calls.bytes(text)], ([at]) =>
      this.heed._heed_tokenize(handle, ...at!),
    ) as Token[];
  }

  // Whether the last analysis holds the weights of its maps.
  hasMaps(map: number): boolean {
    return this.heed._heed_weights_count(map) > 0;
  }

  // Weights of attention map `map` of the last analysis: of all heads, or of one out of so many.
  weights(map: number, head = 0, heads = 1): Float32Array {
    const count = this.heed._heed_weights_count(map) / heads;
    return this.floats((this.heed._heed_weights(map) >>> 0) + 4 * head * count, count);
  }

  // Of the last analysis, of a text with more than kWholeMaps tokens: [T, S].
  head(layer: number, head: number): Float32Array {
    this.calls.done([], () => this.heed._heed_head(layer, head));
    return this.floats(this.heed._heed_floats(), this.heed._heed_floats_count());
  }

  close(handle: number): void {
    this.heed._heed_close(handle);
  }

  private async read({ name, size, pieces }: Arriving, tell: (bytes: number) => void): Promise<void> {
    this.calls.done([this.calls.bytes(name)], ([at]) => this.heed._heed_file(...at!, size));
    for await (const piece of pieces) {
      this.write(piece, name);
      tell(piece.length);
    }
  }

  private write(piece: Uint8Array, name: string): void {
    for (let at = 0; at < piece.length;) {
      const room = Math.min(this.heed._heed_room_size() >>> 0, piece.length - at);
      if (room === 0) throw new EngineError(`[${name}] has more bytes than it should: get it again`);
      this.heed.HEAPU8.set(piece.subarray(at, at + room), this.heed._heed_room() >>> 0);
      if (!this.heed._heed_wrote(room)) this.calls.fail();
      at += room;
    }
  }

  private floats(pointer: number, count: number): Float32Array {
    const start = pointer >>> 0;
    return new Float32Array(this.heed.HEAPU8.slice(start, start + 4 * (count >>> 0)).buffer);
  }
}
