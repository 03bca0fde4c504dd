// A value that the eye waits for less than for what stands beside it: taken over once the frame that is due has been painted.
import { untrack } from 'svelte';
import { Later } from '../../views/later.ts';

// To be made while a component is. `same`: whether a value takes the room of the last; else it is taken over at once.
export class Following<T> {
  value = $state.raw() as T;
  private readonly later = new Later();

  constructor(source: () => T, same: (next: T, last: T) => boolean) {
    this.value = untrack(source);
    $effect.pre(() => {
      const next = source();
      const last = untrack(() => this.value);
      const take = () => {
        this.value = next;
      };
      if (next !== last && same(next, last)) this.later.afterPaint(take);
      else this.later.now(take);
    });
  }
}
