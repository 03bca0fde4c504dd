// The page's state, in one place: what the visitor chose, what the engine answered, what is pointed at.
import { type ModelInfo, type Result, type Way, wayOf } from '../engine/analysis.ts';
import { Client, type Listener } from '../engine/client.ts';
import { type AnyModel, type Computer, defaultModel, findModel, sourceOf } from '../engine/gallery.ts';
import type { Seen, Wish } from '../engine/look.ts';
import { type Dropped, dropped } from '../text/dropped.ts';
import { size } from '../text/format.ts';
import type { Opened } from './opened/opened.svelte.ts';
import { isPacked, readFragment, readPacked } from './fragment.ts';
import { fits, type Link, sameLink } from './link.ts';
import { byKeystroke } from './ranking.ts';
import type { Reading, Scale, Section, Settings, View } from './settings.ts';
import { Shown } from './shown.svelte.ts';
import { painted } from './timing.ts';

// Milliseconds without an answer before the page says that it is computing.
const kPatience = 250;
// Before it says that it is loading a model: one that is open already is there sooner.
const kOpening = 120;
// After the last keystroke: then the visitor looks up.
const kRest = 500;

export class App extends Shown implements Listener {
  // Chosen by the visitor; what an address carries.
  section = $state<Section>('read');
  model = $state.raw<AnyModel>(defaultModel());
  // Models that the visitor opened; the state of their worker is loaded with the first (opened/opened.svelte.ts).
  others = $state.raw<readonly AnyModel[]>([]);
  // One that a link names and that is not open yet.
  absent = $state<string | null>(null);
  text = $state('');
  scale = $state<Scale>('map');
  view = $state<View>('map');
  // Written and read by the sections that it belongs to.
  more = $state('');

  // Of the model that was opened last.
  info = $state.raw<ModelInfo | null>(null);
  // In words, for the status line: what is going on, what went wrong, what a link could not say.
  loading = $state<string | null>('Loading the engine and the model.');
  problem = $state<string | null>(null);
  stoppedWorking = $state(false);
  // The model could not be opened, and there was none before it to go back to.
  unopened = $state(false);
  // The last result is older than the text by long enough to be seen.
  late = $state(false);
  // Keystrokes come one after the other; what would distract the reading waits.
  typing = $state(false);
  // "How it came about" is open.
  explained = $state(false);

  hover = $state.raw<Link | null>(null);
  pin = $state.raw<Link | null>(null);

  // How the model attends, as far as the last words that it read have shown: an empty text says nothing new.
  private attends = $state<Way>('word by word');
  // The sentence is the only query.
  pooling = $derived(this.matrix ? this.matrix.kind === 'pooling' : this.attends === 'as a whole');
  // Words come without weights.
  inattentive = $derived(this.attends === 'not at all');
  // Words that preprocessing took out of the text; none where a model has none.
  dropped = $derived.by<readonly Dropped[]>(() => {
    const analysis = this.result?.analysis;
    return analysis?.preprocessing ? dropped({ ...analysis, tokens: this.tokens }) : [];
  });
  link = $derived.by(() => {
    const link = this.hover ?? this.pin;
    return fits(link, this.matrix) ? link : null;
  });

  private readonly client = new Client(this);
  private patience: ReturnType<typeof setTimeout> | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  // The last model that could be opened.
  private good: AnyModel | null = null;

  constructor() {
    super((wish) => this.computer.look(wish));
  }

  // Asks for everything at once, so that loading, opening and the first analysis follow without a pause.
  begin(fragment: string): void {
    this.apply(readFragment(fragment));
    if (this.text === '' && !/[#&]text=/.test(fragment)) this.text = this.model.examples[0] ?? '';
    this.attends = this.model.way;
    this.client.open(sourceOf(this.model));
    this.seek();
    if (isPacked(fragment)) void readPacked(fragment).then((reading) => this.restore(reading));
    else this.client.analyse(this.text);
    this.client.catchUp();
  }

  // A link that is followed while the page is open.
  async follow(fragment: string): Promise<void> {
    this.restore(isPacked(fragment) ? await readPacked(fragment) : readFragment(fragment));
  }

  private restore(reading: Reading): void {
    const before = this.model;
    this.apply(reading);
    if (this.model !== before) this.open(before);
    this.ask();
    this.seek();
  }

  private find(id: string): AnyModel | undefined {
    return findModel(id) ?? this.others.find((model) => model.id === id);
  }

  // A link's model that does not ship may be kept in the browser.
  private seek(): void {
    if (this.absent !== null) void this.visitors().then((opened) => opened.seek(this.absent));
  }

  // The state of models that do not ship, loaded when it is first needed.
  visitors(): Promise<Opened> {
    this.visiting ??= import('./opened/opened.svelte.ts').then((module) => new module.Opened(this));
    this.visiting.catch(() => (this.visiting = undefined));
    return this.visiting;
  }
  private visiting: Promise<Opened> | undefined;

  private get computer(): Pick<Computer, 'analyse' | 'look' | 'leave' | 'restart'> {
    return this.model.computer ?? this.client;
  }

  private apply({ settings, broken }: Reading): void {
    const model = settings.model === undefined ? this.model : this.find(settings.model);
    this.absent = !model && settings.model?.includes(':') ? settings.model : null;
    const unread = model || this.absent ? broken : [...broken, 'model'];
    if (model) this.model = model;
    if (settings.text !== undefined) this.text = settings.text;
    this.section = settings.section ?? 'read';
    this.layer = settings.layer ?? null;
    this.head = settings.head ?? null;
    this.scale = settings.scale ?? 'map';
    this.view = settings.view ?? 'map';
    this.special = settings.special ?? 'shown';
    this.pieces = settings.pieces ?? 'apart';
    this.more = settings.more ?? '';
    this.notice = unread.length
      ? `Not everything in this link could be read (${unread.join(', ')}); the usual choice stands in for it.`
      : null;
  }

  get settings(): Settings {
    const { section, text, layer, head, scale, view, special, pieces, more } = this;
    return {
      section,
      model: this.absent ?? this.model.id,
      text,
      layer,
      head,
      scale,
      view,
      special,
      pieces,
      more,
    };
  }

  // `byHand`: letter by letter, perhaps.
  type(text: string, byHand = false): void {
    clearTimeout(this.rest);
    this.typing = byHand && byKeystroke(this.text, text);
    if (this.typing) this.rest = setTimeout(() => (this.typing = false), kRest);
    if (this.typing && !this.model.computer) void this.client.comeNear();
    this.text = text;
    this.notice = null;
    this.ask();
  }

  private ask(): void {
    this.computer.analyse(this.text);
    this.patience ??= setTimeout(() => (this.late = true), kPatience);
  }

  private answered(): void {
    if (this.text !== this.result?.analysis.text && !this.problem) return;
    clearTimeout(this.patience);
    this.patience = undefined;
    this.late = false;
  }

  choose(id: string): void {
    const model = this.find(id);
    if (model && model !== this.model) this.show(model);
  }

  show(model: AnyModel): void {
    const untouched = this.model.examples.includes(this.text);
    this.change(model, untouched ? (model.examples[0] ?? this.text) : this.text);
  }

  private change(model: AnyModel, text: string): void {
    const before = this.model;
    this.model = model;
    this.absent = null;
    this.layer = this.head = null;
    this.open(before);
    this.type(text);
  }

  private open(before = this.model): void {
    if (before.computer !== this.model.computer) (before.computer ?? this.client).leave();
    this.unopened = false;
    clearTimeout(this.opening);
    this.opening = setTimeout(() => (this.loading ??= `Loading ${this.model.name}.`), kOpening);
    if (this.model.computer) this.model.computer.open();
    else this.client.open(sourceOf(this.model));
  }

  private answeredOpening(): void {
    clearTimeout(this.opening);
    this.loading = null;
  }

  // The last good state stays.
  private goBack(model: AnyModel, problem: string): void {
    const untouched = this.model.examples.includes(this.text);
    this.change(model, untouched ? (this.result?.analysis.text ?? this.text) : this.text);
    this.notice = `${problem.replace(/\.?$/, '.')} ${model.name} stays.`;
  }

  tryAgain(): void {
    this.problem = null;
    this.open();
    this.ask();
  }

  restart(): void {
    this.stoppedWorking = false;
    this.problem = null;
    this.loading = 'Starting the engine again.';
    this.computer.restart();
  }

  point(link: Link | null): void {
    if (!sameLink(link, this.hover)) this.hover = link;
  }

  // A second time on the same thing lets it go.
  hold(link: Link | null): void {
    this.pin = sameLink(link, this.pin) ? null : link;
  }

  progress(loaded: number, total: number): void {
    this.loading = `Loading ${this.model.name}: ${size(loaded)} of ${size(total)}.`;
  }

  opened(info: ModelInfo): void {
    this.answeredOpening();
    this.info = info;
    this.good = this.model;
    this.problem = null;
  }

  analysed(result: Result, seen: readonly (readonly [Wish, Seen])[]): void {
    const before = this.result?.analysis.tokens;
    const same = result.analysis.tokens.every((token, i) => token.text === before?.[i]?.text);
    if (!same) this.pin = null;
    this.hover = null;
    this.result = result;
    this.seen.begin(seen);
    this.attends = wayOf(result.analysis) ?? this.attends;
    this.problem = null;
    this.answered();
    painted();
  }

  failed(command: 'open' | 'analyse' | 'look', message: string): void {
    if (command === 'open') this.unopenedBecause(`${this.model.name} could not be opened: ${message}`);
    // The cause of the first stands; that nothing can be analysed then is only its consequence.
    else this.problem ??= `This ${command === 'look' ? 'map' : 'text'} could not be analysed: ${message}`;
    this.answered();
  }

  private unopenedBecause(problem: string): void {
    this.answeredOpening();
    if (this.good && this.good !== this.model) return this.goBack(this.good, problem);
    this.problem = problem;
    this.unopened = true;
  }

  stopped(message: string): void {
    this.answeredOpening();
    this.stoppedWorking = true;
    this.problem = `The engine has stopped: ${message}`;
    this.answered();
  }
}
