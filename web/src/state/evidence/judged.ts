// What the page shows of evidence.svelte.ts, which knows the store: the store knows it by this alone.
import type { Result } from '../../engine/analysis.ts';
import type { Attributed, Faithfulness } from '../../generated/messages.ts';

export interface Judgement {
  readonly result: Result;
  readonly found: Faithfulness | null;
  // By every method; none without experiments.
  readonly attributions: readonly Attributed[];
}

export interface Judged {
  // Of the words that are on the screen; what was found of others is not shown.
  readonly found: Faithfulness | null;
  // The last experiments stay, dimmed, until the next.
  readonly last: Judgement | null;
  readonly current: boolean;
  // In words, where there is no answer.
  readonly problem: string | null;
  // Of the permutations and the search.
  seed: number;
  // Asks for what the page shows and does not have. To be called with every change of it.
  follow(): void;
}
