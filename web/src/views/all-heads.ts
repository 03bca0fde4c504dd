// The description of a small map.
import type { Token } from '../engine/analysis.ts';
import type { Summary } from '../engine/look.ts';
import { decimal, weight } from '../text/format.ts';
import { t } from '../text/t.ts';

// Both count from 0.
export const nameOf = (layer: number, head: number): string => t('page.layer-head', layer, head);

export interface Said {
  readonly strongest: { readonly query: string; readonly key: string; readonly weight: string };
  // exp of the entropy: as many words, equally attended to, would be as spread out.
  readonly spread: string;
}

export function said({ strongest, entropy }: Summary, tokens: readonly Token[]): Said {
  const text = (i: number) => tokens[i]?.text ?? '';
  const words = decimal(Math.exp(entropy), 1);
  return {
    strongest: { query: text(strongest.query), key: text(strongest.key), weight: weight(strongest.weight) },
    spread: `${words} ${words === decimal(1, 1) ? t('read.word') : t('read.words')}`,
  };
}
