// The parts behind the page: what it shows, what it asks of the engine, where its address leads.
import type { Opened } from './opened/opened.svelte.ts';
import { Requests } from './requests.ts';
import { Router } from './router.ts';
import { Store } from './store.svelte.ts';
import { afterPaint } from '../views/later.ts';

const kPatience = 1000; // ms for a page that is never idle

function idle(): Promise<void> {
  return new Promise((done) =>
    afterPaint(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: kPatience });
      else setTimeout(done);
    }),
  );
}

export class App {
  readonly store: Store = new Store((request) => this.requests.map(request));
  readonly requests = new Requests(this.store);
  readonly router = new Router(this.store, this.requests, (id) => void this.others().then((o) => o.seek(id)));
  private opened: Promise<Opened> | undefined;
  private wondering: Promise<void> | undefined;
  private judging: Promise<void> | undefined;

  // What each word adds, and the engine that says it, wait until the first prediction is on the screen and the page idle.
  wonder(): Promise<void> {
    this.wondering ??= idle()
      .then(() => import('./why/why.svelte.ts'))
      .then(({ Why }) => void (this.store.why = new Why(this.store, this.requests)));
    this.wondering.catch(() => (this.wondering = undefined));
    return this.wondering;
  }

  // Likewise whether the map explains the answer.
  judge(): Promise<void> {
    this.judging ??= idle()
      .then(() => import('./evidence/evidence.svelte.ts'))
      .then(({ Evidence }) => void (this.store.evidence = new Evidence(this.store, this.requests)));
    this.judging.catch(() => (this.judging = undefined));
    return this.judging;
  }

  // Models that do not ship: what the page knows of them is loaded with the first.
  others(): Promise<Opened> {
    this.opened ??= import('./opened/opened.svelte.ts').then(
      (module) => new module.Opened(this.store, this.requests),
    );
    this.opened.catch(() => (this.opened = undefined));
    return this.opened;
  }
}
