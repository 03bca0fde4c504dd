// Another sentence, laid over the last one: what each is said to be, what their words add, their maps, and which states
// carry the difference (activation patching). Loaded with the section Evidence.
import { kMostTokens, kMostWeights, type Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import type { EditedText, Patched, ScoreSum } from '../../generated/messages.ts';
import { messageOf } from '../../text/message.ts';
import { asPieces } from '../../text/pieces.ts';
import { t } from '../../text/t.ts';
import { othersIn, readTable, type Table, text, writeTable } from '../lab/parameters.ts';
import type { Requests } from '../requests.ts';
import { noticeOf } from '../settings.ts';
import type { Store } from '../store.svelte.ts';
import type { Progress, Stoppable } from './judged.ts';

const kRest = 300; // ms
const kLongest = 2000; // characters
const kTable: Table<{ beside: string }> = { beside: text('', kLongest) };

// A sentence, as both are asked.
export interface Laid {
  readonly said: EditedText;
  // The sum of the class that is asked about.
  readonly sum: ScoreSum;
  // As the analysis lists them; none of long texts.
  readonly maps: readonly Float32Array[];
}

interface Question {
  readonly result: Result;
  readonly other: string;
  readonly label: string;
}

export interface Overlay extends Question {
  readonly own: Laid;
  // Null of a text without words.
  readonly theirs: Laid | null;
  // From the first layer on, as far as it has come.
  readonly patched: readonly Patched[];
}

export class Beside implements Stoppable {
  text = $state('');
  private answer = $state.raw<Overlay | null>(null);
  private under = $state.raw<Progress | null>(null);
  problem = $state<string | null>(null);
  // Why states cannot be exchanged.
  unpatched = $state<string | null>(null);
  private halted = false;
  private written = '';
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));
  private rest: ReturnType<typeof setTimeout> | undefined;

  readonly last = $derived.by(() => this.answer);
  readonly current = $derived.by(() => {
    const question = this.question();
    return question !== null && this.answers(question);
  });
  readonly progress = $derived.by(() => (this.current ? this.under : null));

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {
    this.restore(store.more);
  }

  // Asks for what is shown, and keeps the address and the text together. To be called with every change of either.
  follow(): void {
    const { more } = this.store;
    if (more !== this.written) return this.restore(more);
    const others = othersIn('evidence', more);
    this.written = `${new URLSearchParams([...others, ...writeTable('evidence', kTable, { beside: this.text })])}`;
    this.store.more = this.written;
    const question = this.question();
    clearTimeout(this.rest);
    if (!question) this.questions.forget();
    else if (!this.answers(question)) this.rest = setTimeout(() => this.questions.ask(question), kRest);
  }

  stop(): void {
    this.halted = true;
    if (this.under) this.under = { ...this.under, now: null };
  }

  goOn(): void {
    const { answer } = this;
    this.halted = false;
    if (answer) void this.patch(answer, () => answer === this.answer);
  }

  private restore(more: string): void {
    const { settings, ...unread } = readTable('evidence', kTable, new URLSearchParams(more));
    this.text = settings.beside;
    const notice = noticeOf(unread);
    if (notice) this.store.notice = notice;
    this.written = more;
  }

  private question(): Question | null {
    const { seen: result, unanswered, model, answeredBy, judgeable, section, label } = this.store;
    if (!result || unanswered || !judgeable || answeredBy !== model || section !== 'evidence') return null;
    const known = result.analysis.classes.some((one) => one.label === label);
    const about = known ? label : result.analysis.prediction?.label;
    return about && this.text.trim() ? { result, other: this.text, label: about } : null;
  }

  private answers({ result, other, label }: Question): boolean {
    const { answer } = this;
    return answer?.result === result && answer.other === other && answer.label === label;
  }

  private async laid(text: string, label: string, edits: readonly string[]): Promise<Laid | null> {
    const {
      contributions,
      edited,
      maps = [],
    } = await this.requests.command('explain', {
      ...kAsked,
      text,
      edits,
      classes: [label],
      answered: true,
      most_weights: kMostWeights,
    });
    const [sum] = contributions;
    return edited && sum ? { said: { ...edited, tokens: asPieces(edited.tokens) }, sum, maps } : null;
  }

  private async ask(question: Question, current: () => boolean): Promise<void> {
    const wanted = () => current() && question.result === this.store.seen;
    this.under = null;
    this.halted = false;
    try {
      const { result, other, label } = question;
      const own = await this.laid(result.analysis.text, label, this.store.editsOf(result));
      const theirs = own && wanted() ? await this.laid(other, label, []) : null;
      if (!own || !wanted()) return;
      this.problem = this.unpatched = null;
      const answer = (this.answer = { ...question, own, theirs, patched: [] });
      await this.patch(answer, wanted);
    } catch (error) {
      if (!wanted()) return;
      this.answer = null;
      this.problem = messageOf(error);
    }
  }

  // Layer by layer, so that a large model can be watched, and stopped.
  private async patch(from: Overlay, wanted: () => boolean): Promise<void> {
    const { theirs, own, other, label, result } = from;
    if (!theirs || theirs.said.tokens.length !== own.said.tokens.length) return;
    const layers = Math.max(this.store.info?.layers ?? 1, 1);
    let answer = from;
    try {
      for (let layer = answer.patched.length; layer < layers && !this.halted; layer++) {
        this.show(layer, layers);
        const text = result.analysis.text;
        const edits = this.store.editsOf(result);
        const asked = { ...kAsked, text, edits, other, contributions: false, class: label, patching: layer };
        const { patched } = await this.requests.command('explain', asked);
        if (!wanted() || !patched || this.answer?.own !== own) return;
        this.answer = answer = { ...answer, patched: [...answer.patched, patched] };
      }
      if (answer.patched.length < layers) this.show(answer.patched.length, layers);
      else this.under = null;
    } catch (error) {
      if (!wanted()) return;
      this.under = null;
      this.unpatched = messageOf(error);
    }
  }

  private show(done: number, all: number): void {
    this.under = {
      done,
      all,
      now: this.halted ? null : t('evidence.the-states-of-layer', done),
      seconds: null,
    };
  }
}

const kAsked = { max_tokens: kMostTokens, parts: false, attributions: false };
