// Whether models of others are opened with 8-bit weights; a link carries it.
import type { ModelInfo } from '../../engine/analysis.ts';
import { t } from '../../text/t.ts';

const kBits = 'open.bits';

// `more`: of the settings.
export const wantsInt8 = (more: string): boolean => new URLSearchParams(more).get(kBits) === '8';

export function withInt8(more: string, int8: boolean): string {
  const next = new URLSearchParams(more);
  if (int8) next.set(kBits, '8');
  else next.delete(kBits);
  return `${next}`;
}

export const bitsOf = (int8: boolean): string => t('models.bit-weights', int8 ? 8 : 32);

// Bytes of an open model's weights in memory: what is stored in 16 bits is computed with in 32.
export const memoryOf = ({ bytes, parameters }: ModelInfo, int8: boolean): number =>
  int8 ? bytes : 4 * parameters;
