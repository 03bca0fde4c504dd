// Whether the map of the last result explains its answer: agreement, which is asked for once the visitor rests, and
// experiments, which the section Evidence asks for. Loaded once the first prediction is on the screen.
import { kMostTokens, type Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import { messageOf } from '../../text/message.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import type { Wondering } from '../why/wondering.svelte.ts';
import type { Judged, Judgement } from './judged.ts';

const kRest = 400; // ms
// Leaving words out costs a pass for each: of longer texts only the section asks, and of large models, whose worker has
// keystrokes to answer.
const kMostByItself = 64;
const kSlow = 40; // ms of an analysis

interface Question {
  readonly result: Result;
  readonly experiments: boolean;
  readonly seed: number;
}

type Answer = Question & Judgement;

export class Evidence implements Judged {
  private answer = $state.raw<Answer | null>(null);
  problem = $state<string | null>(null);
  seed = $state(0);
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));
  private rest: ReturnType<typeof setTimeout> | undefined;

  readonly found = $derived.by(() => (this.answer?.result === this.store.result ? this.answer.found : null));
  readonly last = $derived.by(() => (this.answer?.experiments ? this.answer : null));
  readonly current = $derived.by(() => this.answer?.result === this.store.result);

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly reasons: Wondering,
  ) {}

  follow(): void {
    const question = this.question();
    clearTimeout(this.rest);
    if (!question) return this.questions.forget();
    const { answer } = this;
    const enough = answer?.experiments || !question.experiments;
    if (answer?.result === question.result && enough && answer.seed === question.seed) return;
    this.rest = setTimeout(() => this.questions.ask(question), kRest);
  }

  private question(): Question | null {
    const { result, model, answeredBy, judgeable, section } = this.store;
    const asked = section === 'evidence';
    if (!result || !judgeable || answeredBy !== model) return null;
    const quick = !model.computer || result.milliseconds <= kSlow;
    const short = result.analysis.tokens.length <= kMostByItself && quick;
    // The engine that can say it is there once it has said why.
    if (!asked && !(short && section === 'read' && this.reasons.why?.current)) return null;
    return { result, experiments: asked, seed: asked ? this.seed : (this.answer?.seed ?? 0) };
  }

  private async ask(question: Question, current: () => boolean): Promise<void> {
    const wanted = () => current() && question.result === this.store.result;
    if (!wanted()) return;
    const given = { text: question.result.analysis.text, max_tokens: kMostTokens };
    const { experiments, seed } = question;
    try {
      const asked = this.requests.command('faithfulness', { ...given, experiments, seed });
      const explained = experiments
        ? this.requests.command('explain', { ...given, contributions: false })
        : null;
      const found = await asked;
      const attributions = (await explained)?.attributions ?? [];
      if (!wanted()) return;
      this.answer = { ...question, found, attributions };
      this.problem = null;
    } catch (error) {
      if (!wanted()) return;
      this.answer = null;
      this.problem = messageOf(error);
    }
  }
}
