// What a mask looks at: of every layer the mean of its heads, or the heads of one layer.
import type { FilledWithMaps } from '../../engine/protocol.ts';
import type { Values } from '../lab/values.ts';
import { pieceText } from './masking.ts';

const side = (text: string) => ({ text, missing: false });

// `layer`: null for all of them. Null where nothing was asked, or there is no mask.
export function maskValues(filled: FilledWithMaps, layer: number | null): Values | null {
  const rows = filled.maps?.[0];
  const { tokens, layers = 0, heads = 0 } = filled;
  if (!rows || !tokens || (layer !== null && layer >= layers)) return null;
  const T = tokens.length;
  const columns = tokens.map((token) => side(pieceText(token)));
  if (layer !== null)
    return {
      rows: Array.from({ length: heads }, (_, h) => side(`head ${h}`)),
      columns,
      data: rows.slice(layer * heads * T, (layer + 1) * heads * T),
    };
  const data = new Float32Array(layers * T);
  rows.forEach((share, i) => (data[Math.floor(i / (heads * T)) * T + (i % T)]! += share / heads));
  return { rows: Array.from({ length: layers }, (_, l) => side(`layer ${l}`)), columns, data };
}
