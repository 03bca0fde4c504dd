// Numbers as the page writes them for people, the same everywhere. Files for programs have a point in every language.
import { inALine } from './in-a-line.ts';
import { t } from './t.ts';

// Asking the browser's own formatter for the language's marks costs the first prediction 40 ms.
const kPoint = t('page.half').charAt(1);
const kThousands = t('page.thousand').charAt(1);

export const decimal = (value: number, digits: number): string => value.toFixed(digits).replace('.', kPoint);

// With as many digits as it has.
export const plainly = (value: unknown): string => String(value).replace('.', kPoint);

// Three decimals: what a weight or probability is read out and exported with on the screen.
export const weight = (value: number): string => decimal(value, 3);

// In a small cell: ".412", "1", "0". A part of what `weight` writes, so that a cell is called what it shows.
export function short(value: number): string {
  const text = weight(value);
  return /^[01].000$/.test(text) ? text.charAt(0) : text.replace(/^0/, '');
}

// Whole numbers in groups of three.
export function count(value: number): string {
  const parts = [];
  let left = String(value);
  for (; left.length > 3; left = left.slice(0, -3)) parts.unshift(left.slice(-3));
  return [left, ...parts].join(kThousands);
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 999.95e6 ? `${decimal(bytes / 1e6, 1)} MB` : `${decimal(bytes / 1e9, 1)} GB`;
}

export const percent = (fraction: number): string => `${Math.round(100 * fraction)} %`;

// "right on 87.1 % of 7,600 held-out headlines"
export const heldOut = ({ right, n, texts }: { right: number; n: number; texts: string }): string =>
  t('read.right-on-percent-of-held-out', decimal((100 * right) / n, 1), count(n), texts);

// Some browsers count whole milliseconds only, so that below one there is nothing to be told apart.
export function milliseconds(value: number): string {
  if (value < 1) return t('read.under-1-ms');
  return value < 10 ? `${decimal(value, 1)} ms` : `${Math.round(value)} ms`;
}

// Classes of the models that ship, and of the texts that Train begins with.
const kClasses: Readonly<Record<string, string>> = {
  no_request: t('read.no-request'),
  request: t('read.request'),
  World: t('page.world'),
  Sports: t('page.sports'),
  Business: t('page.business'),
  'Sci/Tech': t('read.sci-tech'),
  anger: t('read.anger'),
  disgust: t('read.disgust'),
  fear: t('read.fear'),
  joy: t('read.joy'),
  neutral: t('read.neutral'),
  sadness: t('read.sadness'),
  surprise: t('read.surprise'),
  negative: t('page.negative'),
  positive: t('page.positive'),
  complaint: t('read.complaint'),
  praise: t('read.praise'),
  question: t('read.question'),
};

// A class label for the eye: "no_request" reads "no request", and in another language what that is there; what a
// visitor's model or texts call it stays, and so it does without `ours`.
export const words = (label: string, ours: boolean | undefined = false): string =>
  ours && Object.hasOwn(kClasses, label) ? kClasses[label]! : inALine(label).replaceAll('_', ' ');
