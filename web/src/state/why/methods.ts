// The ways to say which words an answer comes from, as the engine describes them.
import type { Analysis, ModelInfo } from '../../engine/analysis.ts';
import { kMethods } from '../../generated/methods.ts';
import { t } from '../../text/t.ts';

export type Method = (typeof kMethods)[number];

export function methodNamed(name: string): Method | undefined {
  return kMethods.find((method) => method.name === name);
}

// engine/explain/rollout.h
const kMostFlowTokens = 128;

// Why a method cannot say anything of a text, as engine/explain/method.cpp has it; null where it can.
export function lacks(
  method: Method,
  info: Pick<ModelInfo, 'mask'> | null,
  { tokens, attention }: Pick<Analysis, 'tokens' | 'attention'>,
): string | null {
  if (method.attention && attention.length === 0) return t('why.the-model-has-no-attention');
  if (method.name === 'leave-one-out-masked' && info?.mask === undefined)
    return t('why.the-model-has-no-mask-token');
  if (method.name === 'flow' && tokens.length > kMostFlowTokens)
    return t('why.the-text-has-more-than-tokens', kMostFlowTokens);
  return null;
}

export { kMethods };
