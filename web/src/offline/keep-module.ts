// Says to the service worker that a module is used, so that it is there without a network from now on.

// By its name: a Build, heed-vocabularies, heed-manual, heed-embed, or a language's, heed-de.
export function keepModule(name: string): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: name }));
}
