// What the model would say if: the changes that the visitor has made, taken back and made again, and what they do.
import { kMostTokens, kMostWeights, type Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import type { EditedText } from '../../generated/messages.ts';
import { messageOf } from '../../text/message.ts';
import { type Matrix, measured, weightsOf } from '../matrix.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import { drawn, sameTarget, withEdit } from './edits.ts';

type Edits = readonly string[];

interface Question {
  readonly result: Result;
  readonly edits: Edits;
}

interface Changed {
  readonly edited: EditedText;
  // As the model's pass under the changes made them; none of long texts, nor where words were changed.
  readonly maps: readonly Float32Array[];
}

export class WhatIf {
  private past = $state.raw<readonly Edits[]>([]);
  private future = $state.raw<readonly Edits[]>([]);
  private answer = $state.raw<(Question & Changed) | null>(null);
  problem = $state<string | null>(null);
  // The words that the changes were made to.
  private words: string | null = null;
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));

  // Of the changes as they are; while theirs is on the way, of those before.
  readonly edited: EditedText | null = $derived.by(() =>
    this.answer?.result === this.store.result && this.store.edits.length ? this.answer!.edited : null,
  );
  // Per map, [H, T, S]: all of them, those above a changed one as well.
  readonly maps: readonly Float32Array[] = $derived.by(() => {
    const { answer, store } = this;
    return answer?.result === store.result && answer.edits === store.edits ? answer.maps : [];
  });
  readonly before = $derived(this.past.length > 0);
  readonly after = $derived(this.future.length > 0);

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {}

  // The head that is shown, as edits name it.
  get place(): string {
    const { map, shownHead } = this.store;
    return `${map}.${shownHead === 'mean' ? '*' : shownHead}`;
  }

  // The map that is shown, as the changes leave it: until the model has said what they make of it, by the changes of this
  // map alone.
  drawn(matrix: Matrix): Matrix {
    const { result, edits, map, shownHead, members } = this.store;
    if (members || !result) return matrix;
    const weights = weightsOf({ ...result, weights: this.maps }, map, shownHead);
    if (weights?.length === matrix.weights.length) return measured({ ...matrix, weights });
    return drawn(matrix, map, shownHead, edits);
  }

  // Changes it, or takes it back where that is what was changed.
  toggle(edit: string): void {
    const { edits } = this.store;
    if (!edits.includes(edit)) return this.change(edit);
    this.past = [...this.past, edits];
    this.future = [];
    this.store.edits = edits.filter((one) => one !== edit);
  }

  // One after another of the same weight is one step back.
  change(edit: string): void {
    const { edits } = this.store;
    if (!sameTarget(edits.at(-1), edit)) this.past = [...this.past, edits];
    this.future = [];
    this.store.edits = withEdit(edits, edit);
  }

  // Handed on to the views.
  readonly setWeight = (query: number, key: number, weight: number): void =>
    this.change(`${this.place}.${query}.${key}=${Number(Math.min(Math.max(weight, 0), 1).toFixed(2))}`);

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.future = [this.store.edits, ...this.future];
    this.past = this.past.slice(0, -1);
    this.store.edits = last;
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next) return;
    this.past = [...this.past, this.store.edits];
    this.future = rest;
    this.store.edits = next;
  }

  // Can be undone too.
  reset(): void {
    if (!this.store.edits.length) return;
    this.past = [...this.past, this.store.edits];
    this.future = [];
    this.store.edits = [];
  }

  // To be called with every change of what is shown.
  follow(): void {
    const { result, edits, explainable, answeredBy, model } = this.store;
    if (!result || !explainable || answeredBy !== model || !edits.length) {
      this.questions.forget();
      this.problem = null;
      if (!edits.length) this.words = null;
      return;
    }
    const words = JSON.stringify(result.analysis.tokens.map(({ text }) => text));
    this.words ??= words;
    if (words !== this.words) return this.letGo();
    if (this.answer?.result === result && this.answer.edits === edits) return;
    this.questions.ask({ result, edits });
  }

  // The words are others: what was changed is no longer there.
  private letGo(): void {
    this.past = this.future = [];
    this.answer = null;
    this.store.edits = [];
  }

  private async ask({ result, edits }: Question, current: () => boolean): Promise<void> {
    const wanted = () => current() && result === this.store.result;
    const none = { contributions: false, attributions: false };
    try {
      const asked = { edits, most_weights: kMostWeights, ...none };
      const given = { text: result.analysis.text, max_tokens: kMostTokens, ...asked };
      const { edited, maps: all = [] } = await this.requests.command('explain', given);
      if (!wanted() || !edited) return;
      const same = edited.tokens.length === result.analysis.tokens.length;
      this.answer = { result, edits, edited, maps: same ? all : [] };
      this.problem = null;
    } catch (error) {
      if (wanted()) this.problem = messageOf(error);
    }
  }
}
