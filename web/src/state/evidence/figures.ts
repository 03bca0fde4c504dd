// What `heed faithfulness` measured of a model that ships, over its held-out data: faithfulness.json of its folder. Null
// where a model came without one.
import type { AnyModel } from '../../engine/gallery.ts';
import { encoderNamed } from '../opened/encoders.ts';

export interface TauFigures {
  readonly mean: number;
  readonly sd: number;
  readonly significant: number;
  readonly n: number;
  readonly same_first: number;
  // 20 bins from -1 to 1.
  readonly histogram: readonly number[];
}

type ByMethod = Readonly<Record<string, number>>;

// Shares of a query's attention.
export type LookedAt = Readonly<
  Record<'first' | 'separators', number> &
    Partial<Record<'self' | 'previous' | 'next' | 'same_word', number>> & {
      readonly distance?: readonly number[];
    }
>;

export interface HeadFigures {
  readonly layer: number;
  readonly head: number;
  readonly role: string;
  readonly looks_at: LookedAt;
  readonly even: LookedAt;
  readonly evenness: number;
  readonly supports: number;
  readonly accuracy_without: number;
  readonly loss_without: number;
}

export interface Figures {
  readonly n: number;
  readonly tokens: number;
  readonly accuracy: number;
  readonly even: { readonly accuracy: number; readonly changed: number };
  readonly tau: Readonly<Record<'gradient' | 'leave-one-out', TauFigures>>;
  readonly normalised: Readonly<Record<'comprehensiveness' | 'sufficiency', ByMethod>>;
  readonly permutations: {
    readonly count: number;
    readonly median: number;
    readonly largest: number;
    readonly by_largest_weight: readonly {
      readonly from: number;
      readonly to: number;
      readonly n: number;
      readonly median: number;
    }[];
  };
  readonly adversarial: {
    readonly within: number;
    readonly mean: number;
    readonly median: number;
    // 14 bins from 0 to 0.7.
    readonly histogram: readonly number[];
  };
  readonly silence: Readonly<
    Record<string, { readonly mean: number; readonly median: number; readonly turned: number }>
  >;
  readonly evenness: { readonly mean: number };
  readonly heads: readonly HeadFigures[];
  readonly removing: readonly {
    readonly layer: number;
    readonly head: number;
    readonly accuracy: number;
    readonly loss: number;
  }[];
}

export async function figuresOf({ id, computer }: AnyModel): Promise<Figures | null> {
  const ours = encoderNamed(id);
  if (computer && (!ours || ours.fills)) return null;
  const failed = '[faithfulness.json] the figures could not be fetched: check the connection';
  const response = await fetch(`models/${ours?.id ?? id}/faithfulness.json`).catch((cause: unknown) => {
    throw new Error(failed, { cause });
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(failed);
  return (await response.json()) as Figures;
}
