// What the model would say if: the changes that the visitor has made, taken back and made again, and what they do.
import type { Result } from '../../engine/analysis.ts';
import { Newest } from '../../engine/client.ts';
import { messageOf } from '../../text/message.ts';
import type { Matrix } from '../matrix.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import { ofSameWords } from './changed-run.ts';
import { drawn, sameTarget, withEdit } from './edits.ts';

type Edits = readonly string[];

interface Question {
  readonly result: Result;
  readonly edits: Edits;
}

export class WhatIf {
  private past = $state.raw<readonly Edits[]>([]);
  private future = $state.raw<readonly Edits[]>([]);
  problem = $state<string | null>(null);
  // The words that the changes were made to.
  private words: string | null = null;
  private readonly questions = new Newest<Question>((question, current) => this.ask(question, current));

  readonly before = $derived(this.past.length > 0);
  readonly after = $derived(this.future.length > 0);

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {
    store.preview = (matrix) => this.preview(matrix);
  }

  // Places of maps are those of the model's own tokens. The map asks for it, too, which outlives the section in which this
  // was made: a $derived would be stale there.
  get ofMaps(): boolean {
    return !this.store.members;
  }

  // The head that is shown, as edits name it.
  get place(): string {
    const { map, shownHead } = this.store;
    return `${map}.${shownHead === 'mean' ? '*' : shownHead}`;
  }

  private preview(matrix: Matrix): Matrix | null {
    const { edits, map, shownHead, explainable } = this.store;
    return explainable ? drawn(matrix, map, shownHead, edits) : null;
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
    if (edit.endsWith('.remove')) this.store.pin = null; // what was pinned is gone
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
    const { changed } = this.store;
    if (changed?.of === result && changed.edits === edits) return;
    this.questions.ask({ result, edits });
  }

  // The words are others: what was changed is no longer there.
  private letGo(): void {
    this.past = this.future = [];
    this.store.changed = null;
    this.store.edits = [];
  }

  private async ask({ result, edits }: Question, current: () => boolean): Promise<void> {
    const wanted = () => current() && result === this.store.result;
    try {
      const { text } = result.analysis;
      const { look } = this.store;
      const found = await this.requests.command('changed-run', { text, edits, look });
      if (!wanted()) return;
      this.store.changed = { of: result, edits, run: ofSameWords(found.result, result) };
      this.store.changedMaps.begin(found.maps);
      this.problem = null;
    } catch (error) {
      if (!wanted()) return;
      this.store.changed = { of: result, edits, run: null };
      this.problem = messageOf(error);
    }
  }
}
