// A module that is there three times: for any browser, for those that multiply and add in one step (relaxed SIMD), and for
// those that let a page share memory among threads as well.
import { threadsFor, variantFor } from './capable.ts';
import { Module } from './module.ts';
import { startThreads, type ThreadedFiles } from './threads.ts';

export interface Variants {
  // The name of the first; the others are called after it.
  readonly name: string;
  readonly plain: { readonly create: CreateHeedModule; readonly wasm: string };
  readonly relaxed: { readonly create: () => Promise<{ default: CreateHeedModule }>; readonly wasm: string };
  readonly threads: ThreadedFiles & { readonly wasm: string };
}

// `most`: threads that are worth it; `shared`: whether there may be any.
export async function startVariant(
  { name, plain, relaxed, threads }: Variants,
  most: number,
  shared: boolean,
): Promise<Module> {
  const variant = variantFor(shared);
  const file = name + variant;
  if (variant === '') return new Module(await Module.load(file, plain.create, plain.wasm));
  if (variant === '-relaxed')
    return new Module(await Module.load(file, (await relaxed.create()).default, relaxed.wasm));
  const count = Math.min(most, threadsFor(navigator.hardwareConcurrency));
  const start = (options: { locateFile: () => string }) => startThreads(threads, options, count);
  return new Module(await Module.load(file, start, threads.wasm), count);
}
