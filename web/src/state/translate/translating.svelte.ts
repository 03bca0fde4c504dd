// The state of the section Translate: a model that writes a text for the one that it reads, a text, and what has been written
// for it. Made when the section is opened.
import translators from 'virtual:translators';
import { Newest } from '../../engine/client.ts';
import type { TranslatedWithMaps } from '../../engine/protocol.ts';
import { asSentence, messageOf } from '../../text/message.ts';
import type { Store } from '../store.svelte.ts';
import { OneModel } from '../write/one-model.svelte.ts';
import { editsOf } from '../write/edits.ts';
import {
  idsOf,
  readTranslating,
  type TranslatingSettings,
  usualTranslating,
  writeTranslating,
} from './settings.ts';

export { translators };

interface Asked {
  readonly text: string;
  readonly beam: number;
  readonly forced: readonly number[];
  readonly edits: readonly string[];
}

export class Translating extends OneModel<TranslatingSettings> {
  settings = $state(usualTranslating());
  found = $state.raw<TranslatedWithMaps | null>(null);
  readonly forced = $derived(idsOf(this.settings.forced).length);
  // The place in the target whose candidates are shown.
  place = $state<number | null>(null);

  private readonly questions = new Newest<Asked>((asked, current) => this.translate(asked, current));

  constructor(store: Store) {
    super(store, {
      all: translators,
      prefix: 'translate',
      text: usualTranslating().text,
      read: readTranslating,
      write: writeTranslating,
    });
    this.restore();
  }

  protected override chose(id: string | null): void {
    if (id !== this.settings.model) this.free();
    super.chose(id);
  }
  protected forget(): void {
    this.found = null;
    this.place = null;
    this.questions.forget();
  }

  // Asks anew, once a model is open; the panel calls it whenever something of the question has changed.
  ask(): void {
    const { text, beam, forced, edits } = this.settings;
    if (this.model) this.questions.ask({ text, beam, forced: idsOf(forced), edits: editsOf(edits) });
  }

  private async translate({ text, beam, ...changed }: Asked, current: () => boolean): Promise<void> {
    try {
      const found = await this.client.ask('translate', { text, options: { beam }, ...changed });
      if (!current()) return;
      this.found = found;
      this.problem = null;
      if (this.place !== null && this.place >= found.written.length) this.place = null;
    } catch (error) {
      if (!current()) return;
      this.found = null;
      this.problem = asSentence(messageOf(error));
    }
  }

  // Another text begins anew.
  type(text: string): void {
    this.settings.text = text;
    this.free();
  }

  // This token in that place; what stands before it stays, what comes after it is written anew.
  take(place: number, id: number): void {
    const before = this.found?.written.slice(0, place).map((token) => token.id) ?? [];
    this.beginWith([...before, id]);
  }

  beginWith(ids: readonly number[]): void {
    this.settings.forced = ids.join('-');
    this.place = null;
  }

  free(): void {
    this.settings.forced = this.settings.edits = '';
    this.place = null;
  }
}

let one: Translating | undefined;

// One for the life of the page.
export const translatingOf = (store: Store): Translating => (one ??= new Translating(store));
