// Says to the service worker that a module is used, so that it is there without a network from now on.

// By its name: a Build, heed-expressions, heed-vocabularies, heed-manual, heed-embed, heed-licences, or a language’s, heed-de.
export function keepModule(name: string): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: name }));
}

// What an engine has opened: regular expressions that it asked for are there from now on, too.
export function keepWhatItAsksFor<Opened extends { readonly expressions: boolean }>(opened: Opened): Opened {
  if (opened.expressions) keepModule('heed-expressions');
  return opened;
}
