// The page's side of the worker. At most one analysis is in flight; of the texts that come in meanwhile only the
// newest is sent next, so that typing never builds a backlog.
import type { ModelInfo, Result } from './analysis.ts';
import type { Look, Seen, Wish } from './look.ts';
import type { Server } from './server.ts';
import { type Command, type Event, type ModelSource, unreachable } from './protocol.ts';

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

// Characters of a text that the page reads itself.
const kShort = 400;

const kNotStarted = '[worker] the engine could not be started';

export interface Listener {
  progress(loaded: number, total: number): void;
  opened(info: ModelInfo): void;
  // How the page looks at what it will get.
  readonly look: Look;
  analysed(result: Result, seen: readonly (readonly [Wish, Seen])[]): void;
  failed(command: Command['kind'], message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class Client {
  private requests = 0;
  private asked: readonly Command[] = [];
  private heard: readonly Event[] = [];
  private opening: number | undefined;
  private analysing: number | undefined;
  private next: string | undefined;
  // The analysis that was answered last, and who waits for a look at it.
  private answered = 0;
  private readonly looking = new Map<number, (seen: Seen | null) => void>();
  // What a new worker is told after a crash.
  private source: ModelSource | undefined;
  private text = '';
  private worker: Worker;
  private answers: { postMessage(command: Command): unknown };
  // A second server, in the page itself, once the visitor types: a short text takes it a millisecond, and its answer is
  // in the frame that shows the letter. Browsers hand out a worker's message after that frame.
  private near: Server | undefined;
  // Of the model that it has open; of the one that it was asked for last.
  private nearby = '';
  private approaching = '';

  constructor(private readonly listener: Listener) {
    this.answers = this.worker = this.start();
  }

  // What was asked of the model before is not waited for any more: it may still be loading.
  open(source: ModelSource): void {
    this.source = source;
    this.analysing = this.next = undefined;
    this.opening = this.send({ kind: 'open', request: 0, source });
  }

  // With the model that was opened last.
  analyse(text: string): void {
    this.text = text;
    if (this.analysing !== undefined) {
      this.next = text;
      return;
    }
    const { look } = this.listener;
    const model = this.source?.name ?? '';
    this.answers = this.near && this.nearby === model && text.length <= kShort ? this.near : this.worker;
    this.analysing = this.send({ kind: 'analyse', request: 0, model, text, look });
  }

  // At the last result; null where that can no longer be looked at.
  look(wish: Wish): Promise<Seen | null> {
    const request = this.send({ kind: 'look', request: 0, analysis: this.answered, wish });
    return new Promise((resolve) => this.looking.set(request, resolve));
  }

  // Hears what an early worker has said already; to be called once the first questions are asked.
  catchUp(): void {
    for (const event of this.heard) this.receive(event);
    this.heard = [];
  }

  // What was asked is not waited for any more: another worker's model is shown.
  leave(): void {
    this.opening = this.analysing = this.next = undefined;
  }

  restart(): void {
    this.worker.terminate();
    this.answers = this.worker = this.start();
    if (this.source) this.open(this.source);
    this.analyse(this.text);
  }

  // To be called when the visitor types.
  async comeNear(): Promise<void> {
    const { source } = this;
    if (!source || this.approaching === source.name) return;
    this.approaching = source.name;
    // Where that cannot be had, the worker goes on answering.
    const found = await import('./server.ts').catch(() => null);
    if (!found) return;
    this.near ??= new found.Server((event) => this.hearNear(event));
    void this.near.postMessage({ kind: 'open', request: 0, source });
  }

  // Until then the worker answers.
  private async warmUp(name: string): Promise<void> {
    const warm = await this.near?.warmUp(name, this.text.slice(0, kShort)).then(
      () => true,
      () => false,
    );
    if (warm && this.approaching === name) this.nearby = name;
  }

  private start(): Worker {
    const early = window.heedEarly;
    delete window.heedEarly;
    const worker =
      early?.worker ?? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'heed' });
    this.asked = early?.asked ?? [];
    this.heard = early?.heard ?? [];
    this.requests += this.asked.length;
    const stopped = (message: string) => this.listener.stopped(message || kNotStarted);
    worker.onmessage = ({ data }: MessageEvent<Event>) => this.receive(data);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      stopped(event.message);
    });
    // The listener is told once it is complete.
    if (early && early.failed !== null) queueMicrotask(() => stopped(early.failed ?? ''));
    return worker;
  }

  // Numbers the command. What an early worker was asked in the same words is not asked again.
  private send(command: Command): number {
    const early = this.asked.find(
      (one) => JSON.stringify({ ...one, request: 0 }) === JSON.stringify(command),
    );
    this.asked = early ? this.asked.filter((one) => one !== early) : [];
    if (early) return early.request;
    const request = ++this.requests;
    const server = command.kind === 'open' ? this.worker : this.answers;
    server.postMessage({ ...command, request });
    return request;
  }

  private receive(event: Event): void {
    switch (event.kind) {
      case 'progress':
        if (event.request === this.opening) this.listener.progress(event.loaded, event.total);
        return;
      case 'opened':
        if (event.request === this.opening) this.listener.opened(event.info);
        return;
      case 'analysed':
        if (event.request !== this.analysing) return;
        this.answered = event.request;
        this.ended();
        return this.listener.analysed(event.result, event.seen);
      case 'seen':
        return this.looked(event.request, event.seen);
      case 'failed':
        return this.fail(event.request, event.message, event.fatal);
      default:
        return unreachable(event);
    }
  }

  // Where it fails the worker is asked, and says why.
  private hearNear(event: Event): void {
    if (event.kind === 'opened') void this.warmUp(this.approaching);
    if (event.request === 0) return;
    if (event.kind !== 'failed') return this.receive(event);
    this.nearby = '';
    if (event.request !== this.analysing) return this.looked(event.request, null);
    this.analysing = undefined;
    this.analyse(this.text);
  }

  private fail(request: number, message: string, fatal: boolean): void {
    if (fatal) return this.listener.stopped(message);
    if (this.looking.has(request)) {
      this.looked(request, null);
      return this.listener.failed('look', message);
    }
    if (request === this.analysing) {
      this.ended();
      this.listener.failed('analyse', message);
    } else if (request === this.opening) {
      this.listener.failed('open', message);
    }
  }

  private looked(request: number, seen: Seen | null): void {
    this.looking.get(request)?.(seen);
    this.looking.delete(request);
  }

  private ended(): void {
    this.analysing = undefined;
    if (this.next === undefined) return;
    const text = this.next;
    this.next = undefined;
    this.analyse(text);
  }
}
