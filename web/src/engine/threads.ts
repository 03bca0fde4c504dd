// Modules whose memory is shared among threads. Those are workers that load the module's script themselves, so it stays a file
// of its own.
export interface ThreadedFiles {
  readonly glue: string;
  // Emscripten before 3.1.58 needs it; later, threads begin with the module's script.
  readonly worker: string;
}

// `beside`: threads beside the caller's; without any the module never says that it is there. Any of them may make the memory grow: it
// is looked at anew each time.
export async function startThreads(
  { glue, worker }: ThreadedFiles,
  { locateFile }: { locateFile: () => string },
  beside: number,
): Promise<HeedModule> {
  const address = (path: string) => new URL(path, location.href).href;
  const { default: create } = (await import(/* @vite-ignore */ address(glue))) as {
    default: CreateHeedModule;
  };
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
  const heed = await create({
    pool: beside,
    wasmMemory,
    mainScriptUrlOrBlob: address(glue),
    locateFile: (path: string) => address(path.endsWith('.wasm') ? locateFile() : worker),
  });
  return Object.defineProperty(heed, 'HEAPU8', {
    get: () => new Uint8Array(wasmMemory.buffer),
    set: () => {},
  });
}
