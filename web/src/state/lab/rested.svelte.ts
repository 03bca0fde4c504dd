// A value that is taken over at once where it is looked at, and elsewhere once it rests: while keys are struck, only what is in
// view works. Then one after the other follows while there is nothing else to do, so that the next key need not wait for all.
import { untrack } from 'svelte';

const kRest = 200; // ms
const kLatest = 1000; // ms after that, however busy the page is

// To be made while a component is.
export class Rested<T> {
  value = $state.raw() as T;

  constructor(source: () => T, seen: () => boolean) {
    this.value = untrack(source);
    $effect.pre(() => {
      const next = source();
      const last = untrack(() => this.value);
      if (next === last) return;
      const take = () => {
        this.value = next;
      };
      if (seen() || last === undefined) return take();
      let idle = 0;
      const rest = setTimeout(() => {
        // Some browsers have no idle callbacks.
        if ('requestIdleCallback' in globalThis) idle = requestIdleCallback(take, { timeout: kLatest });
        else take();
      }, kRest);
      return () => {
        clearTimeout(rest);
        if (idle) cancelIdleCallback(idle);
      };
    });
  }
}
