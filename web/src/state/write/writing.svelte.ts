// The state of the section Next word: a model that writes, a text, what it has been read as, and what may follow. Made when the
// section is opened.
import writers from 'virtual:writers';
import { Newest } from '../../engine/client.ts';
import type { DirectlyAdded, LensLayer, LookedBack, Takes, WritingState } from '../../engine/protocol.ts';
import { asSentence, messageOf } from '../../text/message.ts';
import type { Store } from '../store.svelte.ts';
import { OneModel } from './one-model.svelte.ts';
import { readWriting, type WritingSettings, usualWriting, writeWriting } from './settings.ts';
import { tokensOf } from './tokens.ts';

export { writers };

// Tokens that one click writes at most, and of which a map is asked for.
export const kMostAtOnce = 200;
export const kMostLooked = 1024;
// A quick model is asked for several tokens at once: so many, and in about this time, so that one sees them come.
const kMostTogether = 16;
const kTogether = 40; // ms

export class Writing extends OneModel<WritingSettings> {
  settings = $state(usualWriting());
  shown = $state.raw<WritingState | null>(null);
  looked = $state.raw<LookedBack | null>(null);
  // The last layer. Of its own, so that an answer to the same question asks nothing anew.
  private readonly last = $derived((this.looked?.layers ?? 1) - 1);
  // What each layer would say next, the embeddings first.
  layers = $state.raw<readonly LensLayer[]>([]);
  // What parts add to the scores of what may come next, while somebody wants to know.
  direct = $state.raw<DirectlyAdded | null>(null);
  wantsDirect = $state(false);
  // Tokens are being written; and how many a second, of the last time.
  busy = $state(false);
  rate = $state<number | null>(null);

  readonly tokens = $derived(this.shown ? tokensOf(this.shown.given, this.shown.written) : []);
  readonly whole = $derived(this.settings.text + (this.shown?.continuation ?? ''));

  // Counts texts: what was asked of one before is not waited for any more.
  private era = 0;
  private readonly beginnings = new Newest<Takes<'begin-writing'>>((asked, current) =>
    this.beginWith(asked, current),
  );
  private readonly looks = new Newest<Takes<'look-back'>>((asked, current) => this.lookAt(asked, current));
  private readonly lenses = new Newest<Takes<'lens'>>(async (asked, current) => {
    const layers = asked.text === '' ? [] : await this.client.ask('lens', asked).catch(() => []);
    if (current()) this.layers = layers;
  });
  private readonly directs = new Newest<Takes<'direct-logits'>>(async (asked, current) => {
    const direct = asked.text === '' ? null : await this.client.ask('direct-logits', asked).catch(() => null);
    if (current()) this.direct = direct;
  });

  constructor(store: Store) {
    super(store, {
      all: writers,
      prefix: 'write',
      text: usualWriting().text,
      read: readWriting,
      write: writeWriting,
    });
    this.restore();
  }

  protected override halted(): void {
    this.busy = false;
  }
  protected forget(): void {
    this.era++;
    this.busy = false;
    this.shown = this.looked = this.direct = null;
    this.layers = [];
    this.rate = null;
    this.beginnings.forget();
    this.looks.forget();
    this.lenses.forget();
    this.directs.forget();
  }

  // Reads the text, once a model is open; the panel calls it whenever something of it has changed.
  begin(): void {
    const { text, temperature, topK, topP, seed } = this.settings;
    if (!this.model) return;
    const options = { temperature, top_k: topK, top_p: topP, seed };
    this.beginnings.ask({ text, options, edits: this.edits });
  }

  private async beginWith(asked: Takes<'begin-writing'>, current: () => boolean): Promise<void> {
    this.era++;
    this.busy = false;
    try {
      const state = await this.client.ask('begin-writing', asked);
      if (!current()) return;
      this.shown = state;
      this.problem = null;
    } catch (error) {
      if (!current()) return;
      // Nothing of another text stays.
      this.shown = this.looked = this.direct = null;
      this.layers = [];
      this.problem = asSentence(messageOf(error));
    }
  }

  async write(most: number = kMostAtOnce): Promise<void> {
    if (this.busy) return;
    const { era } = this;
    const began = performance.now();
    this.busy = true;
    try {
      for (let count = 0, tokens = 1; count < most && this.shown?.ended === '' && this.busy;) {
        const asked = performance.now();
        const before = this.shown.written.length;
        const state = await this.client.ask('write', { tokens: Math.min(tokens, most - count) });
        if (era !== this.era) return;
        this.shown = state;
        count += state.written.length - before;
        const now = performance.now();
        if (most > 1) this.rate = (1000 * count) / (now - began);
        if (now - asked < kTogether / 2) tokens = Math.min(2 * tokens, kMostTogether);
      }
    } catch (error) {
      if (era === this.era) this.problem = messageOf(error);
    } finally {
      if (era === this.era) this.busy = false;
    }
  }

  stop(): void {
    this.busy = false;
  }

  async take(id: number): Promise<void> {
    this.stop();
    await this.change(() => this.client.ask('take', { id }));
  }

  async takeBack(count: number): Promise<void> {
    this.stop();
    await this.change(() => this.client.ask('take-back', { count }));
  }

  private async change(ask: () => Promise<WritingState>): Promise<void> {
    const { era } = this;
    try {
      const state = await ask();
      if (era === this.era) this.shown = state;
    } catch (error) {
      if (era === this.era) this.problem = messageOf(error);
    }
  }

  // Makes the generated text part of the prompt.
  keep(): void {
    this.settings.text = this.whole;
  }

  // Asks what tokens look at, while none is being written.
  look(): void {
    if (!this.model || !this.shown || this.busy || this.tokens.length > kMostLooked) return;
    const { layer, head } = this.settings;
    const asked = { text: this.whole, edits: this.edits };
    this.looks.ask({ ...asked, layer: layer ?? this.last, head: head ?? -1 });
    this.lenses.ask(asked);
    if (this.wantsDirect) this.directs.ask(asked);
  }

  private async lookAt(asked: Takes<'look-back'>, current: () => boolean): Promise<void> {
    const looked = await this.client.ask('look-back', asked).catch(() => null);
    if (current()) this.looked = looked;
  }
}

let one: Writing | undefined;

// One for the life of the page.
export const writingOf = (store: Store): Writing => (one ??= new Writing(store));
