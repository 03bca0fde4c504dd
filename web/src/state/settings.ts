// Every setting that an address carries: one table that both reads and writes it. A value that cannot be read is
// named and left at its default, so that a damaged link still opens.

import type { Head, Scaling, Shaping } from '../engine/look.ts';
import { t } from '../text/t.ts';
import { type Link, readLink, writeLink } from './link.ts';

export const kSections = [
  'read',
  'two',
  'lab',
  'tokenizer',
  'fill',
  'write',
  'translate',
  'train',
  'models',
  'evidence',
  'lessons',
  'about',
] as const;
export const kScales = ['even', 'map', 'absolute', 'row', 'stretched'] as const satisfies Scaling[];
export const kViews = ['map', 'arcs', 'numbers', 'heads'] as const;
// What adds up to the score: it needs no further question when another class is chosen.
export const kContribution = 'contribution';
const kSpecials = ['shown', 'hidden'] as const;
const kPieces = ['apart', 'words'] as const;
export type Section = (typeof kSections)[number];
export type Scale = Scaling;
export type View = (typeof kViews)[number];
export type { Head };

export interface Settings extends Shaping {
  // Which part of the page is open.
  readonly section: Section;
  readonly model: string;
  readonly text: string;
  // Null: the last layer, the first head.
  readonly layer: number | null;
  readonly head: Head | null;
  readonly scale: Scale;
  readonly view: View;
  // How contributions are calculated; of which class, and against which other: null: the predicted one, none.
  readonly method: string;
  readonly class: string | null;
  readonly against: string | null;
  // What if: as engine/explain/edit.h has them, none with a space.
  readonly edits: readonly string[];
  // All of the map in the room there is, or scrolled; null: as it fits.
  readonly whole: boolean | null;
  // The pinned part of the map: "3.5" row and column, "3." a row, ".5" a column, "3" a word.
  readonly pin: Link | null;
  // "How this is computed" is open.
  readonly how: boolean;
  // What the other sections carry and only they can read: the parameters with a dot in their names, as they stand.
  readonly more: string;
}

type Own = Omit<Settings, 'more'>;

// Longer texts are cut. Far beyond what the engine reads of one.
export const kLongestText = 400_000; // characters
const kLongestLabel = 200;
// The longest value, in characters, of a parameter that names no bound.
const kLongestWords = 20_000;
const kMostEdits = 1000;

export interface Setting<T> {
  // Characters; of more, the beginning is read.
  readonly longest?: number;
  // Undefined when the words make no sense.
  read(words: string): T | undefined;
  // Null when there is nothing to say, because the value is the default.
  write(value: T): string | null;
}

export const oneOf = <T extends string>(names: readonly T[]): Setting<T> => ({
  read: (words) => names.find((name) => name === words),
  write: (value) => (value === names[0] ? null : value),
});

// Each stands alone and has texts of its own: the sentence and its map are not theirs to carry.
const kApart: readonly Section[] = ['two', 'lab', 'tokenizer', 'write', 'translate', 'train'];
export const isApart = (section: Section): boolean => kApart.includes(section);

const label: Setting<string | null> = {
  read: (words) => (words.length <= kLongestLabel && words) || undefined,
  write: (value) => value,
};

function readEdits(words: string): string[] | undefined {
  const edits = words.trim().split(/ +/);
  const all = edits.length <= kMostEdits && edits.every((edit) => /^(\d+|\*|token|state)\.\S/.test(edit));
  return all ? edits : undefined;
}

const readIndex = (words: string) => (/^\d{1,4}$/.test(words) ? Number(words) : undefined);

const table: { readonly [Name in keyof Own]: Setting<Own[Name]> } = {
  section: oneOf(kSections),
  model: {
    read: (words) => (/^([\w.-]{1,100}|(disk|hub|ours):[\w./-]{1,200})$/.test(words) ? words : undefined),
    write: (value) => value,
  },
  text: { longest: kLongestText, read: (words) => words, write: (value) => value },
  layer: { read: readIndex, write: (value) => (value === null ? null : String(value)) },
  head: {
    read: (words) => (words === 'mean' ? 'mean' : readIndex(words)),
    write: (value) => (value === null ? null : String(value)),
  },
  scale: oneOf(kScales),
  view: oneOf(kViews),
  method: {
    read: (words) => (/^[a-z-]{1,40}$/.test(words) ? words : undefined),
    write: (value) => (value === kContribution ? null : value),
  },
  class: label,
  against: label,
  edits: {
    read: readEdits,
    write: (value) => (value.length ? value.join(' ') : null),
  },
  special: oneOf(kSpecials),
  pieces: oneOf(kPieces),
  whole: {
    read: (words) => ({ yes: true, no: false })[words],
    write: (value) => (value === null ? null : value ? 'yes' : 'no'),
  },
  pin: { read: readLink, write: writeLink },
  how: { read: (words) => words === 'open' || undefined, write: (value) => (value ? 'open' : null) },
};

const names = Object.keys(table) as (keyof Own)[];

// Settings of a link that were not taken as they stand there, by name.
export interface Unread {
  readonly broken: readonly string[];
  // Too long: its beginning was taken.
  readonly cut?: readonly string[];
}

export interface Reading extends Unread {
  readonly settings: Partial<Settings>;
}

// What a parameter says; noted in `unread` where that is nothing, or not all of it.
export function readOne<T>(
  name: string,
  { longest, read }: Pick<Setting<T>, 'longest' | 'read'>,
  words: string,
  unread: { broken: string[]; cut?: string[] },
): T | undefined {
  if (longest && words.length > longest) unread.cut = [...(unread.cut ?? []), name];
  const value = longest || words.length <= kLongestWords ? read(words.slice(0, longest)) : undefined;
  if (value === undefined) unread.broken.push(name);
  return value;
}

// For people; null where all of a link was read.
export function noticeOf({ broken, cut = [] }: Unread): string | null {
  const said = [];
  if (broken.length) said.push(t('read.this-link-has-parts-that-the-page', broken.join(', ')));
  if (cut.length) said.push(t('read.part-of-this-link-is-too-long', cut.join(', ')));
  return said.join(' ') || null;
}

// What only one panel reads: what it makes nothing of is named here.
const kOfPanels: readonly (readonly [string, RegExp])[] = [
  ['fill.at', /^\d{1,3}$/],
  ['vector.of', /^(cls|mean)$/],
  ['open.bits', /^(8|32)$/],
  ['lesson.at', /^[a-z]+\.(all|\d{1,2})$/],
];

export function read(parameters: URLSearchParams): Reading {
  const settings: Partial<Record<keyof Settings, unknown>> = {};
  const unread: { broken: string[]; cut?: string[] } = { broken: [] };
  for (const name of names) {
    const words = parameters.get(name);
    if (words === null) continue;
    const value = readOne<unknown>(name, table[name], words, unread);
    if (value !== undefined) settings[name] = value;
  }
  const forms = new Map(kOfPanels);
  const isRead = ([name, words]: [string, string]) =>
    words.length <= kLongestWords && (forms.get(name)?.test(words) ?? true);
  const dotted = [...parameters].filter(([name]) => name.includes('.'));
  unread.broken.push(...dotted.filter((one) => !isRead(one)).map(([name]) => name.slice(0, kLongestLabel)));
  const more = new URLSearchParams(dotted.filter(isRead));
  if (more.size) settings.more = `${more}`;
  return { settings: settings as Partial<Settings>, ...unread };
}

function writeOne<Name extends keyof Own>(name: Name, settings: Settings): string | null {
  return table[name].write(settings[name]);
}

export function write(settings: Settings): URLSearchParams {
  const parameters = new URLSearchParams();
  const apart = isApart(settings.section);
  for (const name of names) {
    const words = apart && name !== 'section' && name !== 'model' ? null : writeOne(name, settings);
    if (words !== null) parameters.set(name, words);
  }
  for (const [name, words] of new URLSearchParams(settings.more)) parameters.append(name, words);
  return parameters;
}
