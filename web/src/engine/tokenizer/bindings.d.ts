// The plain C interface of web/bindings/tokenizer.cpp, as Emscripten hands it out. All functions return 1, and what
// they answer is JSON in heed_result(), or 0, and heed_error() says why. Pointers are byte offsets into HEAPU8.
declare module '@heed/heed-tokenizer.mjs' {
  export interface HeedTokenizerModule {
    // Replaced whenever the memory grows: take it anew for every access.
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _heed_tokenizer_open(number: number, name: number, file: number, bytes: number): number;
    _heed_tokenizer_steps(number: number, text: number, bytes: number): number;
    _heed_result(): number;
    _heed_result_size(): number;
    _heed_error(): number;
    _heed_error_size(): number;
  }
  export default function createHeedTokenizer(options: {
    locateFile: (path: string) => string;
  }): Promise<HeedTokenizerModule>;
}

declare module '@heed/heed-tokenizer.wasm?url' {
  const url: string;
  export default url;
}

declare module '@tokenizers/*?url' {
  const url: string;
  export default url;
}
