// The page's side of the worker for models of other makers, which starts with the first of them. At most one analysis is
// in flight; of the texts that come in meanwhile only the newest is sent next.
import { keepModule } from '../../offline/keep-module.ts';
import type { Listener } from '../client.ts';
import type { Seen, Wish } from '../look.ts';
import { unreachable } from '../protocol.ts';
import { buildFor } from './capable.ts';
import type { Command, Event, FilledMasks, ModelFile, SentenceVector } from './protocol.ts';

// As the page's own listener, but that an opening also says what memory the engine takes.
export interface EncoderListener extends Omit<Listener, 'opened'> {
  opened(event: Opened): void;
  // Of the text that is analysed next.
  readonly question: string;
}

type Opened = Extract<Event, { kind: 'opened' }>;

interface Waiting {
  done(value: never): void;
  failed(error: Error): void;
}

export class EncoderClient {
  private worker: Worker;
  private requests = 0;
  private opening: number | undefined;
  private analysing: number | undefined;
  private next: string | undefined;
  // The analysis that was answered last.
  private answered = 0;
  private readonly waiting = new Map<number, Waiting>();
  // What openAhead() began, until it is wanted; gone when it failed.
  private ahead:
    { readonly name: string; readonly int8: boolean; readonly request: number; opened?: Opened } | undefined;
  // The opening that it became.
  private fed: number | undefined;
  // What a new worker is told after a crash.
  private source:
    { readonly name: string; readonly files: readonly ModelFile[]; readonly int8: boolean } | undefined;
  private text = '';

  constructor(private readonly listener: EncoderListener) {
    this.worker = this.start();
    keepModule(buildFor(crossOriginIsolated));
  }

  // A model that is still being downloaded: what arrives over the port goes where it stays. open() then has it at once.
  openAhead(name: string, port: MessagePort, int8: boolean): void {
    const request = ++this.requests;
    this.ahead = { name, int8, request };
    const command: Command = { kind: 'open', request, name, files: port, int8 };
    this.worker.postMessage(command, [port]);
  }

  open(name: string, files: readonly ModelFile[], int8: boolean): void {
    const { ahead } = this;
    this.ahead = undefined;
    this.source = { name, files, int8 };
    this.analysing = this.next = undefined;
    if (ahead?.name === name && ahead.int8 === int8) {
      this.opening = this.fed = ahead.request;
      if (ahead.opened) this.listener.opened(ahead.opened);
      return;
    }
    this.opening = ++this.requests;
    this.send({ kind: 'open', request: this.opening, name, files, int8 });
  }

  // What was asked is not waited for any more: another worker's model is shown.
  leave(): void {
    this.opening = this.analysing = this.next = undefined;
  }

  analyse(text: string): void {
    this.text = text;
    if (this.analysing !== undefined) {
      this.next = text;
      return;
    }
    this.analysing = ++this.requests;
    const { question, look } = this.listener;
    this.send({ kind: 'analyse', request: this.analysing, text, question, look });
  }

  // At the last result; null where that can no longer be looked at.
  look(wish: Wish): Promise<Seen | null> {
    const asked = this.ask<Seen | null>((request) => ({
      kind: 'look',
      request,
      analysis: this.answered,
      wish,
    }));
    return asked.catch((error: Error) => {
      this.listener.failed('look', error.message);
      return null;
    });
  }

  // Rejected with the engine's words for a model that fills no masks.
  fill(text: string, top: number): Promise<FilledMasks> {
    return this.ask((request) => ({ kind: 'fill', request, text, top }));
  }

  embed(texts: readonly string[]): Promise<readonly SentenceVector[]> {
    return this.ask((request) => ({ kind: 'embed', request, texts }));
  }

  restart(): void {
    this.worker.terminate();
    for (const { failed } of this.waiting.values())
      failed(new Error('[worker] the engine was started again'));
    this.waiting.clear();
    this.ahead = undefined;
    this.worker = this.start();
    if (this.source) this.openAgain(this.source);
    this.analyse(this.text);
  }

  private openAgain({ name, files, int8 }: NonNullable<EncoderClient['source']>): void {
    this.open(name, files, int8);
  }

  private ask<T>(command: (request: number) => Command): Promise<T> {
    const request = ++this.requests;
    return new Promise<T>((done, failed) => {
      this.waiting.set(request, { done, failed });
      this.send(command(request));
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./encoders-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heed-encoders',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Event>) => this.receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.listener.stopped(event.message || '[worker] the engine could not be started');
    });
    return worker;
  }

  private send(command: Command): void {
    this.worker.postMessage(command);
  }

  private receive(event: Event): void {
    switch (event.kind) {
      case 'progress':
        if (event.request === this.opening) this.listener.progress(event.loaded, event.total);
        return;
      case 'opened':
        if (event.request === this.opening) this.listener.opened(event);
        else if (event.request === this.ahead?.request) this.ahead.opened = event;
        return;
      case 'analysed':
        if (event.request !== this.analysing) return;
        this.answered = event.request;
        this.ended();
        return this.listener.analysed(event.result, event.seen);
      case 'seen':
        return this.settle(event.request, event.seen);
      case 'filled':
        return this.settle(event.request, event.filled);
      case 'embedded':
        return this.settle(event.request, event.vectors);
      case 'failed':
        return this.fail(event.request, event.message, event.fatal);
      default:
        return unreachable(event);
    }
  }

  private settle(request: number, value: unknown): void {
    this.waiting.get(request)?.done(value as never);
    this.waiting.delete(request);
  }

  private fail(request: number, message: string, fatal: boolean): void {
    if (request === this.ahead?.request) this.ahead = undefined;
    const asked = this.waiting.get(request);
    this.waiting.delete(request);
    asked?.failed(new Error(message));
    if (fatal) return this.listener.stopped(message);
    if (request === this.analysing) {
      this.ended();
      this.listener.failed('analyse', message);
    } else if (request === this.opening && request === this.fed && this.source) {
      // The download left the engine out: what it kept has all of it.
      this.openAgain(this.source);
      this.analyse(this.text);
    } else if (request === this.opening) {
      this.listener.failed('open', message);
    }
  }

  private ended(): void {
    this.analysing = undefined;
    if (this.next === undefined) return;
    const text = this.next;
    this.next = undefined;
    this.analyse(text);
  }
}
