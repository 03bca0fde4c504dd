// The section Train: a plan, and runs, one of which learns. Made when the section is first opened.
import { Client, isOver } from '../../engine/client.ts';
import { buildFor } from '../../engine/capable.ts';
import { keepModule } from '../../offline/keep-module.ts';
import { size } from '../../text/format.ts';
import { messageOf } from '../../text/message.ts';
import { t } from '../../text/t.ts';
import type { Store } from '../store.svelte.ts';
import { forget, keep, keptRuns, room } from './kept.ts';
import { Plan } from './plan.svelte.ts';
import type { Field, Value } from './recipes.ts';
import { sentencesOf } from './texts.svelte.ts';
import { Run, type RunRecord } from './run.svelte.ts';

// Steps a second that are shown; as many as there is time for between two looks.
export const kSpeeds = ['slow', 'steady', 'fast'] as const;
export type Speed = (typeof kSpeeds)[number];
const kSlow = 250; // ms from one step to the next
const kSlice = 0.04; // seconds that a fast run learns between two looks
const kKeep = 1500; // ms from one checkpoint to the next,
const kKeepShare = 10; // or so many times as long as keeping one takes

export class Training {
  readonly plan: Plan;
  // The message while the encoder to fine-tune loads.
  coming = $state<string | null>(null);
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
  private readonly client: Client;

  // Whether what is set is not what the run on the screen has.
  readonly changedSince = $derived.by(() => {
    const { current } = this;
    const { texts, recipe } = this.plan;
    return current !== null && (current.data !== texts.data || current.recipe !== recipe);
  });

  constructor(store: Store) {
    this.client = new Client('heed-train', (message) => this.stopped(message));
    keepModule('heed-all');
    this.plan = new Plan(store, this.client);
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

  private async folderOf({ from }: Run) {
    if (from === null) return {};
    keepModule(buildFor(crossOriginIsolated, 'heed-all'));
    const base = this.plan.bases.find(({ id }) => id === from);
    if (!base)
      throw new Error(
        `[train] this run goes on from ${from.replace(/^\w+:/, '')}, which is not open: open it under Models first.`,
      );
    const { name } = base;
    try {
      const files = await base.files(
        (loaded, total) => (this.coming = t('page.loading-of', name, size(loaded), size(total))),
      );
      return { folder: { name: from.replace(/^\w+:/, ''), files } };
    } finally {
      this.coming = null;
    }
  }

  set(field: Field, value: Value): void {
    this.plan.set(field, value);
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

  // Begins again with the current settings.
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
    const { kind, changed, recipe, texts, base } = this.plan;
    const { data } = texts;
    if (!data) throw new Error(texts.unusable ?? '[train] there are no texts yet: give some first');
    const number = 1 + Math.max(0, ...this.runs.map((run) => run.number));
    const from = kind === 'encoder' ? base : null;
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
    const watch = document.hidden ? null : { text: this.plan.text, others: run.sentences };
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
    this.problem = t('page.the-engine-has-stopped', message);
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
