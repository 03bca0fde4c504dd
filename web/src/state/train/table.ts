// A table that a visitor gives, as its file or what was pasted has it.
import { count } from '../../text/format.ts';
import { t } from '../../text/t.ts';

const kShownLines = 5;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  // As the file names the columns; empty where it does not.
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  // The line of each row, from 1.
  readonly lines: readonly number[];
  readonly problems: readonly string[];
}

// Rows that have the same problem, named by their lines.
export function said(reason: string, lines: readonly number[]): string {
  const first = lines.slice(0, kShownLines).join(', ');
  const more = lines.length - kShownLines;
  const all = first + (more > 0 ? t('train.and-more', count(more)) : '');
  return lines.length > 1
    ? t('train.lines-and-reason', all, reason)
    : t('train.line-and-reason', all, reason);
}
