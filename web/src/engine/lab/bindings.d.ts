// The plain C interface of web/bindings/lab.cpp, as Emscripten hands it out. All functions return 1, and what they
// answer is JSON in heed_result(), or 0, and heed_error() says why. Pointers are byte offsets into HEAPU8.
declare module '@heed/heed-lab.mjs' {
  export interface HeedLabModule {
    // Replaced whenever the memory grows: take it anew for every access.
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _heed_lab_open(
      name: number,
      config: number,
      configBytes: number,
      tokenizer: number,
      tokenizerBytes: number,
      weights: number,
      weightsBytes: number,
    ): number;
    _heed_lab_random(width: number, seed: number): number;
    _heed_lab_begin(request: number, bytes: number): number;
    _heed_lab_feed(text: number, bytes: number): number;
    _heed_lab_end(): number;
    _heed_lab_attend(request: number, bytes: number): number;
    _heed_result(): number;
    _heed_result_size(): number;
    _heed_error(): number;
    _heed_error_size(): number;
  }
  export default function createHeedLab(options: {
    locateFile: (path: string) => string;
  }): Promise<HeedLabModule>;
}

declare module '@heed/heed-lab.wasm?url' {
  const url: string;
  export default url;
}

// The word vectors that ship, as web/vite/models.mts finds them; null where there are none.
declare module 'virtual:word-vectors' {
  const found: { readonly id: string; readonly files: readonly string[]; readonly version: string } | null;
  export default found;
}
