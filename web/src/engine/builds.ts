// The module that reads, without threads: a page must not wait for them.
import wasm from '@heed/heed-full.wasm?url';
import { type ModuleName, runsRelaxed } from './capable.ts';
import { Module } from './module.ts';
import { fetchWithoutRelaxed } from './relaxed.ts';

export interface ModuleFiles {
  readonly create: () => Promise<{ default: CreateHeedModule }>;
  readonly wasm: string;
}

export async function startOne(name: ModuleName, { create, wasm }: ModuleFiles): Promise<Module> {
  const { default: made } = await create();
  const start = async (options: object) =>
    made(runsRelaxed() ? options : { ...options, wasmBinary: await fetchWithoutRelaxed(wasm) });
  return new Module(await Module.load(name, start, wasm));
}

export const startFull = (): Promise<Module> =>
  startOne('heed-full', { create: () => import('@heed/heed-full.mjs'), wasm });
