// What the page asks of the engine, and what becomes of the answers.
import { type ModelInfo, type Result, wayOf } from '../engine/analysis.ts';
import { type Listener, ShippedClient } from '../engine/shipped-client.ts';
import { type AnyModel, type Computer, gallery, sourceOf } from '../engine/gallery.ts';
import type { Look, MapAnswer, MapRequest } from '../engine/look.ts';
import type { About, Answers, Kind, ShippedModel, Takes } from '../engine/protocol.ts';
import { size } from '../text/format.ts';
import { ended, messageOf } from '../text/message.ts';
import { otherVersion } from '../text/other-version.ts';
import { t } from '../text/t.ts';
import { byKeystroke } from './ranking.ts';
import { noticeOf, type Unread } from './settings.ts';
import type { Store } from './store.svelte.ts';
import { painted } from './timing.ts';

// Milliseconds before the page says that it is loading a model: one that is open already is there sooner.
const kOpening = 120;

export class Requests implements Listener {
  private readonly client = new ShippedClient(this);
  private opening: ReturnType<typeof setTimeout> | undefined;
  // The last model that could be opened.
  private good: AnyModel | null = null;

  constructor(private readonly store: Store) {}

  // Asks for everything at once, so that loading, opening and the first analysis follow without a pause. `text`: the
  // store's is the one to be analysed first.
  begin(text: boolean): void {
    this.client.open(sourceOf(this.store.model));
    if (text) this.client.analyse(this.store.text);
    this.client.catchUp();
  }

  private get computer(): Omit<Computer, 'open'> {
    return this.store.model.computer ?? this.client;
  }

  // The store's text.
  analyse(): void {
    this.computer.analyse(this.store.text);
    this.store.waiting.begin();
  }

  // At the last result; null where that can no longer be looked at.
  map(request: MapRequest): Promise<MapAnswer | null> {
    return this.computer.look(request);
  }

  // At the run under changes, likewise.
  async changedMap(map: MapRequest): Promise<MapAnswer | null> {
    const { changed } = this.store;
    if (!changed?.run) return null;
    const { of, edits } = changed;
    try {
      const answer = await this.command('changed-map', { text: of.analysis.text, edits, map });
      return changed === this.store.changed ? answer : null;
    } catch (error) {
      this.failed('look', messageOf(error));
      return null;
    }
  }

  // What a section asks of the model that is open; rejected with the engine's words.
  command<K extends Kind>(kind: K, given: Omit<Takes<K>, 'model'>): Promise<Answers<K>> {
    return this.computer.command(kind, given);
  }

  // `byHand`: letter by letter, perhaps.
  type(text: string, byHand = false): void {
    const { store } = this;
    store.typing.changed(byHand && byKeystroke(store.text, text));
    if (store.typing.now && store.result && !store.model.computer) this.client.startLocal().catch(() => {});
    store.text = text;
    store.notice = store.refused = null;
    this.analyse();
  }

  choose(id: string): void {
    const model = this.store.find(id);
    if (model && model !== this.store.model) this.show(model);
  }

  show(model: AnyModel): void {
    this.change(model, this.untouched ? (model.examples[0] ?? this.store.text) : this.store.text);
  }

  // The text is an example of a model's.
  private get untouched(): boolean {
    const { model, others, text } = this.store;
    return [model, ...gallery, ...others].some(({ examples }) => examples.includes(text));
  }

  private change(model: AnyModel, text: string): void {
    const { store } = this;
    const before = store.model;
    store.model = model;
    store.absent = store.refused = null;
    store.layer = store.head = store.label = store.against = null;
    store.edits = [];
    store.linked = null;
    this.open(before);
    this.type(text);
  }

  // The store's model; `before` is the one that was shown until now.
  open(before: AnyModel): void {
    const { store } = this;
    const { model } = store;
    if (before.computer !== model.computer) (before.computer ?? this.client).leave();
    store.unopened = false;
    clearTimeout(this.opening);
    this.opening = setTimeout(() => (store.loading ??= t('page.loading', model.name)), kOpening);
    if (model.computer) model.computer.open();
    else this.client.open(sourceOf(model));
  }

  tryAgain(): void {
    const { refused } = this.store;
    if (refused) return this.show(refused);
    this.store.problem = null;
    this.open(this.store.model);
    this.analyse();
  }

  restart(): void {
    this.store.stoppedWorking = false;
    this.store.problem = null;
    this.store.loading = t('read.restarting-the-engine');
    this.computer.restart();
  }

  // What the engine is told of the page, and what it answers.

  get look(): Look {
    return this.store.look;
  }

  get about(): About {
    const { label, against } = this.store;
    return { label, against };
  }

  progress(loaded: number, total: number): void {
    this.store.loading = t('page.loading-of', this.store.model.name, size(loaded), size(total));
  }

  opened(info: ModelInfo & Partial<ShippedModel>): void {
    const { model } = this.store;
    const { found = info.version ?? model.version } = model;
    this.endOpening();
    this.store.info = info;
    this.store.otherVersion = found === model.version ? null : otherVersion(model.name);
    this.good = model;
    this.store.problem = null;
  }

  analysed(result: Result, maps: readonly (readonly [MapRequest, MapAnswer])[]): void {
    const { store } = this;
    const before = store.result?.analysis.tokens;
    const same = result.analysis.tokens.every((token, i) => token.text === before?.[i]?.text);
    if (!same && !store.pinWaits) store.pin = null;
    if (result.analysis.text === store.text) store.pinWaits = false;
    store.hover = null;
    store.result = result;
    store.answeredBy = store.model;
    store.fetched.begin(maps);
    store.attends = wayOf(result.analysis) ?? store.attends;
    store.problem = null;
    this.endWaiting();
    painted();
    if (store.linked && !store.absent && result.analysis.text === store.text)
      void this.checkLink(store.linked);
  }

  private async checkLink(linked: Unread): Promise<void> {
    const { store } = this;
    store.linked = null;
    const { letGoUnfit } = await import('./unfit.ts');
    const gone = letGoUnfit(store);
    if (gone.length) store.notice = noticeOf({ ...linked, broken: [...linked.broken, ...gone] });
  }

  failed(command: 'open' | 'analyse' | 'look', message: string): void {
    if (command === 'open') this.unopened(t('page.did-not-open', this.store.model.name, message));
    // The cause of the first stands; that nothing can be analysed then is only its consequence.
    else
      this.store.problem ??= t(
        'read.the-page-could-not-analyse-this',
        command === 'look' ? t('read.map') : t('read.text'),
        message,
      );
    this.endWaiting();
  }

  stopped(message: string): void {
    this.endOpening();
    this.store.stoppedWorking = true;
    this.store.problem = t('page.the-engine-has-stopped', message);
    this.endWaiting();
  }

  private unopened(problem: string): void {
    const { store, good } = this;
    this.endOpening();
    if (good && good !== store.model) return this.goBack(good, problem);
    store.problem = problem;
    store.unopened = true;
  }

  // The last good state stays.
  private goBack(model: AnyModel, problem: string): void {
    const { store } = this;
    const refused = store.model;
    this.change(model, this.untouched ? (store.result?.analysis.text ?? store.text) : store.text);
    store.notice = t('page.stays', ended(problem), model.name);
    store.refused = refused;
  }

  private endOpening(): void {
    clearTimeout(this.opening);
    this.store.loading = null;
  }

  private endWaiting(): void {
    const { text, result, problem, waiting } = this.store;
    if (text === result?.analysis.text || problem) waiting.end();
  }
}
