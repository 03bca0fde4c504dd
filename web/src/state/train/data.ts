// Labelled texts that a visitor gives: a table of a file or of what was pasted, of which two columns are text and class.
import Papa from 'papaparse';
import type { TrainingRow } from '../../generated/messages.ts';
import { count, plural, size } from '../../text/format.ts';
import { decode } from './decode.ts';

export const kMostBytes = 20e6; // of a file, that are read
export const kMostRows = 20_000;
const kMostClasses = 1000;
const kShownProblems = 5;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  // Of each row, from 1.
  readonly lines: readonly number[];
  readonly problems: readonly string[];
}

export interface Labelled {
  readonly name: string;
  // The page brings them, so that their classes have names in its language.
  readonly ours?: boolean;
  readonly labels: readonly string[];
  readonly counts: readonly number[];
  readonly rows: readonly TrainingRow[];
  // Of rows that were left out, and the like.
  readonly problems: readonly string[];
}

const kLongestLabel = 200; // characters
const kTexts = [
  ...['text', 'sentence', 'content', 'message', 'review', 'utterance', 'comment', 'tweet', 'body', 'title'],
  ...['satz', 'nachricht', 'kommentar', 'inhalt', 'texte', 'phrase', 'texto', 'frase', 'testo', 'tekst'],
];
const kLabels = [
  ...['label', 'class', 'category', 'target', 'sentiment', 'emotion', 'intent', 'topic', 'y'],
  ...['klasse', 'kategorie', 'thema', 'classe', 'catégorie', 'clase', 'categoría', 'etiqueta', 'categoria'],
];

const column = (names: readonly string[], header: readonly string[]) =>
  header.findIndex((name) => names.includes(name.trim().toLowerCase()));

// Rows that have the same problem, named by their lines.
function said(reason: string, lines: readonly number[]): string {
  const first = lines.slice(0, kShownProblems).join(', ');
  const more = lines.length - kShownProblems;
  return `line${lines.length > 1 ? 's' : ''} ${first}${more > 0 ? ` and ${count(more)} more` : ''}: ${reason}`;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

// Objects of JSON, on a line each or in a list: the keys of all are the columns.
function readObjects(name: string, values: readonly (readonly [number, unknown])[]): Table {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const good = values.filter(([, value]) => isObject(value)) as [number, Record<string, unknown>][];
  const broken = values.filter(([, value]) => !isObject(value)).map(([line]) => line);
  const columns = [...new Set(good.flatMap(([, object]) => Object.keys(object)))];
  return {
    name,
    columns,
    rows: good.map(([, object]) => columns.map((key) => written(object[key]))),
    lines: good.map(([line]) => line),
    problems: broken.length ? [said('no JSON object', broken)] : [],
  };
}
const written = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

function readJson(name: string, text: string): Table {
  const whole = parsed(text);
  if (Array.isArray(whole))
    return readObjects(
      name,
      whole.map((value, i) => [i + 1, value]),
    );
  const lines = text.split(/\r?\n/).map((line, i) => [i + 1, line] as const);
  return readObjects(
    name,
    lines.filter(([, line]) => line.trim()).map(([i, line]) => [i, parsed(line)]),
  );
}

// fastText's lines: "__label__NAME text".
function readFastText(name: string, text: string): Table {
  const mark = /^__label__(\S+)\s+(\S[^]*)?/;
  const found = text.split(/\r?\n/).map((line) => mark.exec(line.trim()));
  const lines = found.flatMap((match, i) => (match ? [i + 1] : []));
  const rows = found.flatMap((match) => (match ? [[match[1]!, match[2] ?? '']] : []));
  return { name, columns: ['label', 'text'], rows, lines, problems: [] };
}

const kDelimiters = [',', ';', '\t', '|'];

// The delimiter by which the first row has the usual names, and by which the other rows have as many fields.
function delimiterOf(text: string): string {
  const excel = /^"?sep=(.)"?\r?\n/.exec(text);
  if (excel) return excel[1]!;
  const fit = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 100, skipEmptyLines: 'greedy' });
    const width = (row: readonly string[]) => (row.length > 1 && !row.at(-1) ? row.length - 1 : row.length);
    const [first = []] = data;
    if (first.length < 2) return 0;
    const fields = data.flatMap((row) => row.slice(1));
    const prose = 2 * fields.filter((field) => field.startsWith(' ')).length > fields.length;
    const names = Number(column(kTexts, first) >= 0) + Number(column(kLabels, first) >= 0);
    const agree = data.filter((row) => width(row) === width(first)).length / data.length;
    return names + agree - (prose ? 0.2 : 0);
  };
  const fits = kDelimiters.map(fit);
  return kDelimiters[fits.indexOf(Math.max(...fits))]!;
}

const isName = (field: string) => /^\s*[\p{L}_][\p{L}\p{N}_-]*\s*$/u.test(field);

// Names that nobody foresaw: a value that no other row has, above values that are each on several rows; or no
// number above numbers. Of a few rows: two words that no other row has, above sentences.
function isHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  const names = (name: string, i: number) => isName(name) && others.every((row) => row[i] !== name);
  const above = (i: number) => others.filter((row) => /\S\s+\S/.test(row[i] ?? '')).length;
  const sentences = first.some((_, i) => above(i) === others.length);
  if (first.length === 2 && others.length > 1 && first.every(names) && sentences) return true;
  if (others.length < 4) return false;
  const isNumber = (field: string | undefined) => !!field?.trim() && !Number.isNaN(Number(field));
  return first.some((name, i) => {
    const below = others.map((row) => row[i] ?? '');
    if (!isNumber(name) && below.every(isNumber)) return true;
    const seen = new Map<string, number>();
    for (const field of below) seen.set(field, (seen.get(field) ?? 0) + 1);
    return !seen.has(name) && Math.min(...seen.values()) > 1;
  });
}

function readSeparated(name: string, text: string, delimiter: string): Table {
  const given = { delimiter: delimiter || delimiterOf(text), skipEmptyLines: 'greedy' as const };
  const { data, errors } = Papa.parse<string[]>(text, given);
  if (/^sep=/.test(data[0]?.[0] ?? '')) data.shift();
  const quotes = errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => row + 1);
  const problems = quotes.length ? [said('a quote is never closed, or not alone in its field', quotes)] : [];
  const [first = []] = data;
  const named = column(kTexts, first) >= 0 || column(kLabels, first) >= 0 || isHeader(data);
  const width = Math.max(0, ...data.slice(0, 100).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => (named && first[i]) || `column ${i + 1}`);
  const rows = named ? data.slice(1) : data;
  return { name, columns, rows, lines: rows.map((_, i) => i + (named ? 2 : 1)), problems };
}

// Error where it is no text of rows.
export function readTable(name: string, text: string): Table {
  if (text.includes('\0')) throw new Error(`[${name}] is no text: expected CSV, TSV, JSON Lines or lines`);
  const body = text.replace(/^\ufeff/, '');
  const table = /^\s*(\{|\[\s*\{)/.test(body)
    ? readJson(name, body)
    : body.startsWith('__label__')
      ? readFastText(name, body)
      : readSeparated(name, body, name.endsWith('.tsv') ? '\t' : '');
  if (!table.rows.length) throw new Error(`[${name}] has no rows: expected a class and a text in each`);
  if (table.columns.length < 2)
    throw new Error(`[${name}] has one column: expected a class and a text, with a tab or a comma between`);
  return table;
}

// Of a file the first bytes, up to the last whole line.
export async function readFile(file: File): Promise<Table> {
  const whole = file.size <= kMostBytes;
  const text = decode(file.name, new Uint8Array(await file.slice(0, kMostBytes).arrayBuffer()));
  const table = readTable(file.name, whole ? text : text.slice(0, text.lastIndexOf('\n') + 1));
  const damaged = table.lines.filter((_, i) => table.rows[i]!.some((field) => field.includes('\ufffd')));
  const problems = [
    ...(whole ? [] : [`the first ${size(kMostBytes)} of ${size(file.size)} were read`]),
    ...(damaged.length
      ? [said('letters cannot be read, � stands for them: save the file as UTF-8', damaged)]
      : []),
  ];
  return { ...table, problems: [...problems, ...table.problems] };
}

// The columns that are likely meant: by their names, or of few different values and of long ones.
export function likely({ columns, rows }: Table): { readonly text: number; readonly label: number } {
  const some = rows.slice(0, 500);
  const values = columns.map((_, i) => new Set(some.map((row) => row[i] ?? '')).size);
  // Where there are two columns, one with a single value may be the class: the page says then that it has but one.
  const different = values.map((n) => (n > 1 || columns.length === 2 ? n : Infinity));
  const long = columns.map((_, i) => some.reduce((sum, row) => sum + (row[i]?.length ?? 0), 0));
  const best = (all: readonly number[], without: number, sign: number) =>
    all.reduce((found, value, i) => {
      if (i === without) return found;
      return found < 0 || sign * value > sign * all[found]! ? i : found;
    }, -1);
  const named = column(kLabels, columns);
  const text = column(kTexts, columns);
  const label = named >= 0 ? named : best(different, text, -1);
  return { text: text >= 0 && text !== label ? text : best(long, label, 1), label };
}

// Error where there is nothing to learn.
export function labelled(table: Table, text: number, label: number): Labelled {
  const labels: string[] = [];
  const places = new Map<string, number>();
  const rows: TrainingRow[] = [];
  const counts: number[] = [];
  const [empty, unlabelled]: [number[], number[]] = [[], []];
  table.rows.forEach((row, i) => {
    const [words, name] = [row[text]?.trim() ?? '', row[label]?.trim() ?? ''];
    if (!words) return void empty.push(table.lines[i]!);
    if (!name) return void unlabelled.push(table.lines[i]!);
    if (rows.length >= kMostRows) return;
    if (!places.has(name)) places.set(name, labels.push(name) - 1);
    const place = places.get(name)!;
    counts[place] = (counts[place] ?? 0) + 1;
    rows.push({ text: words, label: place });
  });
  const problems = [...table.problems];
  if (empty.length) problems.push(said('no text', empty));
  if (unlabelled.length) problems.push(said('no class', unlabelled));
  const left = table.rows.length - empty.length - unlabelled.length - rows.length;
  if (left > 0) problems.push(`the first ${count(kMostRows)} rows are used, ${count(left)} are not`);
  // As `heed train` reads them from a file, so that it repeats a run.
  const order = labels.map((_, i) => i).sort((a, b) => (labels[a]! < labels[b]! ? -1 : 1));
  const place = order.map((_, i) => order.indexOf(i));
  const made = {
    name: table.name,
    labels: order.map((i) => labels[i]!),
    counts: order.map((i) => counts[i]!),
    rows: rows.map((row) => ({ text: row.text, label: place[row.label]! })),
    problems,
  };
  const wrong = problemOf(made);
  if (wrong) throw new Error(`[${table.name}] ${wrong}`);
  return made;
}

// Why nothing could be learned from it.
function problemOf({ labels, rows }: Labelled): string | null {
  if (rows.length === 0) return 'has no row with both text and class: choose other columns';
  if (labels.length === 1)
    return `has one class, ${labels[0]}: expected two or more, so that there is something to tell apart`;
  if (labels.length > kMostClasses)
    return `has ${count(labels.length)} classes: expected at most ${count(kMostClasses)}; is another column the class?`;
  const longest = Math.max(...labels.map(({ length }) => length));
  if (longest > kLongestLabel)
    return `has a class of ${count(longest)} characters: expected at most ${count(kLongestLabel)}; is another column the class?`;
  if (rows.length < 2 * labels.length)
    return `has ${plural(rows.length, 'text')} of ${count(labels.length)} classes: expected at least two of each`;
  return null;
}

// Sentences written by hand: a class each, one to a line.
export function byHand(classes: readonly { readonly name: string; readonly texts: string }[]): Labelled {
  const rows = classes.flatMap(({ name, texts }) =>
    texts.split('\n').flatMap((text) => (text.trim() ? [[name.trim(), text]] : [])),
  );
  const table = { name: 'your sentences', columns: ['label', 'text'], rows, problems: [] };
  return labelled({ ...table, lines: rows.map((_, i) => i + 1) }, 1, 0);
}

// As a file that `heed train` reads.
export const asTsv = ({ labels, rows }: Labelled): string =>
  ['label\ttext', ...rows.map((row) => [labels[row.label], row.text].map(plain).join('\t')), ''].join('\n');
const plain = (words: string | undefined) => (words ?? '').replace(/[\t\r\n]+/g, ' ');
