// Said in the place of a part of the page that is fetched when it is wanted.
import { t } from '../text/t.ts';

export const kMissing = t('read.this-part-of-the-page-did-not-load');
