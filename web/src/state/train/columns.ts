// Whether the first row of a table names its columns, and which of them hold text and class. The rules are those of
// engine/data/header_guess.cpp and columns.cpp: a file is the same table in the page and in the programs.
import { kColumnNames } from '../../generated/columns.ts';
import type { Table } from './table.ts';

type Rows = readonly (readonly string[])[];

const plain = (field: string | undefined) => (field ?? '').trim().toLowerCase();

// Where the field called one of `names` stands; the first name that is there decides. -1: none is.
function position(names: readonly string[], fields: readonly string[]): number {
  const all = fields.map(plain);
  return all.indexOf(names.find((name) => all.includes(name)) ?? '\0');
}

// How many of text and class the row names.
export const namesIn = (row: readonly string[]): number =>
  Number(position(kColumnNames.text, row) >= 0) + Number(position(kColumnNames.label, row) >= 0);

// The same of the first row, where its name is on no other row.
function named(names: readonly string[], [first = [], ...others]: Rows): number {
  const at = position(names, first);
  return others.some((row) => at in row && plain(row[at]) === plain(first[at])) ? -1 : at;
}

const isFigure = (field: string | undefined) => {
  const text = (field ?? '').trim();
  return /^[\d.,+\-eE]+$/.test(text) && /\d/.test(text);
};
const isWord = (field: string) => /^[A-Za-z_\P{ASCII}][\w\P{ASCII}-]*$/u.test(field.trim());

// A value that no other row has, above values that are each on several rows.
function standsApart([first = [], ...others]: Rows, column: number): boolean {
  if (others.length < 4) return false;
  const seen = new Map<string, number>();
  for (const row of others) if (column in row) seen.set(row[column]!, (seen.get(row[column]!) ?? 0) + 1);
  return !seen.has(first[column]!) && [...seen.values()].every((times) => times > 1);
}

const isAboveNumbers = ([first = [], ...others]: Rows, column: number) =>
  others.length > 1 && !isFigure(first[column]) && others.every((row) => isFigure(row[column]));

// Whether two columns begin with two words that no other row has, above sentences.
function isTwoWordsAboveSentences([first = [], ...others]: Rows): boolean {
  if (first.length !== 2 || others.length < 2) return false;
  const isItsOwn = (word: string, i: number) => isWord(word) && others.every((row) => row[i] !== word);
  const isAboveSentences = (_: string, i: number) =>
    others.every((row) => /[ \t\r\n]/.test((row[i] ?? '').trim()));
  return first.every(isItsOwn) && first.some(isAboveSentences);
}

export const hasHeader = (rows: Rows): boolean =>
  named(kColumnNames.text, rows) >= 0 ||
  named(kColumnNames.label, rows) >= 0 ||
  isTwoWordsAboveSentences(rows) ||
  (rows[0] ?? []).some((_, column) => standsApart(rows, column) || isAboveNumbers(rows, column));

interface Contents {
  readonly values: number;
  readonly characters: number;
  readonly empty: number;
}

function contentsOf(rows: Rows, column: number): Contents {
  const fields = rows.flatMap((row) => row[column] ?? []);
  const pairs = (field: string) => field.match(/[\ud800-\udbff]/g)?.length ?? 0; // two units, one character
  return {
    values: new Set(fields).size,
    characters: fields.reduce((sum, field) => sum + field.length - pairs(field), 0),
    empty: fields.filter((field) => !field.trim()).length,
  };
}

const namesIndex = (name: string | undefined) =>
  name !== undefined && (['', 'id', 'index'].includes(plain(name)) || plain(name).startsWith('unnamed:'));

const isBelow = (a: Contents, b: Contents) =>
  a.values < b.values || (a.values === b.values && a.characters < b.characters);

// The column of two that does not hold the texts; where neither is known, the one with fewer values and characters.
function labelOfTwo(all: readonly Contents[], text: number): number {
  if (text >= 0) return all[1 - text]!.values > 1 ? 1 - text : -1;
  return all.findIndex((one, i) => {
    const other = all[1 - i]!;
    return one.values > 1 && one.values < other.values && one.characters < other.characters;
  });
}

const kFewRows = 10;

// The column with the fewest values, the shortest of equals, each on several rows. -1: none looks like classes.
function labelAmong(all: readonly Contents[], rows: number, text: number, header: readonly string[]): number {
  let best = -1;
  all.forEach((one, i) => {
    const repeats = one.values >= 2 && 2 * one.values <= rows && 2 * one.empty <= rows;
    if (i === text || !repeats || namesIndex(header[i])) return;
    if (best < 0 || isBelow(one, all[best]!)) best = i;
  });
  const tooFew = best < 0 && all.length === 2 && rows > 1 && (text >= 0 || rows < kFewRows);
  return tooFew ? labelOfTwo(all, text) : best;
}

function longest(all: readonly Contents[], label: number): number {
  let text = label === 0 && all.length > 1 ? 1 : 0;
  all.forEach((one, i) => {
    if (i !== label && one.characters > all[text]!.characters) text = i;
  });
  return text;
}

// The columns that are likely meant: by their names, or else by what they hold. Where the programs refuse, because no
// column looks like classes, the one with the fewest values: the page says what is wrong with it, and lets one choose.
export function likely({ columns, header, rows }: Table): { readonly text: number; readonly label: number } {
  const below = [header, ...rows];
  const text = named(kColumnNames.text, below);
  const all = columns.map((_, i) => contentsOf(rows, i));
  const byName = named(kColumnNames.label, below);
  const found = byName >= 0 ? byName : labelAmong(all, rows.length, text, header);
  const fewest = () =>
    all.reduce((best, one, i) => (i !== text && (best < 0 || isBelow(one, all[best]!)) ? i : best), -1);
  const label = found >= 0 ? found : fewest();
  return { text: text >= 0 ? text : longest(all, label), label };
}
