// What the orders are called in which weights fall silent.
import { t } from '../../text/t.ts';

export const kOrders: Readonly<Record<string, string>> = {
  attention: t('evidence.most-attended-first'),
  gradient: t('evidence.steepest-slope-first'),
  'attention-gradient': t('evidence.attention-times-slope-first'),
  random: t('evidence.at-random-inline'),
};
