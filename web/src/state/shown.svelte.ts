// The last result, and what of it is shown: which map, how its tokens stand, and what is pointed at.
import type * as Shaper from '../attention/shaper.ts';
import { readAs } from '../attention/read-as.ts';
import type { Pair, Result, Token } from '../engine/analysis.ts';
import {
  headOf,
  isShaped,
  type Look,
  mapOf,
  type MapAnswer,
  type MapRequest,
  mapRequestsFor,
} from '../engine/look.ts';
import { t } from '../text/t.ts';
import { fits, type Link, sameLink } from './link.ts';
import { type Matrix, matrixOf, weightsOf } from './matrix.ts';
import { kPhone } from '../views/layout.ts';
import { FetchedMaps } from './fetched-maps.svelte.ts';
import type { Head, Settings } from './settings.ts';

// What came of changes (why/what-if.svelte.ts).
export interface Changed {
  // The result that was changed.
  readonly of: Result;
  readonly edits: readonly string[];
  // What the model makes of the sentence under them; null where it refuses them.
  readonly run: Result | null;
}

// A map as the changes of it leave it, until the model has answered.
type Preview = (matrix: Matrix) => Matrix | null;

type Ask = (request: MapRequest) => Promise<MapAnswer | null>;

export class Shown {
  // Chosen by the visitor.
  layer = $state<number | null>(null);
  head = $state<Head | null>(null);
  special = $state<Settings['special']>('shown');
  pieces = $state<Settings['pieces']>('apart');

  // Answered by the engine. The last good answer stays until the next one.
  result = $state.raw<Result | null>(null);
  readonly fetched: FetchedMaps;
  readonly changedMaps: FetchedMaps; // of the run under changes
  // What if.
  edits = $state.raw<readonly string[]>([]);
  changed = $state.raw<Changed | null>(null);
  preview: Preview | null = null;
  // In words, for the status line: what was not as wished for, and what stands in for it.
  notice = $state<string | null>(null);

  // The answer to the changes as they are; while it is on the way, the one before.
  private readonly answered = $derived(
    this.edits.length && this.changed?.of === this.result ? this.changed : null,
  );
  readonly edited = $derived(this.answered?.run?.analysis ?? null);
  // Changes whose answer is not there yet.
  readonly unanswered = $derived(this.edits.length > 0 && this.answered?.edits !== this.edits);
  // What the views show: the run under the changes, or the last result.
  readonly seen = $derived(this.answered?.run ?? this.result);

  // The layers that the model shows, and the map of the one that is chosen.
  readonly maps = $derived(this.result?.analysis.attention ?? []);
  layers = $derived([...new Set(this.maps.map(({ layer }) => layer))]);
  map = $derived(mapOf(this.maps, this.layer));
  heads = $derived(this.maps[this.map]?.shape[0] ?? 1);
  several = $derived(this.layers.length > 1 || this.heads > 1);
  shownHead = $derived(headOf(this.maps[this.map], this.head));

  // Comes with the first wish to see something else than the model's own tokens.
  private shaper = $state.raw<typeof Shaper | null>(null);
  private units = $derived(this.unitsOf(this.seen));
  // Changes to how the model's weights are shown, in words; empty means none.
  applied = $derived(this.units ? this.shaper!.said(this.look.shaping) : '');
  // As they are shown, the rows and columns of the map.
  tokens = $derived<readonly Token[]>(this.units?.tokens ?? (this.seen ? readAs(this.seen.analysis) : []));
  // The indices of the tokens of the analysis that each stands for; null where they are the same.
  members = $derived(this.units?.members ?? null);
  // There is more than one way to show the map: it has special tokens or pieces, or may be too big to be seen at once.
  tools = $derived.by(() => {
    const tokens = this.result?.analysis.tokens ?? [];
    const cut = ({ special, word }: Token, i: number) =>
      special || (word !== null && word === tokens[i - 1]?.word);
    return tokens.length > kPhone || tokens.some(cut);
  });
  // While the weights of another map of the same tokens are computed, the last one.
  matrix = $derived.by<Matrix | null>(() => {
    const { tokens, result, seen, unanswered } = this;
    // Changes of maps are drawn at once, where no word has come or gone.
    const roughly = unanswered && result?.analysis.tokens.length === seen?.analysis.tokens.length;
    const own = this.matrixIn(roughly ? result : seen);
    const rough = own && roughly && !this.units ? this.preview?.(own) : null;
    if (own) this.last = { of: tokens, matrix: rough ?? own };
    return this.last?.of === tokens ? this.last.matrix : null;
  });
  // The map of the sentence without the changes.
  unchanged = $derived<Matrix | null>(this.edits.length ? this.matrixIn(this.result) : this.matrix);
  private last: { readonly of: readonly Token[]; readonly matrix: Matrix } | null = null;
  // Per token, in the last layer, heads averaged.
  received = $derived.by<readonly number[]>(() => {
    const { units, shaper } = this;
    if (!units || !shaper) return this.seen?.analysis.received ?? [];
    const weights = this.weights(this.maps.length - 1, 'mean');
    return weights ? shaper.received(weights, units.tokens.length) : [];
  });
  // The strongest of the last layer, over all heads.
  pairs = $derived.by<readonly Pair[]>(() => {
    const { seen, units, shaper } = this;
    if (!seen || !units || !shaper) return seen?.analysis.top_pairs ?? [];
    if (seen.weights.length) return shaper.pairsOf(seen, units);
    const map = this.maps.length - 1;
    return this.fetchedOfSeen.find({ kind: 'pairs', map, shaping: this.look.shaping })?.pairs ?? [];
  });

  hover = $state.raw<Link | null>(null);
  pin = $state.raw<Link | null>(null);
  link = $derived.by(() => {
    const link = this.hover ?? this.pin;
    return fits(link, this.matrix) ? link : null;
  });

  constructor(ask: Ask, askOfChanged: Ask = async () => null) {
    this.fetched = new FetchedMaps(ask);
    this.changedMaps = new FetchedMaps(askOfChanged);
  }

  get fetchedOfSeen(): FetchedMaps {
    return this.fetchedOf(this.seen);
  }

  get look(): Look {
    const { layer, head, special, pieces } = this;
    return { layer, head, shaping: { special, pieces } };
  }

  // Gets what the page shows and does not have. To be called with every change of it.
  fetchShown(): void {
    const { seen, look } = this;
    if (isShaped(look.shaping) && !this.shaper)
      import('../attention/shaper.ts').then(
        (shaper) => (this.shaper = shaper),
        () => (this.notice = t('read.the-tokens-stay-as-the-model-reads')),
      );
    if (!seen || seen.weights.length) return;
    for (const request of mapRequestsFor(seen.analysis, look)) void this.fetchedOfSeen.fetch(request);
  }

  // The changes that a result is under.
  editsOf(result: Result): readonly string[] {
    return result === this.result ? [] : (this.changed?.edits ?? []);
  }

  point(link: Link | null): void {
    if (!sameLink(link, this.hover)) this.hover = link;
  }

  // A second time on the same thing lets it go.
  hold(link: Link | null): void {
    this.pin = sameLink(link, this.pin) ? null : link;
  }

  // [T, S], as shown.
  weights(map: number, head: Head, of = this.seen): Float32Array | undefined {
    const { shaper } = this;
    const units = of === this.seen ? this.units : this.unitsOf(of);
    const own = of && (weightsOf(of, map, head) ?? this.fetchedOf(of).head(map, head));
    return own && units && shaper
      ? shaper.reshape(own, units, of.analysis.attention[map]!)
      : (own ?? undefined);
  }

  private fetchedOf(of: Result | null): FetchedMaps {
    return of === this.result ? this.fetched : this.changedMaps;
  }

  private unitsOf(of: Result | null) {
    const { shaper, look } = this;
    return of && shaper && isShaped(look.shaping) ? shaper.unitsOf(of.analysis, look.shaping) : null;
  }

  private matrixIn(of: Result | null): Matrix | null {
    const { map, maps, shownHead, seen } = this;
    const tokens = of === seen || !of ? this.tokens : (this.unitsOf(of)?.tokens ?? readAs(of.analysis));
    const weights = tokens.length && map >= 0 && this.weights(map, shownHead, of);
    return weights ? matrixOf(maps[map]!, tokens, weights) : null;
  }
}
