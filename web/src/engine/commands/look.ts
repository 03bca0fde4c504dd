// The engine of a first visit, which reads texts and no more.
import wasm from '@heed/heed-look.wasm?url';
import create from '@heed/heed-look.mjs';
import { Module } from '../module.ts';
import type { Event } from '../protocol.ts';
import { ShippedServer } from './shipped.ts';

// Compiles at once, before the first command arrives.
export function startLook(send: (event: Event, transfer?: Transferable[]) => void): ShippedServer {
  const started = Module.load('heed-look', create, wasm).then((heed) => new Module(heed));
  return new ShippedServer(started, send);
}
