// Numbers within a lesson's sentences, with the decimal mark of the language: 4.160 is four thousand to a German reader.
import * as format from '../text/format.ts';
import * as numbers from '../text/numbers.ts';
import { t } from '../text/t.ts';

const said = (text: string): string => text.replace(/\./, t('lessons.decimal-point'));

export const weight = (value: number): string => said(format.weight(value));
export const signed = (value: number): string => said(numbers.signed(value));
