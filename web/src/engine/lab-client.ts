// The page's side of attention between two texts, whose worker starts with the first of its sections.
import { messageOf } from '../text/message.ts';
import { keepModule } from '../offline/keep-module.ts';
import { type Answer, type AttendOptions, type Input, withNumbers } from './attended.ts';
import { Client, Failed, isOver, Newest } from './client.ts';
import type { Answers, Progress, VectorSource } from './protocol.ts';
import type { Server } from './server.ts';

export interface Question {
  readonly input: Input;
  readonly jobs: readonly AttendOptions[];
}

// Some jobs of a question, and those that follow once nothing else has been asked for a while. `quick`: typing waits for it.
export interface Part {
  readonly question: Question;
  readonly jobs: readonly AttendOptions[];
  readonly later: readonly AttendOptions[];
  readonly quick: boolean;
}

const kRest = 200; // ms
// Characters of both texts that the page attends to itself.
const kShort = 500;

const isShort = ({ input }: Question) => 'random' in input || input.query.length + input.key.length <= kShort;

export interface LabListener {
  progress(reading: Progress): void;
  opened(info: Answers<'open-vectors'>): void;
  // Ended by the visitor; what was open before still is.
  cancelled(): void;
  answered(part: Part, answers: readonly Answer[], milliseconds: number): void;
  failed(command: 'open' | 'attend', message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class LabClient {
  private readonly client: Client;
  private opening: number | undefined;
  // What a new worker is told after a crash.
  private last: { vectors?: VectorSource; question?: Question } = {};
  private readonly questions = new Newest<Part>((part, current) => this.answer(part, current));
  // The worker answers these while the page goes on answering letters.
  private readonly rests = new Newest<Part>((part, current) => this.answer(part, current));
  private rest: ReturnType<typeof setTimeout> | undefined;
  private waiting: Part | undefined;
  // In the page: what a few words attend to takes it a millisecond or two, and is in the frame that shows the letter. Browsers
  // hand out a worker's message after that frame.
  private local: Server | undefined;
  // What it has open.
  private localVectors: VectorSource | undefined;

  constructor(private readonly listener: LabListener) {
    this.client = new Client('heed-lab', (message) => listener.stopped(message));
    keepModule('heed-full');
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

  // To be called once the worker has opened them. Where that engine cannot be had the worker goes on answering; a file is read
  // once.
  async startLocal(): Promise<void> {
    const { vectors } = this.last;
    if (!vectors || vectors.kind === 'file') return;
    try {
      const { startVectors } = await import('./commands/vectors.ts');
      const by = (this.local ??= startVectors((event) => this.client.receive(event, true)));
      const kept =
        vectors.kind === 'model' ? { ...vectors, source: { ...vectors.source, returning: true } } : vectors;
      await this.client.send('open-vectors', { vectors: kept }, { by }).answer;
      this.localVectors = vectors;
    } catch {
      this.forgetLocal();
    }
  }

  cancel(): void {
    if (this.opening !== undefined) this.client.cancel(this.opening);
  }

  // `first`: jobs that are not to wait for the others.
  attend(question: Question, first: (job: AttendOptions) => boolean = () => true): void {
    this.last.question = question;
    this.forgetRest();
    const jobs = question.jobs.filter(first);
    const later = question.jobs.filter((job) => !jobs.includes(job));
    this.questions.ask({ question, jobs, later, quick: true });
  }

  // What would follow is asked at once.
  hurry(): void {
    const { waiting } = this;
    this.forgetRest();
    if (waiting) this.rests.ask(waiting);
  }

  private forgetLocal(): void {
    this.local = this.localVectors = undefined;
  }

  private forgetRest(): void {
    clearTimeout(this.rest);
    this.waiting = undefined;
  }

  restart(): void {
    this.opening = undefined;
    this.forgetRest();
    this.questions.forget();
    this.rests.forget();
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

  private async answer(part: Part, isWaitedFor: () => boolean): Promise<void> {
    const { question, jobs, later, quick } = part;
    // Not the rest of a question when the first maps of a newer one are there.
    const current = () => isWaitedFor() && (quick || question === this.last.question);
    const asks = { input: question.input, jobs };
    const isLocal = quick && this.localVectors === this.last.vectors && isShort(question);
    const by = isLocal ? this.local : undefined;
    try {
      const { reply, milliseconds } = await this.client.send('attend', asks, by ? { by } : {}).answer;
      if (!current()) return;
      if (later.length && question === this.last.question) {
        this.waiting = { question, jobs: later, later: [], quick: false };
        this.rest = setTimeout(() => this.hurry(), kRest);
      }
      this.listener.answered(part, withNumbers(reply), milliseconds);
    } catch (error) {
      if (!current() || isOver(error)) return;
      if (!by) return this.listener.failed('attend', messageOf(error));
      this.forgetLocal(); // the worker says why, or knows better
      await this.answer(part, isWaitedFor);
    }
  }
}
