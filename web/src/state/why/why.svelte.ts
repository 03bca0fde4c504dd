// Why the model says what it says: what the page asks the engine about the last result, and what of the answers is shown.
// Loaded once the first prediction is on the screen.
import { kMostTokens, type Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import type { Attributed, Explained, ScorePart } from '../../generated/messages.ts';
import { asSentence, messageOf } from '../../text/message.ts';
import { Patience } from '../patience.svelte.ts';
import type { Requests } from '../requests.ts';
import { kContribution } from '../settings.ts';
import type { Store } from '../store.svelte.ts';
import { kMethods, lacks, type Method, methodNamed } from './methods.ts';
import { WhatIf } from './what-if.svelte.ts';
import { type Asked, explains, ofWords, partsOfTokens, type Sum, sumOf } from './sums.ts';

// ms: a large model, which takes longer than a keystroke may, is asked once the visitor rests.
const kSlow = 40;
const kRest = 300;
// Levels of a bar's length on either side; a finer step no eye sees, and each that changes is styled and painted anew.
const kLevels = 100;

interface Question {
  readonly result: Result;
  readonly method: string;
  // The class that methods are asked about whose answer is of one class alone.
  readonly asked: Asked | null;
}

interface Answer extends Question {
  readonly explained: Explained;
}

export class Why {
  private asking = $state.raw<Answer | null>(null);
  // The answer about the last result or, dimmed, the one before while its own is on the way. The keystroke's own engine says it
  // with the result.
  private readonly answer: Answer | null = $derived.by(() => {
    const { seen: result } = this.store;
    if (!result?.explained || this.method.name !== kContribution) return this.asking;
    if (!explains(result.explained, this.asked)) return this.asking;
    return { result, method: kContribution, asked: null, explained: result.explained };
  });
  // With the parts of its terms, which are asked for when a word is opened.
  private parts = $state.raw<Answer | null>(null);
  // In words, where there is no answer.
  problem = $state<string | null>(null);
  private readonly waiting = new Patience();
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));
  private rest: ReturnType<typeof setTimeout> | undefined;

  readonly whatIf: WhatIf;

  readonly method: Method = $derived.by(() => methodNamed(this.store.method) ?? kMethods[0]);
  // The class to explain: the chosen one, else the predicted one.
  readonly asked: Asked | null = $derived.by(() => {
    const { label, against, seen } = this.store;
    const { classes, prediction } = seen?.analysis ?? { classes: [], prediction: null };
    const there = (name: string | null) => (classes.some((one) => one.label === name) ? name : null);
    const of = there(label) ?? prediction?.label;
    if (of === undefined) return null;
    return { label: of, against: there(against) === of ? null : there(against) };
  });

  // The answer belongs to the words on the screen.
  readonly current = $derived.by(() => this.answer !== null && this.answer.result === this.store.seen);
  readonly late = $derived(this.waiting.late);
  readonly ours: boolean = $derived.by(() => this.store.ours);
  // What adds up, per token of the analysis; null where another method is chosen.
  readonly sum: Sum | null = $derived.by(() => {
    const { answer, asked } = this;
    return answer && asked && answer.method === kContribution ? sumOf(answer.explained, asked) : null;
  });
  readonly attributed: Attributed | null = $derived(this.answer?.explained.attributions[0] ?? null);
  // Per word as it is shown, and of what is not.
  readonly words = $derived.by(() => {
    const values = this.sum?.terms ?? this.attributed?.values;
    return values ? ofWords(values, this.current ? this.store.members : null) : null;
  });
  readonly texts: readonly string[] = $derived.by(() => {
    const tokens = this.current ? this.store.tokens : (this.answer?.result.analysis.tokens ?? []);
    return tokens.map(({ text }) => text);
  });
  // -1 to 1 of the largest.
  readonly levels: readonly number[] = $derived.by(() => {
    const values = this.words?.values ?? [];
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    return values.map((value) => Math.round((value / largest) * kLevels) / kLevels);
  });
  // There is more to see behind a word than one number.
  readonly divisible = $derived((this.sum?.components ?? []).some(({ part }) => part === 'phrase'));

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {
    this.whatIf = new WhatIf(store, requests);
  }

  // Asks for what the page shows and does not have. To be called with every change of it.
  follow(): void {
    this.whatIf.follow();
    if (this.store.unanswered) return; // the run that is to be explained is on its way
    const question = this.question();
    clearTimeout(this.rest);
    if (!question) return this.forget();
    if (this.answers(question)) return this.keep();
    this.waiting.begin();
    const slow = question.result.milliseconds > kSlow;
    if (slow) this.rest = setTimeout(() => this.questions.ask(question), kRest);
    else this.questions.ask(question);
  }

  // The parts of a word as it is shown, the largest first; undefined until they are there.
  partsOf(word: number): readonly ScorePart[] | undefined {
    const { parts, asked, store } = this;
    if (!asked || parts?.result !== store.seen) return undefined;
    return partsOfTokens(parts.explained, asked, store.members?.[word] ?? [word]);
  }

  async fetchParts(): Promise<void> {
    const { answer } = this;
    if (!answer || this.parts?.result === answer.result) return;
    try {
      const given = { ...this.takes(answer), parts: true };
      this.parts = { ...answer, explained: await this.requests.command('explain', given) };
    } catch (error) {
      this.problem = asSentence(messageOf(error));
    }
  }

  // Explains what is shown, for a file; null where words speak for no class.
  async ofEveryClass(): Promise<Explained | null> {
    const { seen: result, explainable } = this.store;
    if (!result || !explainable) return null;
    const question = { result, method: kContribution, asked: null };
    return this.requests.command('explain', this.takes(question));
  }

  private question(): Question | null {
    const { seen: result, model, answeredBy, explainable } = this.store;
    if (!result || !explainable || answeredBy !== model || !this.asked) return null;
    const { name, per_class } = this.method;
    return { result, method: name, asked: per_class && name !== kContribution ? this.asked : null };
  }

  private keep(): void {
    this.asking = this.answer;
    this.problem = null;
    this.waiting.end();
  }

  private answers({ result, method, asked }: Question): boolean {
    const { answer } = this;
    const { label, against } = answer?.asked ?? {};
    const alike = label === asked?.label && against === asked?.against;
    const there = method !== kContribution || (answer !== null && explains(answer.explained, this.asked));
    return answer?.result === result && answer.method === method && alike && there;
  }

  private forget(): void {
    this.questions.forget();
    this.waiting.end();
    this.asking = this.problem = null;
  }

  private async ask(question: Question, current: () => boolean): Promise<void> {
    const wanted = () => current() && question.result === this.store.seen;
    const lacking = lacks(this.method, this.store.info, question.result.analysis);
    try {
      if (lacking !== null) throw new Error(lacking);
      const explained = await this.requests.command('explain', this.takes(question));
      if (!wanted()) return;
      this.asking = { ...question, explained };
      this.problem = null;
    } catch (error) {
      if (!wanted()) return;
      this.asking = null;
      this.problem = asSentence(messageOf(error));
    }
    this.waiting.end();
  }

  private takes({ result, method, asked }: Question) {
    const { text } = result.analysis;
    const given = { text, max_tokens: kMostTokens, parts: false, edits: this.store.editsOf(result) };
    if (method === kContribution) return { ...given, attributions: false };
    return {
      ...given,
      contributions: false,
      methods: [method],
      class: asked?.label,
      against: asked?.against ?? undefined,
    };
  }
}
