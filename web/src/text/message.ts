// What failed, in words.
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// For people, who need not know which part of the engine says it: "[explain] the text is long" is "The text is long.".
export function asSentence(message: string): string {
  const mark = message.startsWith('\u2068') ? '\u2068' : ''; // engine-words.own.ts
  const plain = message.slice(mark.length).replace(/^(\[[^\]]*\] )+/, '');
  return ended(mark + plain.charAt(0).toUpperCase() + plain.slice(1));
}

// Before another sentence.
export const ended = (sentence: string): string => sentence.replace(/[.!?]?$/, (mark) => mark || '.');
