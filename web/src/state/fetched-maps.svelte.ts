// What was fetched of the last result beside what it holds itself: maps that are asked for one by one.
import type { Head, Seen, Wish } from '../engine/look.ts';
import { Patience } from './patience.svelte.ts';

// Heads that are kept: one of 512 tokens is 1 MB.
const kMost = 24;

const nameOf = (wish: Wish): string => JSON.stringify(wish);

export class FetchedMaps {
  private readonly waiting = new Patience();
  private all = $state.raw<ReadonlyMap<string, Seen>>(new Map());
  private readonly asked = new Set<string>();

  constructor(private readonly ask: (wish: Wish) => Promise<Seen | null>) {}

  // Asked for and not there yet, for long enough to be said.
  get late(): boolean {
    return this.waiting.late;
  }

  // Of a new result, with what came along with it.
  begin(seen: readonly (readonly [Wish, Seen])[]): void {
    this.asked.clear();
    this.all = new Map(seen.map(([wish, found]) => [nameOf(wish), found]));
    this.waiting.end();
  }

  find<Kind extends Wish['kind']>(
    wish: Wish & { readonly kind: Kind },
  ): Extract<Seen, { kind: Kind }> | undefined {
    return this.all.get(nameOf(wish)) as Extract<Seen, { kind: Kind }> | undefined;
  }

  head(map: number, head: Head): Float32Array | undefined {
    return this.find({ kind: 'head', map, head })?.weights;
  }

  // Asks, unless it is there or on its way.
  async fetch(wish: Wish): Promise<void> {
    const name = nameOf(wish);
    if (this.asked.has(name) || this.all.has(name)) return;
    this.asked.add(name);
    // Summaries fill in beside what is looked at.
    if (wish.kind !== 'summaries') this.waiting.begin();
    const seen = await this.ask(wish);
    // Another result has come meanwhile, or it can be asked for again.
    if (!this.asked.delete(name)) return;
    if (seen) this.keep(name, seen);
    if (![...this.asked].some((other) => !other.includes('summaries'))) this.waiting.end();
  }

  private keep(name: string, seen: Seen): void {
    const all = [...this.all, [name, seen] as const];
    const heads = all.filter(([, { kind }]) => kind === 'head');
    const oldest = heads.length > kMost ? heads[0] : undefined;
    this.all = new Map(all.filter((entry) => entry !== oldest));
  }
}
