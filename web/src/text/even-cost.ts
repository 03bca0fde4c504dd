import { decimal } from './format.ts';
import { t } from './t.ts';

// Shares of texts that are right: of a model as it is, and with all of its attention made even.
export interface EvenAccuracy {
  readonly accuracy: number;
  readonly even: number;
}

// "made even, its attention costs it 0.7 points".
export function evenCost({ accuracy, even }: EvenAccuracy): string {
  const lost = Number((100 * (accuracy - even)).toFixed(1));
  const points = decimal(lost, 1);
  if (lost <= 0) return t('read.with-equal-attention-it-loses-nothing');
  return t('read.with-equal-attention-it-loses', points, lost === 1 ? t('read.point') : t('read.points'));
}
