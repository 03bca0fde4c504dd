// A value that is taken over at once where it is looked at, and elsewhere once it rests: while keys are struck, only what is in
// view works.
import { untrack } from 'svelte';

const kRest = 200; // ms

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
      const rest = setTimeout(take, kRest);
      return () => clearTimeout(rest);
    });
  }
}
