// The ways to say which words an answer comes from, as the engine describes them.
import { kMethods } from '../../generated/methods.ts';

export type Method = (typeof kMethods)[number];

// What adds up to the score: it needs no further question when another class is chosen.
export const kContribution = 'contribution';

export function methodNamed(name: string): Method | undefined {
  return kMethods.find((method) => method.name === name);
}

export { kMethods };
