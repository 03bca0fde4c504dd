// The last result, and what of it is shown: which map, how its tokens stand, and what is pointed at.
import type * as Shaper from '../attention/shaper.ts';
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
import { fits, type Link, sameLink } from './link.ts';
import { type Matrix, matrixOf, weightsOf } from './matrix.ts';
import { kPhone } from '../views/layout.ts';
import { FetchedMaps } from './fetched-maps.svelte.ts';
import type { Head, Settings } from './settings.ts';

export class Shown {
  // Chosen by the visitor.
  layer = $state<number | null>(null);
  head = $state<Head | null>(null);
  special = $state<Settings['special']>('shown');
  pieces = $state<Settings['pieces']>('apart');

  // Answered by the engine. The last good answer stays until the next one.
  result = $state.raw<Result | null>(null);
  readonly fetched: FetchedMaps;
  // In words, for the status line: what was not as wished for, and what stands in for it.
  notice = $state<string | null>(null);

  // The layers that the model shows, and the map of the one that is chosen.
  readonly maps = $derived(this.result?.analysis.attention ?? []);
  layers = $derived([...new Set(this.maps.map(({ layer }) => layer))]);
  map = $derived(mapOf(this.maps, this.layer));
  heads = $derived(this.maps[this.map]?.shape[0] ?? 1);
  several = $derived(this.layers.length > 1 || this.heads > 1);
  shownHead = $derived(headOf(this.maps[this.map], this.head));

  // Comes with the first wish to see something else than the model's own tokens.
  private shaper = $state.raw<typeof Shaper | null>(null);
  private units = $derived.by(() => {
    const { result, shaper, look } = this;
    return result && shaper && isShaped(look.shaping) ? shaper.unitsOf(result.analysis, look.shaping) : null;
  });
  // What was done to the model's weights, in words; empty where they are shown as they are.
  applied = $derived(this.units ? this.shaper!.said(this.look.shaping) : '');
  // As they are shown, the rows and columns of the map.
  tokens = $derived<readonly Token[]>(this.units?.tokens ?? this.result?.analysis.tokens ?? []);
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
    const weights = this.tokens.length && this.map >= 0 && this.weights(this.map, this.shownHead);
    if (weights)
      this.last = { of: this.tokens, matrix: matrixOf(this.maps[this.map]!, this.tokens, weights) };
    return this.last?.of === this.tokens ? this.last.matrix : null;
  });
  private last: { readonly of: readonly Token[]; readonly matrix: Matrix } | null = null;
  // Per token, in the last layer, heads averaged.
  received = $derived.by<readonly number[]>(() => {
    const { units, shaper } = this;
    if (!units || !shaper) return this.result?.analysis.received ?? [];
    const weights = this.weights(this.maps.length - 1, 'mean');
    return weights ? shaper.received(weights, units.tokens.length) : [];
  });
  // The strongest of the last layer, over all heads.
  pairs = $derived.by<readonly Pair[]>(() => {
    const { result, units, shaper } = this;
    if (!result || !units || !shaper) return result?.analysis.top_pairs ?? [];
    if (result.weights.length) return shaper.pairsOf(result, units);
    const map = this.maps.length - 1;
    return this.fetched.find({ kind: 'pairs', map, shaping: this.look.shaping })?.pairs ?? [];
  });

  hover = $state.raw<Link | null>(null);
  pin = $state.raw<Link | null>(null);
  link = $derived.by(() => {
    const link = this.hover ?? this.pin;
    return fits(link, this.matrix) ? link : null;
  });

  constructor(ask: (request: MapRequest) => Promise<MapAnswer | null>) {
    this.fetched = new FetchedMaps(ask);
  }

  get look(): Look {
    const { layer, head, special, pieces } = this;
    return { layer, head, shaping: { special, pieces } };
  }

  // Gets what the page shows and does not have. To be called with every change of it.
  fetchShown(): void {
    const { result, look } = this;
    if (isShaped(look.shaping) && !this.shaper)
      import('../attention/shaper.ts').then(
        (shaper) => (this.shaper = shaper),
        () =>
          (this.notice = 'Tokens stay as the model reads them: the rest of the page could not be fetched.'),
      );
    if (!result || result.weights.length) return;
    for (const request of mapRequestsFor(result.analysis, look)) void this.fetched.fetch(request);
  }

  point(link: Link | null): void {
    if (!sameLink(link, this.hover)) this.hover = link;
  }

  // A second time on the same thing lets it go.
  hold(link: Link | null): void {
    this.pin = sameLink(link, this.pin) ? null : link;
  }

  // [T, S], as shown.
  private weights(map: number, head: Head): Float32Array | undefined {
    const { result, units, shaper } = this;
    const own = result && (weightsOf(result, map, head) ?? this.fetched.head(map, head));
    return own && units && shaper ? shaper.reshape(own, units, this.maps[map]!) : (own ?? undefined);
  }
}
