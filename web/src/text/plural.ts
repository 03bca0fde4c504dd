// A number and the form of what follows it: " word| words" has both. In another language plural.own.ts takes the place of this file.
import { count } from './format.ts';

export const plural = (n: number, forms: string): string => count(n) + forms.split('|')[n === 1 ? 0 : 1]!;
