// build/wasm/heed.mjs for the tests: the C interface with strings and objects, as the page's worker wraps it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = new URL('../../build/wasm/', import.meta.url);
export const shippedModel = fileURLToPath(new URL('../../assets/models/enron-request', import.meta.url));

export function modelFiles(folder = shippedModel) {
  return {
    config: readFileSync(`${folder}/config.json`, 'utf8'),
    tokenizer: readFileSync(`${folder}/tokenizer.json`, 'utf8'),
    weights: new Uint8Array(readFileSync(`${folder}/model.safetensors`)),
  };
}

const asBytes = (value) => (typeof value === 'string' ? new TextEncoder().encode(value) : value);

class Engine {
  constructor(module) {
    this.module = module;
  }

  open(name, { config, tokenizer, weights }) {
    const handle = this.#call('_heed_open', [asBytes(`${name}\0`), config, tokenizer, weights], {
      named: true,
    });
    if (handle < 0) throw this.#error();
    return handle;
  }

  info(handle) {
    return this.#json(this.module._heed_info(handle));
  }

  analyse(handle, text, options = {}) {
    const written = typeof options === 'string' ? options : JSON.stringify(options);
    return this.#json(this.#call('_heed_analyse', [text, written], { first: [handle] }));
  }

  // Of the last analysis; a copy.
  weights(i) {
    const count = this.module._heed_weights_count(i);
    const start = this.module._heed_weights(i) / 4;
    return this.module.HEAPF32.slice(start, start + count);
  }

  close(handle) {
    if (this.module._heed_close(handle) !== 1) throw this.#error();
  }

  // Each value goes in as pointer and length; a name only as pointer.
  #call(name, values, { first = [], named = false }) {
    const pointers = [];
    const args = values.flatMap((value, i) => {
      const bytes = asBytes(value);
      const pointer = this.module._malloc(Math.max(bytes.length, 1));
      this.module.HEAPU8.set(bytes, pointer);
      pointers.push(pointer);
      return named && i === 0 ? [pointer] : [pointer, bytes.length];
    });
    const result = this.module[name](...first, ...args);
    pointers.forEach((pointer) => this.module._free(pointer));
    return result;
  }

  #text(pointer, size) {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      this.module.HEAPU8.slice(pointer, pointer + size),
    );
  }

  #error() {
    return new Error(this.#text(this.module._heed_error(), this.module._heed_error_size()));
  }

  #json(done) {
    if (done !== 1) throw this.#error();
    return JSON.parse(this.#text(this.module._heed_result(), this.module._heed_result_size()));
  }
}

export async function engine() {
  const { default: factory } = await import(new URL('heed.mjs', build));
  return new Engine(await factory({ wasmBinary: readFileSync(new URL('heed.wasm', build)) }));
}
