import { inALine } from './in-a-line.ts';

// Characters.
const kLongestWord = 200;
const kLongestMessage = 600;

// What failed, in words.
export const messageOf = (error: unknown): string =>
  inLines(error instanceof Error ? error.message : String(error));

// Names in it may be of any length: what is said about them stays.
export const inLines = (message: string): string =>
  inALine(
    message
      .split(' ')
      .map((word) => inALine(word, kLongestWord))
      .join(' '),
    kLongestMessage,
  );

// For people, who need not know which part of the engine says it: "[explain] the text is long" is "The text is long.".
export function asSentence(message: string): string {
  const mark = message.startsWith('\u2068') ? '\u2068' : ''; // engine-words.own.ts
  const plain = message.slice(mark.length).replace(/^(\[[^\]]*\] )+/, '');
  return ended(mark + plain.charAt(0).toUpperCase() + plain.slice(1));
}

// Before another sentence.
export const ended = (sentence: string): string => sentence.replace(/[.!?。！？]?$/, (mark) => mark || '.');
