// The section Train: data, settings, and runs, one of which learns. Made when the section is first opened.
import { Client, isOver } from '../../engine/client.ts';
import { buildFor } from '../../engine/capable.ts';
import { keepModule } from '../../offline/keep-module.ts';
import { size } from '../../text/format.ts';
import { messageOf } from '../../text/message.ts';
import {
  choice,
  othersIn,
  readTable as readParameters,
  type Table as Parameters,
  text,
  writeTable,
} from '../lab/parameters.ts';
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
import { forget, keep, keptRuns, room } from './kept.ts';
import { kSources, sentencesOf, type Source, Texts } from './texts.svelte.ts';
import { kToyKind, kToyNames, toyData, toyOf, type ToyName } from './toys.ts';
import { Run, type RunRecord } from './run.svelte.ts';

// Steps a second that are shown; as many as there is time for between two looks.
export const kSpeeds = ['slow', 'steady', 'fast'] as const;
export type Speed = (typeof kSpeeds)[number];
const kSlow = 250; // ms from one step to the next
const kSlice = 0.04; // seconds that a fast run learns between two looks
const kKeep = 1500; // ms from one checkpoint to the next,
const kKeepShare = 10; // or so many times as long as keeping one takes

const kText = 'what a lovely view, but the bed was awful';
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

export class Training {
  readonly texts = new Texts();
  kind = $state<KindName>('attention');
  // The encoder that is fine-tuned, and what is said while it comes.
  base = $state(kUsualBase);
  coming = $state<string | null>(null);
  changed = $state.raw<Record<string, Value>>({});
  text = $state(kText);
  speed = $state<Speed>('steady');
  playing = $state(false);
  busy = $state(false);
  runs = $state.raw<readonly Run[]>([]);
  current = $state.raw<Run | null>(null);
  // Kept moments that are looked at; null: the last one.
  moment = $state<number | null>(null);
  beside = $state<number | null>(null);
  problem = $state<string | null>(null);
  // Bytes that the browser keeps for this page.
  kept = $state.raw<{ readonly used: number; readonly most: number } | null>(null);
  // Why runs are not kept.
  unkept = $state<string | null>(null);
  // That the engine has.
  private loaded: Run | null = null;
  private keptAt = 0;
  private keepCost = 0; // ms
  private factor: number | undefined;
  private written = '';
  private readonly client: Client;

  // Whether what is set is not what the run on the screen has.
  readonly changedSince = $derived.by(() => {
    const { current } = this;
    const { data } = this.texts;
    return current !== null && (current.data !== data || current.recipe !== this.recipe);
  });

  constructor(private readonly store: Store) {
    this.client = new Client('heed-train', (message) => this.stopped(message));
    keepModule(buildFor(false, 'heed-trainer'));
    this.restore(store.more);
    void this.bringBack();
  }

  // What an earlier visit has kept; an unfinished run can be gone on with.
  private async bringBack(): Promise<void> {
    const before = (await keptRuns()).map((record: RunRecord) => Run.from(record));
    if (!before.length) return;
    this.runs = [...before, ...this.runs];
    this.current ??= before.at(-1)!;
    this.kept = await room();
  }

  async remove(run: Run): Promise<void> {
    if (this.busy && run === this.current) return;
    this.runs = this.runs.filter((other) => other !== run);
    if (this.current === run) this.show(this.runs.at(-1) ?? null);
    await forget(run.number).catch(() => {});
    this.kept = await room();
  }

  show(run: Run | null): void {
    if (this.busy) return;
    this.current = run;
    this.moment = this.beside = null;
  }

  get recipe(): string {
    const toy = this.texts.source === 'toy' ? toyData(this.texts.toy) : undefined;
    return JSON.stringify(recipeOf(this.kind, this.changed, 'Trained in a page.', toy), null, 2);
  }

  // Keeps the address and the settings together.
  follow(): void {
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
    const { settings } = readParameters('train', kTable, new URLSearchParams(more));
    this.kind = settings.kind;
    this.base = settings.base;
    this.texts.toy = settings.toy;
    if (settings.source === 'toy') void this.chooseToy(settings.toy, settings.set);
    else this.texts.source = this.texts.source === 'toy' ? 'example' : this.texts.source;
    this.changed = { ...readChanges(settings.kind, settings.set) };
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
        name: `toy task ${name}`,
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

  private async folderOf({ from }: Run) {
    if (from === null) return {};
    keepModule(buildFor(crossOriginIsolated, 'heed-trainer'));
    const base = this.bases.find(({ id }) => id === from);
    if (!base)
      throw new Error(
        `[train] this run goes on from ${from.replace(/^\w+:/, '')}, which is not open: open it under Models first.`,
      );
    const { name } = base;
    try {
      const files = await base.files(
        (loaded, total) => (this.coming = `Loading ${name}: ${size(loaded)} of ${size(total)}.`),
      );
      return { folder: { name: from.replace(/^\w+:/, ''), files } };
    } finally {
      this.coming = null;
    }
  }

  set(field: Field, value: Value): void {
    const { [field.key]: _, ...others } = this.changed;
    this.changed = value === usualOf(this.kind, field) ? others : { ...others, [field.key]: value };
    const { current } = this;
    if (field.key === 'training.optimizer.rate' && current && !current.finished)
      this.steer(current, Number(value));
  }

  // While it runs a new rate is at work with the next step.
  private steer({ last }: Run, rate: number): void {
    if (last && last.rate > 0 && this.playing) this.factor = rate / last.rate;
  }

  async play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    await this.go(() => this.playing);
  }

  pause(): void {
    this.playing = false;
  }

  step(): Promise<void> {
    return this.go(() => false, { steps: 1 });
  }

  // To the end of the one that is under way.
  epoch(): Promise<void> {
    this.playing = true;
    const on = () => this.playing && this.current?.last?.epoch === undefined;
    return this.go(on, { seconds: kSlice, steps: 0, epoch: true });
  }

  // What is learned from now on begins anew, with what is set now.
  again(): void {
    this.playing = false;
    this.current = null;
    this.moment = this.beside = null;
  }

  private async go(on: () => boolean, asked: object = {}): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      const run = await this.ready();
      do await this.slice(run, asked);
      while (on() && run === this.current && !run.finished);
      if (!run.finished) await this.keep(run);
    } catch (error) {
      if (!isOver(error)) this.problem = messageOf(error);
    }
    this.busy = this.playing = false;
  }

  private get unfinished(): Run | null {
    return this.current && !this.current.finished ? this.current : null;
  }

  // The run that is gone on with, in the engine.
  private async ready(): Promise<Run> {
    const run = this.unfinished ?? this.made();
    if (run === this.loaded) return run;
    const { data, recipe, checkpoint } = run;
    const { labels, rows } = data;
    const lesson = { name: run.slug, recipe, labels, rows, memory: roomFor(navigator) };
    const given = { ...lesson, ...(checkpoint && { checkpoint }), ...(await this.folderOf(run)) };
    const begun = await this.client.send('begin-training', given).answer;
    const { epoch, steps, step } = begun.state;
    run.goBack((epoch - 1) * steps + step);
    run.state = begun.state;
    run.memory = begun.memory;
    this.loaded = run;
    this.factor = undefined;
    if (!this.runs.includes(run)) this.runs = [...this.runs, run];
    this.current = run;
    this.moment = this.beside = null;
    return run;
  }

  private made(): Run {
    const { kind, changed, recipe } = this;
    const { data } = this.texts;
    if (!data) throw new Error(this.texts.unusable ?? '[train] there are no texts yet: give some first');
    const number = 1 + Math.max(0, ...this.runs.map((run) => run.number));
    const from = kind === 'encoder' ? this.base : null;
    return new Run(number, kind, changed, data, recipe, sentencesOf(data), from);
  }

  private async keep(run: Run): Promise<void> {
    const began = performance.now();
    try {
      if (run.finished) run.checkpoint = null;
      else run.checkpoint = await this.client.send('keep-training', {}).answer;
      await keep(run.record());
      this.kept = await room();
      this.unkept = null;
    } catch (error) {
      if (isOver(error)) throw error;
      this.unkept = messageOf(error);
    }
    this.keptAt = performance.now();
    this.keepCost = this.keptAt - began;
  }

  private async slice(run: Run, asked: object): Promise<void> {
    const { factor, speed } = this;
    this.factor = undefined;
    const began = performance.now();
    const watch = document.hidden ? null : { text: this.text, others: run.sentences };
    const pace = speed === 'fast' ? { seconds: kSlice } : { seconds: 0, steps: 1 };
    const given = { ...pace, ...asked, weights: true, watch, ...(factor !== undefined && { factor }) };
    const { points, state, watched, memory, weights = [] } = await this.client.send('train', given).answer;
    run.memory = memory;
    run.weights = weights;
    run.add(points, state, watched);
    if (state.ended) {
      run.finished = await this.client.send('finish-training', {}).answer;
      this.loaded = null;
    }
    const due = began - this.keptAt > Math.max(kKeep, kKeepShare * this.keepCost);
    if (state.ended || due) await this.keep(run);
    if (!state.ended) await rest(speed === 'slow' && this.playing ? kSlow - (performance.now() - began) : 0);
  }

  private stopped(message: string): void {
    this.playing = this.busy = false;
    this.loaded = null;
    this.problem = `The engine has stopped: ${message}`;
    this.client.restart();
  }
}

// What WebAssembly can have, or half of what the machine has, where the browser says so (in gigabytes, 8 at most).
const roomFor = (machine: Navigator & { readonly deviceMemory?: number }): number =>
  Math.min(3.5e9, (machine.deviceMemory ?? 8) * 0.5e9);

// Until the page has drawn, or as long as a slow run waits.
const rest = (time: number): Promise<void> =>
  new Promise((resolve) => {
    if (time > 0) setTimeout(resolve, time);
    else if (document.hidden) setTimeout(resolve, 0);
    else requestAnimationFrame(() => resolve());
  });

let one: Training | undefined;
// One for the life of the page.
export const trainingOf = (store: Store): Training => (one ??= new Training(store));
