// Maps of the last result that are fetched one by one.
import type { Head, MapAnswer, MapRequest } from '../engine/look.ts';
import { Patience } from './patience.svelte.ts';

// Heads that are kept: one of 512 tokens is 1 MB.
const kMost = 24;

const nameOf = (request: MapRequest): string => JSON.stringify(request);

export class FetchedMaps {
  private readonly waiting = new Patience();
  private all = $state.raw<ReadonlyMap<string, MapAnswer>>(new Map());
  private readonly asked = new Set<string>();

  constructor(private readonly ask: (request: MapRequest) => Promise<MapAnswer | null>) {}

  // Asked for and not there yet, for long enough to be said.
  get late(): boolean {
    return this.waiting.late;
  }

  // Takes a new result, with what came along with it.
  begin(along: readonly (readonly [MapRequest, MapAnswer])[]): void {
    this.asked.clear();
    this.all = new Map(along.map(([request, answer]) => [nameOf(request), answer]));
    this.waiting.end();
  }

  find<Kind extends MapRequest['kind']>(
    request: MapRequest & { readonly kind: Kind },
  ): Extract<MapAnswer, { kind: Kind }> | undefined {
    return this.all.get(nameOf(request)) as Extract<MapAnswer, { kind: Kind }> | undefined;
  }

  head(map: number, head: Head): Float32Array | undefined {
    return this.find({ kind: 'head', map, head })?.weights;
  }

  // Asks, unless it is there or on its way.
  async fetch(request: MapRequest): Promise<void> {
    const name = nameOf(request);
    if (this.asked.has(name) || this.all.has(name)) return;
    this.asked.add(name);
    // Summaries fill in beside what is looked at.
    if (request.kind !== 'summaries') this.waiting.begin();
    const answer = await this.ask(request);
    // Another result has come meanwhile, or it can be asked for again.
    if (!this.asked.delete(name)) return;
    if (answer) this.keep(name, answer);
    if (![...this.asked].some((other) => !other.includes('summaries'))) this.waiting.end();
  }

  private keep(name: string, answer: MapAnswer): void {
    const all = [...this.all, [name, answer] as const];
    const heads = all.filter(([, { kind }]) => kind === 'head');
    const oldest = heads.length > kMost ? heads[0] : undefined;
    this.all = new Map(all.filter((entry) => entry !== oldest));
  }
}
