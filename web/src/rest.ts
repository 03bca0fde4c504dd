// What is not needed for the first screen, and comes once it is there.
import '../styles/forced-colours.css';
import { mount } from 'svelte';
import Follow from './panels/lessons/Follow.svelte';
import FootLinks from './panels/FootLinks.svelte';
import type { App } from './state/app.ts';
import { followPrinting } from './print/print.ts';

export function begin(app: App): void {
  followPrinting(app);
  mount(Follow, { target: document.body, props: { app } });
  mount(FootLinks, { target: document.querySelector('.foot')! });
}
