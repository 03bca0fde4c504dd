// Emscripten 3.1.6 would fetch() the wasm by its path, which Node's own fetch refuses.
globalThis.fetch = undefined;
