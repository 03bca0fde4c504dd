// The page's side of the lab's worker, which starts with the first of its sections. At most one question is on its
// way; of those that come in meanwhile only the newest is asked next.
import { keepModule } from '../../offline/keep-module.ts';
import { unreachable } from '../protocol.ts';
import type { Answer, AttendOptions, Input, VectorsInfo } from './attended.ts';
import type { Command, Event, Reading, VectorSource } from './protocol.ts';

export interface Question {
  readonly input: Input;
  readonly jobs: readonly AttendOptions[];
}

export interface LabListener {
  progress(reading: Reading): void;
  opened(info: VectorsInfo): void;
  // Ended by the visitor; what was open before still is.
  cancelled(): void;
  answered(question: Question, answers: readonly Answer[], milliseconds: number): void;
  failed(command: 'open' | 'attend', message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class LabClient {
  private worker: Worker;
  private requests = 0;
  private opening: number | undefined;
  private asked: { readonly request: number; readonly question: Question } | undefined;
  private next: Question | undefined;
  // What a new worker is told after a crash.
  private last: { vectors?: VectorSource; question?: Question } = {};

  constructor(private readonly listener: LabListener) {
    this.worker = this.start();
    keepModule('heed-lab');
  }

  open(vectors: VectorSource): void {
    this.cancel();
    this.last.vectors = vectors;
    this.opening = ++this.requests;
    this.send({ kind: 'open', request: this.opening, vectors });
  }

  cancel(): void {
    if (this.opening !== undefined) this.send({ kind: 'cancel', request: this.opening });
  }

  attend(question: Question): void {
    this.last.question = question;
    if (this.asked) {
      this.next = question;
      return;
    }
    this.asked = { request: ++this.requests, question };
    this.send({ kind: 'attend', request: this.asked.request, ...question });
  }

  restart(): void {
    this.worker.terminate();
    this.worker = this.start();
    this.opening = this.asked = this.next = undefined;
    const { vectors, question } = this.last;
    if (vectors) this.open(vectors);
    if (question) this.attend(question);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heed-lab',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Event>) => this.receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.listener.stopped(event.message || '[worker] the lab’s engine could not be started');
    });
    return worker;
  }

  private send(command: Command): void {
    this.worker.postMessage(command);
  }

  private receive(event: Event): void {
    switch (event.kind) {
      case 'progress':
        if (event.request === this.opening) this.listener.progress(event);
        return;
      case 'opened':
        if (event.request !== this.opening) return;
        this.opening = undefined;
        return this.listener.opened(event.info);
      case 'cancelled':
        if (event.request !== this.opening) return;
        this.opening = undefined;
        return this.listener.cancelled();
      case 'attended':
        if (event.request !== this.asked?.request) return;
        this.listener.answered(this.asked.question, event.answers, event.milliseconds);
        return this.ended();
      case 'failed':
        return this.fail(event.request, event.message, event.fatal);
      default:
        return unreachable(event);
    }
  }

  private fail(request: number, message: string, fatal: boolean): void {
    if (fatal) return this.listener.stopped(message);
    if (request === this.opening) {
      this.opening = undefined;
      this.listener.failed('open', message);
    } else if (request === this.asked?.request) {
      this.listener.failed('attend', message);
      this.ended();
    }
  }

  private ended(): void {
    this.asked = undefined;
    const { next } = this;
    this.next = undefined;
    if (next) this.attend(next);
  }
}
