// A module of build/wasm for the tests: commands and bytes in, plain data and copies of tensors out, as the page's worker has
// them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeOutRelaxed } from '../../web/src/engine/relaxed.ts';

export const build = new URL('../../build/wasm/', import.meta.url);
export const moduleFile = (name) => fileURLToPath(new URL(name, build));
export const asBytes = (value) =>
  typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);

export class Door {
  constructor(module) {
    this.module = module;
  }

  // Answers the reply's JSON; its tensors are in `this.tensors`.
  call(command, given = {}, files = []) {
    return this.raw(JSON.stringify({ command, ...given }), files);
  }

  // The same of any text.
  raw(text, files = []) {
    [text, ...files].map(asBytes).forEach((bytes, i) => {
      const place = this.module._heed_input(i, bytes.length) >>> 0;
      if (!place) throw new Error('no memory');
      this.module.HEAPU8.set(bytes, place);
    });
    if (!this.module._heed_call(files.length)) throw new Error(this.#reply(false));
    const reply = this.#reply();
    this.tensors = Array.from({ length: this.module._heed_tensors() }, (_, i) => {
      const start = this.module._heed_tensor(i) >>> 0;
      return new Float32Array(
        this.module.HEAPU8.slice(start, start + 4 * this.module._heed_tensor_size(i)).buffer,
      );
    });
    return JSON.parse(reply);
  }

  // The next bytes of what is coming, at most `most` at a time; false when no more fit.
  write(bytes, most = 1 << 20) {
    for (let at = 0; at < bytes.length;) {
      const room = Math.min(this.roomSize, most, bytes.length - at);
      if (room === 0) return false;
      const place = this.module._heed_room() >>> 0;
      this.module.HEAPU8.set(bytes.subarray(at, at + room), place);
      if (!this.module._heed_wrote(room)) throw new Error(this.#reply(false));
      at += room;
    }
    return true;
  }

  get roomSize() {
    return this.module._heed_room_size() >>> 0;
  }
  get memory() {
    return this.module.HEAPU8.length;
  }

  // A message may quote bytes that are no UTF-8, which the page shows as U+FFFD; an answer never has such.
  #reply(fatal = true) {
    const start = this.module._heed_reply() >>> 0;
    const bytes = this.module.HEAPU8.slice(start, start + this.module._heed_reply_size());
    return new TextDecoder('utf-8', { fatal }).decode(bytes);
  }
}

export async function load(name, Kind = Door, change = (wasm) => wasm) {
  const { default: create } = await import(new URL(`${name}.mjs`, build));
  return new Kind(await create({ wasmBinary: change(readFileSync(moduleFile(`${name}.wasm`))) }));
}
// As a browser without relaxed SIMD gets it.
export const loadPlain = (name, Kind) => load(name, Kind, takeOutRelaxed);

// The numbers of a reply in place of {tensor, shape}, rows of rows; null where one is none.
export function withNumbers(value, tensors) {
  const rows = (values, [count, ...inner]) => {
    if (inner.length === 0) return Array.from(values, (one) => (Number.isFinite(one) ? one : null));
    const size = inner.reduce((a, b) => a * b, 1);
    return Array.from({ length: count }, (_, i) => rows(values.subarray(i * size, (i + 1) * size), inner));
  };
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, tensors));
  if (typeof value !== 'object' || value === null) return value;
  if ('tensor' in value) return rows(tensors[value.tensor], value.shape);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNumbers(one, tensors)]));
}
