// The page's side of the tokenizers' worker, which starts when the section is opened. At most one text is on its way;
// of those that come in meanwhile only the newest is asked next.
import { keepModule } from '../../offline/keep-module.ts';
import { unreachable } from '../protocol.ts';
import { kSides, type Side, type TokenizerInfo } from './cut.ts';
import type { Answer, Command, Event, TokenizerSource } from './protocol.ts';

export interface TokenizerListener {
  opened(side: Side, info: TokenizerInfo): void;
  answered(answers: Readonly<Record<Side, Answer>>): void;
  unopened(side: Side, message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class TokenizerClient {
  private worker: Worker;
  private requests = 0;
  private readonly opening: Partial<Record<Side, number>> = {};
  private asked: number | undefined;
  private next: string | undefined;
  // What a new worker is told after a crash.
  private readonly last: { sources: Partial<Record<Side, TokenizerSource>>; text?: string } = { sources: {} };

  constructor(private readonly listener: TokenizerListener) {
    this.worker = this.start();
    keepModule('heed-tokenizer');
  }

  open(side: Side, source: TokenizerSource): void {
    this.last.sources[side] = source;
    const request = ++this.requests;
    this.opening[side] = request;
    this.send({ kind: 'open', request, side, source });
  }

  cut(text: string): void {
    this.last.text = text;
    if (this.asked !== undefined) {
      this.next = text;
      return;
    }
    this.asked = ++this.requests;
    this.send({ kind: 'cut', request: this.asked, text });
  }

  restart(): void {
    this.worker.terminate();
    this.worker = this.start();
    this.asked = this.next = undefined;
    for (const side of kSides) {
      const source = this.last.sources[side];
      if (source) this.open(side, source);
    }
    if (this.last.text !== undefined) this.cut(this.last.text);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./tokenizer-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heed-tokenizer',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Event>) => this.receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.listener.stopped(event.message || '[worker] the tokenizers’ engine could not be started');
    });
    return worker;
  }

  private send(command: Command): void {
    this.worker.postMessage(command);
  }

  private receive(event: Event): void {
    switch (event.kind) {
      case 'opened':
        if (this.opening[event.side] === event.request) this.listener.opened(event.side, event.info);
        return;
      case 'cut':
        if (event.request !== this.asked) return;
        this.listener.answered(event.answers);
        return this.ended();
      case 'failed':
        if (event.fatal) return this.listener.stopped(event.message);
        if (event.side === null) return this.ended();
        if (this.opening[event.side] === event.request) this.listener.unopened(event.side, event.message);
        return;
      default:
        return unreachable(event);
    }
  }

  private ended(): void {
    this.asked = undefined;
    const { next } = this;
    this.next = undefined;
    if (next !== undefined) this.cut(next);
  }
}
