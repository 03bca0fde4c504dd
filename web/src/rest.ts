// What is not needed for the first screen, and comes once it is there.
import '../styles/forced-colours.css';
import { mount } from 'svelte';
import FootLinks from './panels/FootLinks.svelte';
import type { App } from './state/app.ts';
import { followPrinting } from './print/print.ts';

export function begin(app: App): void {
  followPrinting(app);
  mount(FootLinks, { target: document.querySelector('.foot')! });
}
