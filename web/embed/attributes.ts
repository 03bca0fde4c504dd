// The attributes of the element: how each is read, and what is said of one that makes no sense.
import type { HeedAttention } from './package/heed-attention.d.ts';

export type Given = Pick<
  HeedAttention,
  'model' | 'text' | 'view' | 'editable' | 'numbers' | 'layer' | 'head' | 'scale' | 'label' | 'theme'
>;

export const kDefaults: Given = {
  model: 'enron-request',
  text: '',
  view: 'map',
  editable: false,
  numbers: false,
  layer: null,
  head: null,
  scale: 'even',
  label: null,
  theme: 'auto',
};

// Undefined where the words make no sense.
type Read<T> = (words: string) => T | undefined;
interface Attribute<T> {
  readonly read: Read<T>;
  readonly expected: string;
}

const oneOf = <T extends string>(...names: T[]): Attribute<T> => ({
  read: (words) => names.find((name) => name === words),
  expected: `one of ${names.join(', ')}`,
});
const words = { read: (given: string) => given, expected: 'words' };
// There or not, as HTML has it; "false" is what frameworks write.
const flag = { read: (given: string) => given !== 'false', expected: 'the attribute alone' };
const readNumber = (given: string) => (/^\d{1,4}$/.test(given) ? Number(given) : undefined);

export const kAttributes: { readonly [Name in keyof Given]: Attribute<Given[Name]> } = {
  model: { read: (given) => given.trim() || undefined, expected: 'a name, or the address of a folder' },
  text: words,
  view: oneOf('map', 'why', 'arcs'),
  editable: flag,
  numbers: flag,
  layer: { read: readNumber, expected: 'a whole number from 0 up' },
  head: {
    read: (given) => (given === 'mean' ? 'mean' : readNumber(given)),
    expected: 'a whole number from 0 up, or mean',
  },
  scale: oneOf('even', 'map', 'absolute', 'row', 'stretched'),
  label: words,
  theme: oneOf('auto', 'light', 'dark'),
};

export type Name = keyof Given;

// Sets what the attribute says, or its default; what was wrong with it, in words.
export function readAttribute<N extends Name>(given: Given, name: N, value: string | null): string | null {
  const { read, expected } = kAttributes[name];
  const found = value === null ? undefined : read(value);
  given[name] = found ?? kDefaults[name];
  return value === null || found !== undefined
    ? null
    : `[heed-attention] ${name}="${value}": expected ${expected}; "${String(kDefaults[name])}" is taken`;
}

// Null: the attribute is not there.
export function writeAttribute(value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null;
  return value === true ? '' : String(value);
}
