// From settings to what the engine is asked.
import type { Question } from '../../engine/lab-client.ts';
import { kLabMechanisms, listens, type Mechanism } from './mechanisms.ts';
import type { LabSettings, TwoSettings } from './settings.ts';

// A published lesson's example, three words of four dimensions.
export const kTensors = { seed: 42, T: 3, D: 4 };

// The mechanisms that learned something over the vectors that are open.
export type Trained = readonly string[];

const parametersOf = (mechanism: Mechanism, wanted: boolean, trained: Trained) =>
  wanted && trained.includes(mechanism) ? { parameters: 'trained' as const } : {};

export function twoQuestion(two: TwoSettings, trained: Trained): Question {
  const { query, key, mechanism, causal, width, heads, seed } = two;
  const more = listens(mechanism, 'heads') ? { heads } : {};
  const learned = parametersOf(mechanism, two.trained, trained);
  return { input: { query, key }, jobs: [{ mechanism, causal, width, seed, ...more, ...learned }] };
}

export function labQuestion(lab: LabSettings, trained: Trained): Question {
  const { example, query, key, causal, temperature, window, width, heads, seed, draw } = lab;
  const options = { causal, temperature, window, width, seed };
  const more = (mechanism: Mechanism) => ({
    ...(listens(mechanism, 'heads') ? { heads } : {}),
    ...(listens(mechanism, 'draw') ? { draw } : {}),
    ...parametersOf(mechanism, lab.trained && example !== 'tensors', trained),
  });
  return {
    input: example === 'tensors' ? { random: kTensors } : { query, key: example === 'one' ? query : key },
    jobs: kLabMechanisms.map((mechanism) => ({ mechanism, ...options, ...more(mechanism) })),
  };
}
