// fastText's lines: "__label__NAME text", or the label behind the text.
import { t } from '../../text/t.ts';
import { said, type Table } from './table.ts';

const kMark = '__label__';
const kLinesSeen = 20;

const linesOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim());

// Whether nearly all of the first lines have a label.
export function isFastText(text: string): boolean {
  const seen = linesOf(text)
    .filter((line) => line)
    .slice(0, kLinesSeen);
  const labelled = seen.filter((line) => line.startsWith(kMark) || line.includes(` ${kMark}`)).length;
  return labelled > 0 && 10 * labelled >= 9 * seen.length;
}

function lineOf(line: string): { readonly labels: readonly string[]; readonly text: string } {
  const words = line.split(/[ \t]/);
  const isText = (word: string) => !word.startsWith(kMark);
  const first = words.findIndex(isText);
  const last = words.findLastIndex(isText);
  const text = first < 0 ? [] : words.slice(first, last + 1);
  const labels = first < 0 ? words : [...words.slice(0, first), ...words.slice(last + 1)];
  return { labels: labels.map((label) => label.slice(kMark.length)), text: text.join(' ').trim() };
}

export function readFastText(name: string, text: string): Table {
  const all = linesOf(text)
    .map((line, i) => ({ line: i + 1, ...lineOf(line) }))
    .filter(({ labels, text: words }) => words || labels.length);
  const several = all.filter(({ labels }) => labels.length > 1).map(({ line }) => line);
  const good = all.filter(({ labels }) => labels.length < 2);
  return {
    name,
    columns: ['label', 'text'],
    header: ['label', 'text'],
    rows: good.map(({ labels: [label = ''], text: words }) => [label, words]),
    lines: good.map(({ line }) => line),
    problems: several.length ? [said(t('train.several-labels-expected-one-per-row'), several)] : [],
  };
}
