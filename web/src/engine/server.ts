// One engine, and the commands that it carries out: in a worker, and beside the page for the short texts of small models
// (models-client.ts).
import type { Module } from './module.ts';
import type { Answers, Cancel, Command, Event, Kind, Progress, Takes } from './protocol.ts';

export class Cancelled extends Error {}

// A command that is being carried out.
export interface Call {
  readonly request: number;
  // Throws where it was cancelled meanwhile.
  progress(loaded: number, total: number): void;
  check(): void;
}

// An answer with what of it changes hands.
export class Moved<T> {
  readonly answer: T;
  readonly buffers: Transferable[];

  constructor(answer: T, arrays: readonly { readonly buffer: ArrayBufferLike }[]) {
    this.answer = answer;
    this.buffers = arrays.map(({ buffer }) => buffer as ArrayBuffer);
  }
}

export type Handlers = {
  readonly [K in Kind]?: (given: Takes<K>, call: Call) => Promise<Answers<K> | Moved<Answers<K>>>;
};
type Handler = (given: object, call: Call) => Promise<Answers<Kind> | Moved<Answers<Kind>>>;

export class Server {
  private readonly cancelled = new Set<number>();

  constructor(
    private readonly module: Promise<Module>,
    private readonly handlers: Handlers,
    private readonly send: (event: Event, transfer?: Transferable[]) => void,
  ) {
    module.catch(() => {}); // reported by the first command that needs it
  }

  async postMessage(command: Command | Cancel): Promise<void> {
    const { kind, request, ...given } = command;
    if (kind === 'cancel') return void this.cancelled.add(request);
    try {
      const found = await (this.handlers[kind] as Handler)(given, this.callOf(request));
      const { answer, buffers } = found instanceof Moved ? found : new Moved(found, []);
      this.send({ kind: 'answer', request, answer }, buffers);
    } catch (error) {
      // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
      const fatal =
        error instanceof WebAssembly.RuntimeError || (await this.module.catch(() => null)) === null;
      const cancelled = error instanceof Cancelled;
      this.send({ kind: 'failed', request, message: messageOf(error), fatal, cancelled });
    }
    this.cancelled.delete(request);
  }

  private callOf(request: number): Call {
    const began = performance.now();
    const check = () => {
      if (this.cancelled.has(request)) throw new Cancelled('[page] cancelled');
    };
    const progress = (loaded: number, total: number) => {
      check();
      const reading: Progress = { loaded, total, seconds: (performance.now() - began) / 1000 };
      this.send({ kind: 'progress', request, ...reading });
    };
    return { request, check, progress };
  }
}

// Runs one after the other what is given to it.
export function inTurn(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>) => {
    const done = last.then(act);
    last = done.catch(() => {});
    return done;
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
