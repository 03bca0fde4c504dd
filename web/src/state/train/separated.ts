// Rows of fields with a delimiter between, as the programs read them (engine/data/delimiter.cpp, delimited.cpp).
import Papa from 'papaparse';
import { t } from '../../text/t.ts';
import { hasHeader, namesIn } from './columns.ts';
import { said, type Table } from './table.ts';

const kDelimiters = [',', ';', '\t', '|'];
const kBytesSeen = 1 << 15;

const isBlank = (field: string) => !field.trim();
const parsed = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, preview, skipEmptyLines: 'greedy' });

// A delimiter at the end of a line makes no field.
const width = (row: readonly string[]) => (row.length > 1 && !row.at(-1) ? row.length - 1 : row.length);

// How well the first row has the usual names, and the other rows have as many fields. A space behind the delimiter is
// rather that of a sentence.
function fit(text: string, delimiter: string): number {
  const [first = [], ...others] = parsed(text, delimiter, 200).data;
  if (first.length < 2) return 0;
  const fields = [first, ...others].flatMap((row) => row.slice(1));
  const prose = 2 * fields.filter((field) => field.startsWith(' ')).length > fields.length;
  const agree = others.filter(
    (row) =>
      row.length - first.length === 0 || row.length - first.length === 1 || width(row) === width(first),
  ).length;
  return namesIn(first) + (others.length ? agree / others.length : 1) - (prose ? 0.2 : 0);
}

function delimiterOf(text: string): string {
  const excel = /^"?sep=(.)"?\r?\n/.exec(text);
  if (excel) return excel[1]!;
  const seen = text.length <= kBytesSeen ? text : text.slice(0, text.lastIndexOf('\n', kBytesSeen));
  const fits = kDelimiters.map((delimiter) => fit(seen, delimiter));
  return kDelimiters[fits.indexOf(Math.max(...fits))]!;
}

// The width that nearly all rows below the first have, or else that of the first.
function usualWidth([first = [], ...others]: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of others) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 0, times = 0] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [];
  return 10 * times >= 9 * others.length ? Math.max(usual, first.length) : first.length;
}

// R writes names of the rows, and none above them.
function nameRowNames(rows: string[][]): void {
  const [first = [], ...others] = rows;
  const names = others.map(([name = '']) => name);
  const isWider = others.every((row) => row.length === first.length + 1);
  if (!others.length || !isWider || names.some((name) => name.includes(' '))) return;
  if (new Set(names).size === names.length) first.unshift('row');
}

// Texts alone below their name: their commas are those of sentences.
function oneColumn(name: string, text: string): Table | null {
  const [first = '', ...others] = text.split(/\r?\n/);
  const header = [first.replaceAll('"', '')];
  if (namesIn(header) === 0) return null;
  const lines = others.flatMap((line, i) => (isBlank(line) ? [] : [i + 2]));
  return { name, columns: header, header, rows: lines.map((i) => [others[i - 2]!]), lines, problems: [] };
}

export function readSeparated(name: string, text: string): Table {
  const alone = oneColumn(name, text);
  if (alone) return alone;
  // A .tsv without tabs is read as it looks.
  const asNamed = /\.(tsv|tab)$/i.test(name) && text.includes('\t');
  const { data, errors } = parsed(text, asNamed ? '\t' : delimiterOf(text));
  const quotes = errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => row + 1);
  const problems = quotes.length ? [said(t('train.a-quotation-mark-is-not-closed'), quotes)] : [];
  const rows = data.map((fields, i) => ({ fields, line: i + 1 }));
  if (/^sep=/.test(rows[0]?.fields[0] ?? '')) rows.shift();
  // Comments above the table.
  const last = rows.at(-1)?.fields.length;
  while (rows[0]?.fields[0]?.startsWith('#') && rows[0].fields.length !== last) rows.shift();
  const all = rows.map(({ fields }) => fields);
  nameRowNames(all);
  const header = hasHeader(all) ? all[0]! : [];
  const wide = usualWidth(all);
  const below = header.length ? rows.slice(1) : rows;
  const isTooWide = (fields: readonly string[]) => fields.slice(wide).some((field) => !isBlank(field));
  const tooWide = below.filter(({ fields }) => isTooWide(fields)).map(({ line }) => line);
  if (tooWide.length) problems.push(said(t('train.more-fields-than-the-table-has-columns'), tooWide));
  const good = below.filter(({ fields }) => !isTooWide(fields));
  return {
    name,
    columns: Array.from({ length: wide }, (_, i) => header[i] || t('train.column', i + 1)),
    header,
    rows: good.map(({ fields }) => fields),
    lines: good.map(({ line }) => line),
    problems,
  };
}
