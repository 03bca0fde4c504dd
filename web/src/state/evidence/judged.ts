// What the page shows of evidence.svelte.ts, which knows the store: the store knows it by this alone.
import type { Result } from '../../engine/analysis.ts';
import type { Faithfulness } from '../../generated/messages.ts';
import type { Measured } from './steps.ts';

export interface Judgement extends Measured {
  readonly result: Result;
}

export interface Progress {
  readonly done: number;
  readonly all: number;
  // The current measurement; null if it was stopped.
  readonly now: string | null;
  // Until the end, at the rate so far; null before the first step is through.
  readonly seconds: number | null;
}

export interface Stoppable {
  // While there is something left to measure.
  readonly progress: Progress | null;
  // Once the step that is under way is through.
  stop(): void;
  goOn(): void;
}

export interface Judged extends Stoppable {
  // Judgements of the words that are on the screen; what was found of others is not shown.
  readonly found: Faithfulness | null;
  // The last experiments stay, dimmed, until there are some of the next.
  readonly last: Judgement | null;
  readonly current: boolean;
  // In words, where there is no answer.
  readonly problem: string | null;
  // Asks for what the page shows and does not have. To be called with every change of it.
  follow(): void;
  // With other permutations, and another search.
  again(): void;
}
