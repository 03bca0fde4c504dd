// What a section carries in the address: one table per section that both reads and writes, like settings.ts, with the
// section's name before each parameter ("lab.window").
import { readOne, type Setting } from '../settings.ts';

export interface Parameter<T> extends Omit<Setting<T>, 'write'> {
  readonly usual: T;
  write(value: T): string;
}

export type Table<S> = { readonly [Name in keyof S]: Parameter<S[Name]> };

export const text = (usual: string, longest: number): Parameter<string> => ({
  usual,
  longest,
  read: (words) => words,
  write: (value) => value,
});

export const flag = (usual: boolean): Parameter<boolean> => ({
  usual,
  read: (words) => ({ yes: true, no: false })[words],
  write: (value) => (value ? 'yes' : 'no'),
});

export const choice = <T extends string>(names: readonly T[], usual: T): Parameter<T> => ({
  usual,
  read: (words) => names.find((name) => name === words),
  write: (value) => value,
});

// A whole number from `least` to `most`.
export const whole = (usual: number, least: number, most: number): Parameter<number> => ({
  usual,
  read: (words) => {
    const value = Number(words);
    return /^\d{1,10}$/.test(words) && value >= least && value <= most ? value : undefined;
  },
  write: String,
});

// A number with two decimals.
export const decimal = (usual: number, least: number, most: number): Parameter<number> => ({
  usual,
  read: (words) => {
    const value = Number(words);
    return /^\d{1,4}(\.\d{1,2})?$/.test(words) && value >= least && value <= most ? value : undefined;
  },
  write: (value) => String(Number(value.toFixed(2))),
});

// As another one, or null where nothing was chosen.
export const perhaps = <T>(one: Parameter<T>): Parameter<T | null> => ({
  usual: null,
  ...(one.longest && { longest: one.longest }),
  read: (words) => one.read(words),
  write: (value) => (value === null ? '' : one.write(value)),
});

export function usual<S>(table: Table<S>): S {
  const names = Object.keys(table) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, table[name].usual])) as S;
}

// What cannot be read is named in `broken` and left as usual; what is too long is named in `cut`.
export function readTable<S extends object>(prefix: string, table: Table<S>, parameters: URLSearchParams) {
  const settings = usual(table);
  const unread: { broken: string[]; cut?: string[] } = { broken: [] };
  for (const name of Object.keys(table) as (keyof S & string)[]) {
    const words = parameters.get(`${prefix}.${name}`);
    if (words === null) continue;
    const value = readOne(`${prefix}.${name}`, table[name], words, unread);
    if (value !== undefined) settings[name] = value;
  }
  return { settings, ...unread };
}

// Only what differs from the usual, so that a link says what was chosen.
export function writeTable<S extends object>(
  prefix: string,
  table: Table<S>,
  settings: S,
): [string, string][] {
  const names = Object.keys(table) as (keyof S & string)[];
  return names
    .filter((name) => settings[name] !== table[name].usual)
    .map((name) => [`${prefix}.${name}`, table[name].write(settings[name])]);
}

// The parameters of an address that are not this section's.
export const othersIn = (prefix: string, more: string): [string, string][] =>
  [...new URLSearchParams(more)].filter(([name]) => !name.startsWith(`${prefix}.`));
