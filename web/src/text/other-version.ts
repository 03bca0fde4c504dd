import { t } from './t.ts';

// Warns of a model that ships where the host has been renewed since the page was loaded, or not yet.
export const otherVersion = (name: string): string => t('read.the-server-has-another-version', name);
