// From settings to what the engine is asked.
import type { Question } from '../../engine/lab-client.ts';
import { kLabMechanisms, listens, type Mechanism } from './mechanisms.ts';
import type { LabSettings, TwoSettings } from './settings.ts';

// A published lesson's example, three words of four dimensions.
export const kTensors = { seed: 42, T: 3, D: 4 };

export function twoQuestion({ query, key, mechanism, causal, width, heads, seed }: TwoSettings): Question {
  const more = listens(mechanism, 'heads') ? { heads } : {};
  return { input: { query, key }, jobs: [{ mechanism, causal, width, seed, ...more }] };
}

export function labQuestion(lab: LabSettings): Question {
  const { example, query, key, causal, temperature, window, width, heads, seed, draw } = lab;
  const options = { causal, temperature, window, width, seed };
  const more = (mechanism: Mechanism) => ({
    ...(listens(mechanism, 'heads') ? { heads } : {}),
    ...(listens(mechanism, 'draw') ? { draw } : {}),
  });
  return {
    input: example === 'tensors' ? { random: kTensors } : { query, key: example === 'one' ? query : key },
    jobs: kLabMechanisms.map((mechanism) => ({ mechanism, ...options, ...more(mechanism) })),
  };
}
