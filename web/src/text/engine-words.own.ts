// engine-words.ts of the page in another language: what the engine says in its own words, which come with the first such
// message.
import type { Event } from '../engine/protocol.ts';
import type { OwnWords } from './own-words.ts';

const load = (): Promise<{ default: OwnWords }> => import('virtual:engine-words');

// English within another language, for Quoting.own.svelte: what Unicode isolates it with. Its full stop is the sentence's.
const asEnglish = (message: string): string => message.replace(/^([^]*?)([.!?。！？]?)$/, '\u2068$1\u2069$2');

// The parts of a sentence; each second one is English.
export const partsOf = (sentence: string): string[] => sentence.split(/[\u2068\u2069]/);

// No list of answers is as long; lists of tokens and of numbers are.
const kMany = 20;

// Where an event has messages: what failed, as a whole or in part, and what a model's files hold that is not used.
function* placesIn(value: unknown, depth = 5): Generator<[Record<string, unknown>, string]> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth === 0) return;
  for (const [key, inner] of Object.entries(value)) {
    if (/^(error|message|warnings)$/.test(key)) yield [value as Record<string, unknown>, key];
    else if (!Array.isArray(inner) || inner.length < kMany) yield* placesIn(inner, depth - 1);
  }
}

export function inOwnWords(event: Event): Promise<unknown> | null {
  const places = [...placesIn(event)];
  if (!places.length) return null;
  return load()
    .catch(() => null)
    .then((words) => {
      const inWords = (said: string): string => words?.default(said) ?? asEnglish(said);
      for (const [at, key] of places) {
        const said = at[key] as string | readonly string[];
        at[key] = typeof said === 'string' ? inWords(said) : said.map(inWords);
      }
    });
}
