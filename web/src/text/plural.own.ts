// plural.ts of the page in another language: its forms stand in the order of the categories that Intl.PluralRules has for it.
import { count } from './format.ts';

const kRules = new Intl.PluralRules(document.documentElement.lang);
const kCategories = kRules.resolvedOptions().pluralCategories;

export const plural = (n: number, forms: string): string =>
  count(n) + forms.split('|')[kCategories.indexOf(kRules.select(n))]!;
