// A value that is taken over a frame later while keys are struck: lists beside the map wait, so that the map is on the
// screen sooner.
import { untrack } from 'svelte';
import { Later } from '../views/later.ts';

// To be made while a component is.
export class Deferred<T> {
  value = $state.raw() as T;
  private begun = false;
  private readonly later = new Later();

  constructor(source: () => T, typing: () => boolean) {
    $effect.pre(() => {
      const next = source();
      const show = () => (this.value = next);
      if (this.begun && untrack(typing)) this.later.afterPaint(show);
      else this.later.now(show);
      this.begun = true;
    });
  }
}
