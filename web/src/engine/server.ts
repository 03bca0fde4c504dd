// One engine, and the commands that it carries out: in a worker, and beside the page for the short texts of small models
// (shipped-client.ts). The worker that downloads has no engine and carries out its commands in the same way.
import { messageOf } from '../text/message.ts';
import type { Answers, Cancel, Command, Event, Kind, Progress, Takes } from './protocol.ts';

// A command that is being carried out.
export interface Call {
  readonly request: number;
  // Aborted when it is cancelled.
  readonly signal: AbortSignal;
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
  private readonly running = new Map<number, AbortController>();
  private readonly engine: Promise<unknown>;
  private readonly handlers: Handlers;
  private readonly send: (event: Event, transfer?: Transferable[]) => void;

  // `engine`: what there is nothing to ask of where it fails.
  constructor(
    engine: Promise<unknown>,
    handlers: Handlers,
    send: (event: Event, transfer?: Transferable[]) => void,
  ) {
    this.engine = engine;
    this.handlers = handlers;
    this.send = send;
    engine.catch(() => {}); // reported by the first command that needs it
  }

  async postMessage(command: Command | Cancel): Promise<void> {
    const { kind, request, ...given } = command;
    if (kind === 'cancel') return this.running.get(request)?.abort();
    const cancel = new AbortController();
    this.running.set(request, cancel);
    try {
      const found = await (this.handlers[kind] as Handler)(given, this.callOf(request, cancel.signal));
      const { answer, buffers } = found instanceof Moved ? found : new Moved(found, []);
      this.send({ kind: 'answer', request, answer }, buffers);
    } catch (error) {
      // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
      const fatal =
        error instanceof WebAssembly.RuntimeError || (await this.engine.catch(() => null)) === null;
      const cancelled = cancel.signal.aborted;
      this.send({ kind: 'failed', request, message: messageOf(error), fatal, cancelled });
    }
    this.running.delete(request);
  }

  private callOf(request: number, signal: AbortSignal): Call {
    const began = performance.now();
    const check = () => {
      if (signal.aborted) throw new Error('[page] cancelled');
    };
    const progress = (loaded: number, total: number) => {
      check();
      const reading: Progress = { loaded, total, seconds: (performance.now() - began) / 1000 };
      this.send({ kind: 'progress', request, ...reading });
    };
    return { request, signal, check, progress };
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
