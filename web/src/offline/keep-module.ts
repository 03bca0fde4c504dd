import type { Build } from '../engine/capable.ts';

// Says to the service worker that a module is used, so that it is there without a network from now on.

export function keepModule(name: Build | 'heed-vocabularies' | 'heed-manual' | 'heed-embed'): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: name }));
}
