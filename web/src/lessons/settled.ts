// When the page has come to rest after it was set to something else.

import { isApart } from '../state/settings.ts';
import type { Store } from '../state/store.svelte.ts';

const kPatience = 30_000; // ms
const kQuiet = 250; // ms without a change
const kNoChange = 1500; // ms after which nothing will change

// Resolves when `main` has changed and is quiet again, or has nothing to change. Rejected where the lesson was left.
export function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const main = document.querySelector('main')!;
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    let timer = setTimeout(end, kNoChange);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, kQuiet);
    });
    observer.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
    signal.addEventListener('abort', end, { once: true });
  });
}

// When the text on the screen has been read by the model on the screen, where the section is about one.
export async function analysed(store: Store, signal: AbortSignal): Promise<void> {
  const there = () =>
    isApart(store.section) ||
    store.section === 'fill' ||
    (store.absent === null && store.result?.analysis.text === store.text && store.answeredBy === store.model);
  for (let left = kPatience; !there() && left > 0; left -= kQuiet) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, kQuiet));
  }
}
