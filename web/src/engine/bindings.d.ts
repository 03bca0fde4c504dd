// The plain C interface of web/bindings, as Emscripten hands it out. Pointers are byte offsets into HEAPU8.
declare module '@heed/heed.mjs' {
  export interface HeedModule {
    // Replaced whenever the memory grows: take it anew for every access.
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    // A handle >= 0, or -1 and a message in heed_error().
    _heed_open(
      name: number,
      config: number,
      configBytes: number,
      tokenizer: number,
      tokenizerBytes: number,
      weights: number,
      weightsBytes: number,
    ): number;
    // 1 and JSON in heed_result(), or 0 and a message in heed_error().
    _heed_info(handle: number): number;
    _heed_analyse(
      handle: number,
      text: number,
      textBytes: number,
      options: number,
      optionsBytes: number,
    ): number;
    _heed_result(): number;
    _heed_result_size(): number;
    // Weights [H, T, S] of attention map `map` of the last analysis.
    _heed_weights(map: number): number;
    _heed_weights_count(map: number): number;
    _heed_close(handle: number): number;
    _heed_error(): number;
    _heed_error_size(): number;
  }
  export default function createHeed(options: { locateFile: (path: string) => string }): Promise<HeedModule>;
}

declare module '@heed/heed.wasm?url' {
  const url: string;
  export default url;
}

declare module '@models/index.json' {
  const gallery: import('./gallery.ts').GalleryModel[];
  export default gallery;
}
