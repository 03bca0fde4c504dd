// Where the difference between the scores of two tokens comes from: parts of the network, and tokens that were looked at.
import type { DirectlyAdded } from '../../engine/protocol.ts';

export interface Part {
  // Null: the last token's own word and place, biases.
  readonly layer: number | null;
  // Null: the feed-forward part of the layer.
  readonly head: number | null;
  readonly name: 'word' | 'position' | 'constant' | 'rest' | 'head' | 'feed-forward';
  // The token, among all, that most of a head's part came from.
  readonly from: number | null;
  readonly value: number;
}

const bySize = (a: { readonly value: number }, b: { readonly value: number }) =>
  Math.abs(b.value) - Math.abs(a.value);

// The largest first; those that round to nothing are left out.
export function partsOf(all: DirectlyAdded, one: number, other: number): Part[] {
  const [a, b] = [all.candidates[one]!, all.candidates[other]!];
  const T = all.tokens.length;
  const parts: Part[] = (['word', 'position', 'constant', 'rest'] as const).map((name) => ({
    name,
    layer: null,
    head: null,
    from: null,
    value: a[name] - b[name],
  }));
  for (let layer = 0; layer < all.layers; layer++) {
    const value = a.feed_forward[layer]! - b.feed_forward[layer]!;
    parts.push({ name: 'feed-forward', layer, head: null, from: null, value });
    for (let head = 0; head < all.heads; head++) {
      const first = (layer * all.heads + head) * T;
      const of = all.tokens.map((_, s) => all.added[one]![first + s]! - all.added[other]![first + s]!);
      const from = of.reduce((most, each, s) => (Math.abs(each) > Math.abs(of[most]!) ? s : most), 0);
      parts.push({ name: 'head', layer, head, from, value: of.reduce((sum, each) => sum + each, 0) });
    }
  }
  return parts.filter(({ value }) => Math.abs(value) >= 0.0005).sort(bySize);
}

// What heads brought from each token, all heads of all layers together.
export function fromTokens(all: DirectlyAdded, one: number, other: number): number[] {
  const T = all.tokens.length;
  const sums = all.tokens.map(() => 0);
  all.added[one]!.forEach((value, i) => (sums[i % T]! += value - all.added[other]![i]!));
  return sums;
}
