// The plain C interface of web/bindings/encoders.cpp, as Emscripten hands it out. Pointers are byte offsets into HEAPU8
// and may lie beyond 2 GB: as numbers they come out negative then (`>>> 0`).
declare module '@heed/heed-encoders.mjs' {
  export interface HeedEncodersModule {
    // Replaced whenever the memory grows: take it anew for every access.
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    // Of models that are opened from now on; more than one only in the build that has them.
    _heed_threads(count: number): number;
    // A model's files come one after the other, config.json first, each in pieces that fit into the room. 1, or 0 and
    // a message in heed_error().
    _heed_begin(name: number, bytes: number, int8: number): number;
    _heed_file(name: number, nameBytes: number, size: number): number;
    _heed_room(): number;
    _heed_room_size(): number;
    _heed_wrote(bytes: number): number;
    _heed_cancel(): number;
    // A handle >= 0, or -1.
    _heed_open(): number;
    // Whether the model computes with int8: 1 or 0, or -1.
    _heed_int8(handle: number): number;
    // 1 and JSON in heed_result(), or 0.
    _heed_info(handle: number): number;
    _heed_analyse(handle: number, text: number, bytes: number, options: number, optionBytes: number): number;
    _heed_answer(
      handle: number,
      question: number,
      questionBytes: number,
      text: number,
      bytes: number,
      options: number,
      optionBytes: number,
    ): number;
    _heed_fill_mask(handle: number, text: number, bytes: number, top: number): number;
    _heed_embed(handle: number, text: number, bytes: number): number;
    _heed_tokenize(handle: number, text: number, bytes: number): number;
    _heed_result(): number;
    _heed_result_size(): number;
    // Weights [H, T, S] of attention map `map` of the last analysis; none of a long text.
    _heed_weights(map: number): number;
    _heed_weights_count(map: number): number;
    // Of a long text: 1 and the floats in heed_floats(), or 0. Head -1 is the mean of all.
    _heed_head(layer: number, head: number): number;
    _heed_floats(): number;
    _heed_floats_count(): number;
    _heed_close(handle: number): number;
    _heed_error(): number;
    _heed_error_size(): number;
  }
  export default function createHeedEncoders(options: {
    locateFile: (path: string) => string;
  }): Promise<HeedEncodersModule>;
}

declare module '@heed/heed-encoders-relaxed.mjs' {
  export { default } from '@heed/heed-encoders.mjs';
}

declare module '@heed/heed-encoders.wasm?url' {
  const url: string;
  export default url;
}

declare module '@heed/heed-encoders-relaxed.wasm?url' {
  const url: string;
  export default url;
}

declare module '@heed/heed-encoders-threads.wasm?url' {
  const url: string;
  export default url;
}

declare module '@heed/heed-encoders-threads.mjs?url' {
  const url: string;
  export default url;
}

declare module '@heed/heed-encoders-threads.worker.js?url' {
  const url: string;
  export default url;
}
