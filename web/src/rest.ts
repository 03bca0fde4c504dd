// Parts that the first screen does not need. They load after it.
import '../styles/forced-colours.css';
import { mount } from 'svelte';
import Follow from './panels/lessons/Follow.svelte';
import FootLinks from './panels/FootLinks.svelte';
import type { App } from './state/app.ts';
import { followPrinting } from './print/print.ts';

export function begin(app: App): void {
  followPrinting(app);
  const { lang } = document.documentElement;
  // A language that is read is there without a network from now on. By itself: a module that KeepAll shares with this would be
  // one file more that the first page names.
  if (lang !== 'en')
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: `heed-${lang}` }));
  mount(Follow, { target: document.body, props: { app } });
  mount(FootLinks, { target: document.querySelector('.foot')!, props: { router: app.router } });
}
