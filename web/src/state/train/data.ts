// Labelled texts that a visitor gives: a table of a file or of what was pasted, of which two columns are text and class.
import type { TrainingRow } from '../../generated/messages.ts';
import { inALine } from '../../text/in-a-line.ts';
import { count, size } from '../../text/format.ts';
import { t } from '../../text/t.ts';
import { decode } from './decode.ts';
import { isFastText, readFastText } from './fast-text.ts';
import { readSeparated } from './separated.ts';
import { said, type Table } from './table.ts';

export const kMostBytes = 20e6; // of a file, that are read
export const kMostRows = 20_000;
const kMostClasses = 1000;

export interface Labelled {
  readonly name: string;
  // The page brings them, so that their classes have names in its language.
  readonly ours?: boolean;
  readonly labels: readonly string[];
  readonly counts: readonly number[];
  readonly rows: readonly TrainingRow[];
  // Messages about rows that were left out, and the like.
  readonly problems: readonly string[];
}

const kLongestLabel = 200; // characters

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Objects of JSON, on a line each or in a list: the keys of all are the columns.
function readObjects(name: string, values: readonly (readonly [number, unknown])[]): Table {
  const good = values.filter(([, value]) => isObject(value)) as [number, Record<string, unknown>][];
  const broken = values.filter(([, value]) => !isObject(value)).map(([line]) => line);
  const columns = [...new Set(good.flatMap(([, object]) => Object.keys(object)))];
  return {
    name,
    columns,
    header: columns,
    rows: good.map(([, object]) => columns.map((key) => written(object[key]))),
    lines: good.map(([line]) => line),
    problems: broken.length ? [said(t('train.no-json-object'), broken)] : [],
  };
}
// A list or an object is neither text nor class.
const written = (value: unknown) => (typeof value === 'object' ? '' : String(value ?? ''));

// A list of objects, or the only one in an object.
function listIn(whole: unknown): readonly unknown[] | null {
  if (Array.isArray(whole)) return whole;
  const lists = isObject(whole)
    ? Object.values(whole).filter((value) => Array.isArray(value) && isObject(value[0]))
    : [];
  return lists.length === 1 ? (lists[0] as readonly unknown[]) : null;
}

function readJson(name: string, text: string): Table {
  const list = listIn(parsed(text));
  if (list)
    return readObjects(
      name,
      list.map((value, i) => [i + 1, value]),
    );
  const lines = text.split(/\r?\n/).map((line, i) => [i + 1, line] as const);
  return readObjects(
    name,
    lines.filter(([, line]) => line.trim()).map(([i, line]) => [i, parsed(line)]),
  );
}

// Error where it is no text of rows.
export function readTable(name: string, text: string): Table {
  if (text.includes('\0')) throw new Error(`[${name}] is no text: expected CSV, TSV, JSON Lines or lines`);
  const body = text.replace(/^\ufeff/, '');
  const table = /^\s*(\{|\[\s*\{)/.test(body)
    ? readJson(name, body)
    : isFastText(body)
      ? readFastText(name, body)
      : readSeparated(name, body);
  if (!table.rows.length) throw new Error(`[${name}] has no rows: expected a class and a text in each`);
  if (table.columns.length < 2)
    throw new Error(`[${name}] has one column: expected a class and a text, with a tab or a comma between`);
  return table;
}

// Reads the first bytes of a file, up to the last whole line.
export async function readFile(file: File): Promise<Table> {
  const whole = file.size <= kMostBytes;
  const text = decode(file.name, new Uint8Array(await file.slice(0, kMostBytes).arrayBuffer()));
  const table = readTable(file.name, whole ? text : text.slice(0, text.lastIndexOf('\n') + 1));
  const damaged = table.lines.filter((_, i) => table.rows[i]!.some((field) => field.includes('\ufffd')));
  const problems = [
    ...(whole ? [] : [t('train.the-first-of-were-read', size(kMostBytes), size(file.size))]),
    ...(damaged.length ? [said(t('train.some-letters-cannot-be-read'), damaged)] : []),
  ];
  return { ...table, problems: [...problems, ...table.problems] };
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
  if (empty.length) problems.push(said(t('train.no-text'), empty));
  if (unlabelled.length) problems.push(said(t('train.no-class'), unlabelled));
  const left = table.rows.length - empty.length - unlabelled.length - rows.length;
  if (left > 0) problems.push(t('train.the-first-rows-are-used-are-not', count(kMostRows), count(left)));
  // As `heed train` reads them from a file, so that it repeats a run.
  const order = labels.map((_, i) => i).sort((a, b) => (labels[a]! < labels[b]! ? -1 : 1));
  const place = order.map((_, i) => order.indexOf(i));
  const made = {
    name: inALine(table.name),
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
  if (rows.length === 0) return t('train.has-no-row-with-both-text-and-class');
  if (labels.length === 1) return t('train.has-only-one-class-expected-two', labels[0]!);
  if (labels.length > kMostClasses)
    return t('train.has-classes-expected-at-most-choose', count(labels.length), count(kMostClasses));
  const longest = Math.max(...labels.map(({ length }) => length));
  if (longest > kLongestLabel)
    return t('train.has-a-class-of-characters-expected', count(longest), count(kLongestLabel));
  if (rows.length < 2 * labels.length)
    return t(
      'train.has-of-classes-expected-at-least-two',
      t('count.texts', rows.length),
      count(labels.length),
    );
  return null;
}

// Sentences written by hand: a class each, one to a line.
export function byHand(classes: readonly { readonly name: string; readonly texts: string }[]): Labelled {
  const rows = classes.flatMap(({ name, texts }) =>
    texts.split('\n').flatMap((text) => (text.trim() ? [[name.trim(), text]] : [])),
  );
  const table = {
    name: t('train.your-sentences'),
    columns: ['label', 'text'],
    header: [],
    rows,
    problems: [],
  };
  return labelled({ ...table, lines: rows.map((_, i) => i + 1) }, 1, 0);
}

// As a file that `heed train` reads.
export const asTsv = ({ labels, rows }: Labelled): string =>
  ['label\ttext', ...rows.map((row) => [labels[row.label], row.text].map(plain).join('\t')), ''].join('\n');
const plain = (words: string | undefined) => (words ?? '').replace(/[\t\r\n]+/g, ' ');
