// The page's state, in one place: what the visitor chose, what the engine answered, what is pointed at.
import type { ModelInfo, Result } from '../engine/analysis.ts';
import { Client, type Listener } from '../engine/client.ts';
import { defaultModel, findModel, type GalleryModel } from '../engine/gallery.ts';
import type { ModelSource } from '../engine/protocol.ts';
import { size } from '../text/format.ts';
import { isPacked, readFragment, readPacked } from './fragment.ts';
import { fits, type Link, sameLink } from './link.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import type { Head, Reading, Scale, Settings, View } from './settings.ts';
import { painted } from './timing.ts';

function sourceOf({ id, files }: GalleryModel): ModelSource {
  const address = (wanted: string) => {
    const file = files.find((name) => name.endsWith(wanted)) ?? wanted;
    return new URL(`models/${id}/${file}`, document.baseURI).href;
  };
  return {
    name: id,
    config: address('config.json'),
    tokenizer: address('tokenizer.json'),
    weights: address('.safetensors'),
  };
}

// Milliseconds without an answer before the page says that it is computing.
const kPatience = 250;

export class App implements Listener {
  // Chosen by the visitor; what an address carries.
  model = $state.raw<GalleryModel>(defaultModel());
  text = $state('');
  layer = $state<number | null>(null);
  head = $state<Head | null>(null);
  scale = $state<Scale>('map');
  view = $state<View>('map');

  // Answered by the engine. The last good answer stays until the next one.
  info = $state.raw<ModelInfo | null>(null);
  result = $state.raw<Result | null>(null);
  // In words, for the status line: what is going on, what went wrong, what a link could not say.
  loading = $state<string | null>('Loading the engine and the model.');
  problem = $state<string | null>(null);
  notice = $state<string | null>(null);
  stoppedWorking = $state(false);
  // The last result is older than the text by long enough to be seen.
  late = $state(false);
  // "How it came about" is open.
  explained = $state(false);

  hover = $state.raw<Link | null>(null);
  pin = $state.raw<Link | null>(null);

  // The layers that the model shows, and the map of the one that is chosen.
  layers = $derived([...new Set(this.result?.analysis.attention.map(({ layer }) => layer))]);
  map = $derived.by(() => {
    const maps = this.result?.analysis.attention ?? [];
    const chosen = maps.findIndex(({ layer }) => layer === this.layer);
    return chosen >= 0 ? chosen : maps.length - 1;
  });
  heads = $derived(this.result?.analysis.attention[this.map]?.shape[0] ?? 1);
  shownHead = $derived<Head>(
    this.head === 'mean' || (this.head !== null && this.head < this.heads) ? this.head : 0,
  );
  matrix = $derived.by<Matrix | null>(() => {
    if (!this.result?.analysis.tokens.length || this.map < 0) return null;
    return matrixOf(this.result, this.map, this.shownHead);
  });
  link = $derived.by(() => {
    const link = this.hover ?? this.pin;
    return fits(link, this.matrix) ? link : null;
  });

  private readonly client = new Client(this);
  private patience: ReturnType<typeof setTimeout> | undefined;

  // Asks for everything at once, so that loading, opening and the first analysis follow without a pause.
  begin(fragment: string): void {
    this.apply(readFragment(fragment));
    if (this.text === '' && !/[#&]text=/.test(fragment)) this.text = this.model.examples[0] ?? '';
    this.client.open(sourceOf(this.model));
    if (isPacked(fragment)) void readPacked(fragment).then((reading) => this.restore(reading));
    else this.client.analyse(this.text);
  }

  // A link that is followed while the page is open.
  async follow(fragment: string): Promise<void> {
    this.restore(isPacked(fragment) ? await readPacked(fragment) : readFragment(fragment));
  }

  private restore(reading: Reading): void {
    const before = this.model;
    this.apply(reading);
    if (this.model !== before) this.client.open(sourceOf(this.model));
    this.ask();
  }

  private apply({ settings, broken }: Reading): void {
    const model = settings.model === undefined ? this.model : findModel(settings.model);
    const unread = model ? broken : [...broken, 'model'];
    if (model) this.model = model;
    if (settings.text !== undefined) this.text = settings.text;
    this.layer = settings.layer ?? null;
    this.head = settings.head ?? null;
    this.scale = settings.scale ?? 'map';
    this.view = settings.view ?? 'map';
    this.notice = unread.length
      ? `Not everything in this link could be read (${unread.join(', ')}); the usual choice stands in for it.`
      : null;
  }

  get settings(): Settings {
    const { text, layer, head, scale, view } = this;
    return { model: this.model.id, text, layer, head, scale, view };
  }

  type(text: string): void {
    this.text = text;
    this.notice = null;
    this.ask();
  }

  private ask(): void {
    this.client.analyse(this.text);
    this.patience ??= setTimeout(() => (this.late = true), kPatience);
  }

  private answered(): void {
    if (this.text !== this.result?.analysis.text && !this.problem) return;
    clearTimeout(this.patience);
    this.patience = undefined;
    this.late = false;
  }

  choose(id: string): void {
    const model = findModel(id);
    if (!model || model === this.model) return;
    const untouched = this.model.examples.includes(this.text);
    this.model = model;
    this.layer = this.head = null;
    this.loading = `Loading ${model.name}.`;
    this.client.open(sourceOf(model));
    this.type(untouched ? (model.examples[0] ?? this.text) : this.text);
  }

  restart(): void {
    this.stoppedWorking = false;
    this.problem = null;
    this.loading = 'Starting the engine again.';
    this.client.restart();
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
    this.info = info;
    this.loading = this.problem = null;
  }

  analysed(result: Result): void {
    const before = this.result?.analysis.tokens;
    const same = result.analysis.tokens.every((token, i) => token.text === before?.[i]?.text);
    if (!same) this.pin = null;
    this.hover = null;
    this.result = result;
    this.problem = null;
    this.answered();
    painted();
  }

  failed(command: 'open' | 'analyse', message: string): void {
    this.loading = null;
    const what =
      command === 'open' ? `${this.model.name} could not be opened` : 'This text could not be analysed';
    // The cause of the first stands; that nothing can be analysed then is only its consequence.
    if (command === 'open' || this.problem === null) this.problem = `${what}: ${message}`;
    this.answered();
  }

  stopped(message: string): void {
    this.loading = null;
    this.stoppedWorking = true;
    this.problem = `The engine has stopped: ${message}`;
    this.answered();
  }
}
