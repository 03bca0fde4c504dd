// Whether the map of the last result explains its answer: agreement, which is asked for once the visitor rests, and
// experiments, which the section Evidence asks for, one after the other. Loaded once the first prediction is on the screen.
import type { Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import { messageOf } from '../../text/message.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import type { Wondering } from '../why/wondering.svelte.ts';
import type { Judged, Judgement, Progress } from './judged.ts';
import { type Ask, kNothing, kSteps, together } from './steps.ts';

const kRest = 400; // ms
// Leaving words out costs a pass for each: of longer texts only the section asks, and of large models, whose worker has
// keystrokes to answer.
const kMostByItself = 64;
const kSlow = 40; // ms of an analysis
// Until then the last experiments stay, and what is new comes at once.
const kPatience = 700; // ms

interface Question {
  readonly result: Result;
  // How many of the steps are wanted.
  readonly steps: number;
  readonly seed: number;
}

// `steps`: how many of them are through.
type Answer = Question & Judgement;

export class Evidence implements Judged {
  private answer = $state.raw<Answer | null>(null);
  private shown = $state.raw<Judgement | null>(null);
  private under = $state.raw<{ readonly result: Result; readonly progress: Progress } | null>(null);
  private stopped = $state.raw<Result | null>(null);
  problem = $state<string | null>(null);
  private seed = $state(0);
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));
  private rest: ReturnType<typeof setTimeout> | undefined;

  readonly found = $derived.by(() => (this.answer?.result === this.store.seen ? this.answer.found : null));
  readonly last = $derived.by(() => this.shown);
  readonly current = $derived.by(() => this.shown?.result === this.store.seen);
  readonly progress = $derived.by(() => {
    const { under } = this;
    return under?.result === this.store.seen ? under.progress : null;
  });

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly reasons: Wondering,
  ) {}

  follow(): void {
    const question = this.question();
    clearTimeout(this.rest);
    if (!question) return this.questions.forget();
    if (this.stopped === question.result) return;
    if (this.through(question) >= question.steps) return;
    this.rest = setTimeout(() => this.questions.ask(question), kRest);
  }

  stop(): void {
    const { seen: result } = this.store;
    this.stopped = result;
    if (this.under && this.under.result === result)
      this.under = { result, progress: { ...this.under.progress, now: null } };
  }

  goOn(): void {
    this.stopped = null;
    const question = this.question();
    if (question) this.questions.ask(question);
  }

  again(): void {
    this.seed++;
    this.goOn();
  }

  // Steps of the question that are.
  private through({ result, seed }: Question): number {
    const { answer } = this;
    return answer?.result === result && answer.seed === seed ? answer.steps : 0;
  }

  private question(): Question | null {
    const { seen: result, unanswered, model, answeredBy, judgeable, section } = this.store;
    const asked = section === 'evidence';
    if (!result || unanswered || !judgeable || answeredBy !== model) return null;
    const quick = !model.computer || result.milliseconds <= kSlow;
    const short = result.analysis.tokens.length <= kMostByItself && quick;
    // The engine that can say it is there once it has said why.
    if (!asked && !(short && section === 'read' && this.reasons.why?.current)) return null;
    const { seed } = this;
    return { result, steps: asked ? kSteps.length : 1, seed };
  }

  private async ask(question: Question, current: () => boolean): Promise<void> {
    const { result, seed, steps } = question;
    const wanted = () => current() && result === this.store.seen && this.stopped !== result;
    const edits = this.store.editsOf(result);
    const ask: Ask = (kind, given) => this.requests.command(kind, { ...given, edits });
    const first = this.through(question);
    const began = performance.now();
    let answer: Answer = first && this.answer ? this.answer : { ...kNothing, result, seed, steps: 0 };
    try {
      for (let at = first; at < steps && wanted(); at++) {
        this.show(question, answer, at - first, performance.now() - began);
        const more = await kSteps[at]!.measure(ask, result.analysis.text, seed);
        if (!current() || result !== this.store.seen) return;
        this.answer = answer = { ...answer, ...together(answer, more), steps: at + 1 };
        if (answer.steps === kSteps.length || (steps > 1 && performance.now() - began > kPatience))
          this.shown = answer;
      }
      this.problem = null;
      if (this.stopped === result) this.shown = answer;
      if (answer.steps >= steps) this.under = null;
    } catch (error) {
      if (!wanted()) return;
      this.answer = this.shown = this.under = null;
      this.problem = messageOf(error);
    }
  }

  // Shows the progress of a measurement of more than one step.
  private show({ result, steps }: Question, answer: Answer, done: number, spent: number): void {
    if (steps === 1) return;
    const seconds = done > 0 ? ((spent / done) * (steps - answer.steps)) / 1000 : null;
    const now = kSteps[answer.steps]!.name;
    this.under = { result, progress: { done: answer.steps, all: steps, now, seconds } };
  }
}
