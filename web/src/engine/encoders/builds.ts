// The engine for models of other makers is there three times: for any browser, for those that multiply and add in one
// step (relaxed SIMD), and for those that let a page share memory among threads as well.
import createPlain, { type HeedEncodersModule } from '@heed/heed-encoders.mjs';
import plainWasm from '@heed/heed-encoders.wasm?url';
import relaxedWasm from '@heed/heed-encoders-relaxed.wasm?url';
import threadsGlue from '@heed/heed-encoders-threads.mjs?url';
import threadsWasm from '@heed/heed-encoders-threads.wasm?url';
import threadsWorker from '@heed/heed-encoders-threads.worker.js?url';
import { loadModule } from '../module-calls.ts';
import { type Build, buildFor, threadsFor } from './capable.ts';

export async function startBuild(): Promise<{ module: HeedEncodersModule; build: Build; threads: number }> {
  const build = buildFor(crossOriginIsolated);
  if (build !== 'heed-encoders-threads') {
    const [create, wasm] =
      build === 'heed-encoders'
        ? [createPlain, plainWasm]
        : [(await import('@heed/heed-encoders-relaxed.mjs')).default, relaxedWasm];
    return { module: await loadModule(`${build}.wasm`, create, wasm), build, threads: 1 };
  }
  const threads = threadsFor(navigator.hardwareConcurrency);
  const module = await loadModule(`${build}.wasm`, (options) => startThreads(options, threads), threadsWasm);
  module._heed_threads(threads);
  return { module, build, threads };
}

// Threads are workers that load the module's script themselves, so it stays a file of its own. Any of them may make the
// memory grow: it is looked at anew each time.
async function startThreads(
  options: { locateFile: () => string },
  threads: number,
): Promise<HeedEncodersModule> {
  const address = (path: string) => new URL(path, location.href).href;
  const { default: create } = (await import(/* @vite-ignore */ address(threadsGlue))) as {
    default: (options: object) => Promise<HeedEncodersModule>;
  };
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
  const module = await create({
    threads,
    wasmMemory,
    mainScriptUrlOrBlob: address(threadsGlue),
    locateFile: (path: string) => address(path.endsWith('.wasm') ? options.locateFile() : threadsWorker),
  });
  return Object.defineProperty(module, 'HEAPU8', {
    get: () => new Uint8Array(wasmMemory.buffer),
    set: () => {},
  });
}
