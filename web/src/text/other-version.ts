import { t } from './t.ts';

// Warns of a model that ships where the host has been renewed since the page was loaded, or not yet.
export const otherVersion = (name: string): string =>
  t`The server has another version of ${name} than this page, so the page may describe this model wrongly. Reload the page.`;
