// Why waits: until the first prediction is on the screen and the page idle, nothing of it is fetched, nor its engine.
import { afterPaint } from '../../views/later.ts';
import type { Requests } from '../requests.ts';
import type { Store } from '../store.svelte.ts';
import type { Why } from './why.svelte.ts';

const kPatience = 1000; // ms for a page that is never idle

export function idle(): Promise<void> {
  return new Promise((done) =>
    afterPaint(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: kPatience });
      else setTimeout(done);
    }),
  );
}

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
