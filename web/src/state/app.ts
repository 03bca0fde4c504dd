// The parts behind the page: what it shows, what it asks of the engine, where its address leads.
import { idle } from '../views/later.ts';
import type { Opened } from './opened/opened.svelte.ts';
import { Requests } from './requests.ts';
import { Router } from './router.ts';
import { Store } from './store.svelte.ts';
import { Wondering } from './why/wondering.svelte.ts';

export class App {
  readonly store: Store = new Store(
    (request) => this.requests.map(request),
    (request) => this.requests.changedMap(request),
  );
  readonly requests = new Requests(this.store);
  readonly router = new Router(this.store, this.requests, (id) => void this.others().then((o) => o.seek(id)));
  readonly reasons = new Wondering(this.store, this.requests);
  private opened: Promise<Opened> | undefined;
  private judging: Promise<void> | undefined;

  // Whether the map explains the answer waits likewise.
  judge(): Promise<void> {
    this.judging ??= idle()
      .then(() => import('./evidence/evidence.svelte.ts'))
      .then(
        ({ Evidence }) => void (this.store.evidence = new Evidence(this.store, this.requests, this.reasons)),
      );
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
