// Emscripten 3.1.6 would fetch() the wasm by its path, which Node's own fetch refuses.
globalThis.fetch = undefined;
// What the environment says of folders, as a native program would see it. (Its minifier breaks `for … of`.)
Module['preRun'] = [
  () => Object.keys(process.env).filter((name) => name.startsWith('HEED_')).forEach((name) => (ENV[name] = process.env[name])),
];
