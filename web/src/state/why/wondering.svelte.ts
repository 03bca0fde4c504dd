// Why waits: until the first prediction is on the screen and the page idle, nothing of it is fetched, nor its engine.
import { idle } from '../../views/later.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import type { Why } from './why.svelte.ts';

export class Wondering {
  // Null until then.
  why = $state.raw<Why | null>(null);
  private begun: Promise<void> | undefined;

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {}

  begin(): Promise<void> {
    this.begun ??= idle()
      .then(() => import('./why.svelte.ts'))
      .then(({ Why }) => void (this.why = new Why(this.store, this.requests)));
    this.begun.catch(() => (this.begun = undefined));
    return this.begun;
  }
}
