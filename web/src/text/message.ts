// What failed, in words.
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// Before another sentence.
export const ended = (sentence: string): string => sentence.replace(/[.!?]?$/, (mark) => mark || '.');
