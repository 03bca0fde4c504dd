// The plan of the next run: texts, network and settings, which the address has, too.
import { type Client, isOver } from '../../engine/client.ts';
import { messageOf } from '../../text/message.ts';
import { t } from '../../text/t.ts';
import {
  choice,
  othersIn,
  readTable as readParameters,
  type Table as Parameters,
  text,
  writeTable,
} from '../lab/parameters.ts';
import { noticeOf } from '../settings.ts';
import type { Store } from '../store.svelte.ts';
import { type Base, basesOf, kUsualBase } from './bases.ts';
import {
  changes,
  type Field,
  fields,
  type KindName,
  kKindNames,
  readChanges,
  recipeOf,
  usualOf,
  type Value,
  writeChanges,
} from './recipes.ts';
import type { Labelled } from './data.ts';
import { kSources, sentencesOf, type Source, Texts } from './texts.svelte.ts';
import { kToyKind, kToyNames, toyData, toyOf, type ToyName } from './toys.ts';

export const kText = 'what a lovely view, but the bed was awful';
interface Linked {
  source: Source;
  toy: ToyName;
  kind: KindName;
  base: string;
  set: string;
  text: string;
}
const kTable: Parameters<Linked> = {
  source: choice(kSources, 'example'),
  toy: choice(kToyNames, 'copy'),
  kind: choice(kKindNames, 'attention'),
  base: text(kUsualBase, 200),
  set: changes,
  text: text(kText, 500),
};

export class Plan {
  readonly texts = new Texts();
  kind = $state<KindName>('attention');
  // The encoder that is fine-tuned.
  base = $state(kUsualBase);
  changed = $state.raw<Record<string, Value>>({});
  // The sentence that is watched during training.
  text = $state(kText);
  private written = '';
  // What the watched sentence is one of.
  private watched: Labelled | null = null;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
  ) {
    this.restore(store.more);
  }

  get recipe(): string {
    const toy = this.texts.source === 'toy' ? toyData(this.texts.toy) : undefined;
    return JSON.stringify(recipeOf(this.kind, this.changed, t('train.trained-in-the-browser'), toy), null, 2);
  }

  // Until the visitor writes another, the sentence that is watched is one of the texts.
  private watch(): void {
    const { data, source } = this.texts;
    if (!data || data === this.watched || source === 'toy') return;
    const own = [kText, ...(this.watched ? sentencesOf(this.watched) : [])].includes(this.text);
    this.watched = data;
    if (own) this.text = source === 'example' ? kText : sentencesOf(data)[0]!;
  }

  // Keeps the address and the settings together.
  follow(): void {
    this.watch();
    const { more } = this.store;
    if (more !== this.written) return this.restore(more);
    const others = othersIn('train', more);
    const own = {
      source: this.texts.source === 'toy' ? this.texts.source : 'example',
      toy: this.texts.toy,
      kind: this.kind,
      base: this.kind === 'encoder' ? this.base : kUsualBase,
      set: writeChanges(this.changed),
      text: this.text,
    } as const;
    this.written = `${new URLSearchParams([...others, ...writeTable('train', kTable, own)])}`;
    this.store.more = this.written;
  }

  private restore(more: string): void {
    const { settings, ...unread } = readParameters('train', kTable, new URLSearchParams(more));
    const values = readChanges(settings.kind, settings.set);
    const lost = [
      ...settings.set.split(' ').filter((pair) => pair && !(pair.split('=')[0]! in values)),
      ...(['file', 'hand'].includes(settings.source) ? ['train.source'] : []),
    ];
    const notice = noticeOf({ ...unread, broken: [...unread.broken, ...lost] });
    if (notice) this.store.notice = notice;
    this.kind = settings.kind;
    this.base = settings.base; // beside its choice stands whether it is open
    this.texts.toy = settings.toy;
    if (settings.source === 'toy') void this.chooseToy(settings.toy, settings.set);
    else this.texts.source = this.texts.source === 'toy' ? 'example' : this.texts.source;
    this.changed = { ...values };
    this.text = settings.text;
    this.written = more;
  }

  // With the settings that learn it, or those that a link says, and a text of its own to watch.
  async chooseToy(name: ToyName, set?: string): Promise<void> {
    const before = this.texts.source === 'toy' ? this.texts.made : null;
    const { length, examples, changed } = toyOf(name);
    this.texts.source = 'toy';
    this.texts.toy = name;
    this.kind = set === undefined ? kToyKind : this.kind;
    this.changed = set === undefined ? { ...changed } : { ...readChanges(this.kind, set) };
    try {
      const made = await this.client.send('toy-texts', { task: name, length, examples }).answer;
      const counts = made.labels.map((_, i) => made.rows.filter(({ label }) => label === i).length);
      this.texts.made = {
        name: t('train.toy-task-x', name),
        labels: made.labels,
        counts,
        rows: made.rows,
        problems: [],
      };
      const own = before?.rows.some(({ text: one }) => one === this.text) || set === undefined;
      if (own) this.text = made.rows[0]!.text;
    } catch (error) {
      if (!isOver(error)) this.texts.problem = messageOf(error);
    }
  }

  from(source: Source): void {
    if (source === this.texts.source) return;
    if (source === 'toy') return void this.chooseToy(this.texts.toy);
    if (this.texts.source === 'toy') {
      this.text = kText;
      this.changed = {};
    }
    this.texts.source = source;
  }

  choose(kind: KindName): void {
    const before = this.kind;
    this.kind = kind;
    this.changed = { ...readChanges(kind, writeChanges(this.changed)) };
    const shown = this.store.model.id;
    if (kind === 'encoder' && before !== kind && this.bases.some(({ id }) => id === shown))
      this.goOnFrom(shown);
  }

  get bases(): readonly Base[] {
    return basesOf(this.store);
  }

  // All of its layers but the last rest at first.
  goOnFrom(id: string): void {
    const base = this.bases.find((one) => one.id === id);
    if (!base) return;
    this.base = id;
    const { open } = fields('encoder');
    this.set(
      open.find(({ key }) => key === 'training.freeze')!,
      base.layers - 1,
    );
  }

  set(field: Field, value: Value): void {
    const { [field.key]: _, ...others } = this.changed;
    this.changed = value === usualOf(this.kind, field) ? others : { ...others, [field.key]: value };
  }
}
