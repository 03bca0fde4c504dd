// The page's side of an engine's worker: every section has one, and all ask through this class.
import type { Answers, Cancel, Command, Event, Kind, Progress, Takes } from './protocol.ts';
import { inOwnWords } from '../text/engine-words.ts';
import { startWorker } from './start-worker.ts';

// A worker that was started before this script ran (public/early.js): what it was asked, what it has said, and what it
// failed with, if it did.
interface Early {
  readonly worker: Worker;
  readonly asked: readonly Command[];
  readonly heard: readonly Event[];
  readonly failed: string | null;
}
declare global {
  interface Window {
    heedEarly?: Early;
  }
}

const kNotStarted = '[worker] the engine could not be started: check the connection and reload the page';

// Why there is no answer. `over`: the engine that was asked has stopped, or was started again.
export class Failed extends Error {
  readonly cancelled: boolean;
  readonly over: boolean;

  constructor(message: string, cancelled: boolean, over: boolean) {
    super(message);
    this.cancelled = cancelled;
    this.over = over;
  }
}

export interface Sent<K extends Kind> {
  readonly request: number;
  // Rejected with Failed.
  readonly answer: Promise<Answers<K>>;
}

export interface Ways {
  readonly progress?: (progress: Progress) => void;
  readonly transfer?: Transferable[];
  // Who carries it out instead of the worker, and hands its events to receive().
  readonly by?: { postMessage(command: Command): unknown };
}

interface Waiting {
  done(answer: never): void;
  failed(error: Failed): void;
  progress(progress: Progress): void;
}

export class Client {
  private requests = 0;
  private readonly waiting = new Map<number, Waiting>();
  // Commands that an early worker was asked.
  private asked: readonly Command[] = [];
  private heard: readonly Event[] = [];
  private worker: Worker;

  // `name`: of the worker, which decides what engine it takes (worker.ts). `stopped`: only restart() helps.
  constructor(
    private readonly name: string,
    private readonly stopped: (message: string) => void,
  ) {
    this.worker = this.start();
  }

  send<K extends Kind>(kind: K, given: Takes<K>, ways: Ways = {}): Sent<K> {
    const request = this.early(kind, given) ?? this.post(kind, given, ways);
    const answer = new Promise<Answers<K>>((done, failed) => {
      this.waiting.set(request, { done, failed, progress: ways.progress ?? (() => {}) });
    });
    answer.catch(() => {}); // whoever waits hears of it
    return { request, answer };
  }

  cancel(request: number): void {
    const command: Cancel = { kind: 'cancel', request };
    this.worker.postMessage(command);
  }

  // Nothing that was asked before is answered.
  end(): void {
    this.worker.terminate();
    const before = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of before) failed(new Failed('[worker] the engine was stopped', false, true));
  }

  restart(): void {
    this.end();
    this.worker = this.start();
  }

  // Hears what an early worker has said already; to be called once the first questions are asked.
  catchUp(): void {
    for (const event of this.heard) this.receive(event);
    this.heard = [];
  }

  // `local`: of an engine in the page, whose end is not the worker's.
  receive(event: Event, local = false): void {
    const translating = inOwnWords(event);
    if (translating) void translating.then(() => this.take(event, local));
    else this.take(event, local);
  }

  private take(event: Event, local: boolean): void {
    const asked = this.waiting.get(event.request);
    if (event.kind === 'progress') return asked?.progress(event);
    this.waiting.delete(event.request);
    if (event.kind === 'answer') return asked?.done(event.answer as never);
    const { message, cancelled, fatal } = event;
    asked?.failed(new Failed(message, cancelled, fatal && !local));
    if (fatal && !local) this.stopped(message);
  }

  // What an early worker was asked in the same words is not asked again.
  private early(kind: Kind, given: object): number | undefined {
    const words = JSON.stringify({ kind, request: 0, ...given });
    const before = this.asked.find((one) => JSON.stringify({ ...one, request: 0 }) === words);
    this.asked = before ? this.asked.filter((one) => one !== before) : [];
    return before?.request;
  }

  private post(kind: Kind, given: object, { by, transfer = [] }: Ways): number {
    const request = ++this.requests;
    const command = { kind, request, ...given } as Command;
    if (by) by.postMessage(command);
    else this.worker.postMessage(command, transfer);
    return request;
  }

  private start(): Worker {
    const early = this.name === 'heed' ? window.heedEarly : undefined;
    if (early) delete window.heedEarly;
    const worker = early?.worker ?? startWorker(this.name);
    this.asked = early?.asked ?? [];
    this.heard = early?.heard ?? [];
    this.requests += this.asked.length;
    worker.onmessage = ({ data }: MessageEvent<Event>) => this.receive(data);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.stopped(event.message || kNotStarted);
    });
    // The listener is told once it is complete.
    if (early && early.failed !== null) queueMicrotask(() => this.stopped(early.failed || kNotStarted));
    return worker;
  }
}

// At most one request is in flight; of those that come in meanwhile only the newest follows, so that typing never builds a
// backlog.
export class Newest<T> {
  private busy = false;
  private next: T | undefined;
  private era = 0;

  // `run` catches what may fail; where the answer is not waited for any more, `current` says so.
  constructor(private readonly run: (asked: T, current: () => boolean) => Promise<void>) {}

  ask(asked: T): void {
    if (this.busy) this.next = asked;
    else void this.begin(asked);
  }

  // Drops all requests that have no answer yet.
  forget(): void {
    this.era++;
    this.busy = false;
    this.next = undefined;
  }

  private async begin(asked: T): Promise<void> {
    const { era } = this;
    this.busy = true;
    await this.run(asked, () => era === this.era);
    if (era !== this.era) return;
    this.busy = false;
    const { next } = this;
    this.next = undefined;
    if (next !== undefined) this.ask(next);
  }
}

export const isOver = (error: unknown): boolean => error instanceof Failed && error.over;
