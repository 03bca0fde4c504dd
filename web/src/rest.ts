// What is not needed for the first screen, and comes once it is there.
import '../styles/forced-colours.css';
import type { App } from './state/app.ts';
import { followPrinting } from './print/print.ts';

export const begin = (app: App): void => followPrinting(app);
