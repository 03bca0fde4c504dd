// What a network learns from: the example, a toy task, a file or lines of the visitor's, sentences by hand.
import example from '../../../../assets/examples/guests.tsv?raw';
import { messageOf } from '../../text/message.ts';
import { t } from '../../text/t.ts';
import { likely } from './columns.ts';
import { byHand, labelled, type Labelled, readFile, readTable } from './data.ts';
import type { Table } from './table.ts';
import type { ToyName } from './toys.ts';

export const kSources = ['example', 'toy', 'file', 'hand'] as const;
export type Source = (typeof kSources)[number];

export const kSentences = [
  'the room was not dirty at all',
  'we waited an hour for cold soup',
  'could we have a table near the pool',
];

export class Texts {
  source = $state<Source>('example');
  toy = $state<ToyName>('copy');
  // Rows of the toy task.
  made = $state.raw<Labelled | null>(null);
  table = $state.raw<Table | null>(null);
  columns = $state.raw<{ readonly text: number; readonly label: number } | null>(null);
  classes = $state([
    { name: t('train.yes'), texts: '' },
    { name: t('train.no'), texts: '' },
  ]);
  problem = $state<string | null>(null);
  // Why what is being typed is no table yet.
  private untabled = $state<string | null>(null);

  // The texts, or why they are none.
  private readonly read = $derived.by<{ readonly data: Labelled | null; readonly problem: string | null }>(
    () => {
      try {
        return { data: this.given(), problem: null };
      } catch (error) {
        return { data: null, problem: messageOf(error) };
      }
    },
  );
  readonly data = $derived.by(() => this.read.data);
  readonly unusable = $derived.by(() => this.read.problem ?? (this.source === 'file' ? this.untabled : null));

  private given(): Labelled | null {
    const { source, table, columns } = this;
    if (source === 'example') return kGuests();
    if (source === 'toy') return this.made;
    if (source === 'hand')
      return this.classes.some(({ texts }) => texts.trim()) ? byHand(this.classes) : null;
    return table && columns ? labelled(table, columns.text, columns.label) : null;
  }

  async open(file: File): Promise<void> {
    try {
      this.take(await readFile(file));
      this.source = 'file';
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  // With every letter that is typed; columns that were chosen stay.
  paste(words: string): void {
    const before = this.table?.columns.join('\t');
    const { columns } = this;
    this.table = this.problem = this.untabled = null;
    if (!words.trim()) return;
    try {
      this.take(readTable(t('train.your-pasted-text'), words));
      if (before === this.table!.columns.join('\t')) this.columns = columns;
    } catch (error) {
      this.untabled = messageOf(error);
    }
  }

  private take(table: Table): void {
    this.table = table;
    this.columns = likely(table);
    this.problem = this.untabled = null;
  }
}

let guests: Labelled | undefined;
const kGuests = () => (guests ??= { ...labelled(readTable('guests.tsv', example), 1, 0), ours: true });

// The first of each class among the visitor's own texts.
export function sentencesOf(data: Labelled): readonly string[] {
  if (data === kGuests()) return kSentences;
  const first = data.labels.flatMap((_, label) => data.rows.find((row) => row.label === label)?.text ?? []);
  return [...new Set(first)].slice(0, 3);
}
