// What the engine says, in the page's language: English is what it says. In another language engine-words.own.ts takes the
// place of this file.
import type { Event } from '../engine/protocol.ts';

// Done once the event says it in the page's words; null where there is nothing to wait for.
export const inOwnWords = (_event: Event): Promise<unknown> | null => null;
