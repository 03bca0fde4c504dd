// The page's side of attention between two texts, whose worker starts with the first of its sections.
import { messageOf } from '../text/message.ts';
import { keepModule } from '../offline/keep-module.ts';
import { type Answer, type AttendOptions, type Input, type VectorsInfo, withNumbers } from './attended.ts';
import { buildFor } from './capable.ts';
import { Client, Failed, isOver, Newest } from './client.ts';
import type { Progress, VectorSource } from './protocol.ts';

export interface Question {
  readonly input: Input;
  readonly jobs: readonly AttendOptions[];
}

export interface LabListener {
  progress(reading: Progress): void;
  opened(info: VectorsInfo): void;
  // Ended by the visitor; what was open before still is.
  cancelled(): void;
  answered(question: Question, answers: readonly Answer[], milliseconds: number): void;
  failed(command: 'open' | 'attend', message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class LabClient {
  private readonly client: Client;
  private opening: number | undefined;
  // What a new worker is told after a crash.
  private last: { vectors?: VectorSource; question?: Question } = {};
  private readonly questions = new Newest<Question>((question, current) => this.answer(question, current));

  constructor(private readonly listener: LabListener) {
    this.client = new Client('heed-lab', (message) => listener.stopped(message));
    keepModule(buildFor(crossOriginIsolated));
  }

  async open(vectors: VectorSource): Promise<void> {
    this.cancel();
    this.last.vectors = vectors;
    const progress = (reading: Progress) => {
      if (request === this.opening) this.listener.progress(reading);
    };
    const { request, answer } = this.client.send('open-vectors', { vectors }, { progress });
    this.opening = request;
    try {
      const info = await answer;
      if (this.ended(request)) this.listener.opened(info);
    } catch (error) {
      if (isOver(error) || !this.ended(request)) return;
      if (error instanceof Failed && error.cancelled) this.listener.cancelled();
      else this.listener.failed('open', messageOf(error));
    }
  }

  cancel(): void {
    if (this.opening !== undefined) this.client.cancel(this.opening);
  }

  attend(question: Question): void {
    this.last.question = question;
    this.questions.ask(question);
  }

  restart(): void {
    this.opening = undefined;
    this.questions.forget();
    this.client.restart();
    const { vectors, question } = this.last;
    if (vectors) void this.open(vectors);
    if (question) this.attend(question);
  }

  // Whether it was the last one.
  private ended(request: number): boolean {
    const last = request === this.opening;
    if (last) this.opening = undefined;
    return last;
  }

  private async answer(question: Question, current: () => boolean): Promise<void> {
    try {
      const { reply, milliseconds } = await this.client.send('attend', question).answer;
      if (current()) this.listener.answered(question, withNumbers(reply), milliseconds);
    } catch (error) {
      if (current() && !isOver(error)) this.listener.failed('attend', messageOf(error));
    }
  }
}
