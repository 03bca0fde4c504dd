// What a mask looks at: of every layer the mean of its heads, or the heads of one layer.
import type { FilledWithMaps } from '../../engine/protocol.ts';
import { t } from '../../text/t.ts';
import type { Values } from '../lab/values.ts';
import { asPieces } from '../../text/pieces.ts';

const side = (text: string) => ({ text, missing: false });

// The weights of the mask at `place` among all; `layer`: null for all layers. Null where there is no such mask.
export function maskValues(filled: FilledWithMaps, place: number, layer: number | null): Values | null {
  const rows = filled.maps?.[place];
  const { tokens, layers = 0, heads = 0 } = filled;
  if (!rows || !tokens || (layer !== null && layer >= layers)) return null;
  const T = tokens.length;
  const columns = asPieces(tokens).map(side);
  if (layer !== null)
    return {
      rows: Array.from({ length: heads }, (_, h) => side(t('page.head-inline', h))),
      columns,
      data: rows.slice(layer * heads * T, (layer + 1) * heads * T),
    };
  const data = new Float32Array(layers * T);
  rows.forEach((share, i) => (data[Math.floor(i / (heads * T)) * T + (i % T)]! += share / heads));
  return { rows: Array.from({ length: layers }, (_, l) => side(t('page.layer-inline', l))), columns, data };
}
