import { t } from './t.ts';

// Of a model that ships, where the host has been renewed since the page was loaded, or not yet.
export const otherVersion = (name: string): string =>
  t`The server has another version of ${name} than this page: what the page says about this model may be wrong. Reload the page.`;
