// The ways to say which words an answer comes from, as the engine describes them.
import { kMethods } from '../../generated/methods.ts';

export type Method = (typeof kMethods)[number];

export function methodNamed(name: string): Method | undefined {
  return kMethods.find((method) => method.name === name);
}

export { kMethods };
