// The state of the section Tokenizer: a text, the two tokenizers that cut it, and what is pointed at. Made when the
// section is opened.
import casedUrl from '@tokenizers/wordpiece-cased/tokenizer.json?url';
import uncasedUrl from '@tokenizers/wordpiece-uncased/tokenizer.json?url';
import { TokenizerClient, type TokenizerListener } from '../../engine/tokenizer-client.ts';
import { type Cut, kSides, type Side, type TokenizerInfo } from '../../engine/cut.ts';
import type { CutAnswer, TokenizerSource } from '../../engine/protocol.ts';
import { t } from '../../text/t.ts';
import { noticeOf } from '../settings.ts';
import type { Store } from '../store.svelte.ts';
import type { Light } from './rows.ts';
import { readTokenizer, type Shipped, usualTokenizer, writeTokenizer } from './settings.ts';
import { inALine } from '../../text/in-a-line.ts';
import { ended } from '../../text/message.ts';

const kUrls: Readonly<Record<Shipped, string>> = { cased: casedUrl, uncased: uncasedUrl };
export const kNames: Readonly<Record<Shipped, string>> = {
  cased: t('tokenizer.heeds-cased'),
  uncased: t('tokenizer.heeds-uncased'),
};

// What one side shows: the last good cut, and why there is none of the newest text.
export interface Shown {
  readonly cut: Cut | null;
  readonly problem: string | null;
}

const both = <T>(value: T): Record<Side, T> => ({ left: value, right: value });

// Files beside a tokenizer that a model's folder is read with.
const kSettings = ['tokenizer_config.json', 'special_tokens_map.json', 'added_tokens.json'];

export class TokenizerState implements TokenizerListener {
  settings = $state(usualTokenizer());
  // A file that stands in for the tokenizer chosen; a link cannot carry it.
  files = $state.raw<Record<Side, File | null>>(both(null));
  info = $state.raw<Record<Side, TokenizerInfo | null>>(both(null));
  shown = $state.raw<Record<Side, Shown>>(both({ cut: null, problem: null }));
  light = $state.raw<Light | null>(null);
  loading = $state(true);
  notice = $state<string | null>(null);
  problem = $state<string | null>(null);
  stoppedWorking = $state(false);

  private readonly client = new TokenizerClient(this);
  // The open tokenizer, or the one that loads; the one before it if a file turns out to be none.
  private readonly chosen: Record<Side, Shipped | File | null> = both(null);
  private before: Record<Side, File | null> = both(null);
  private written = '';

  constructor(private readonly store: Store) {
    this.restore(store.more);
  }

  // Keeps the address and the state together: a link that was followed is read, a change is written.
  follow(): void {
    const { more } = this.store;
    if (more !== this.written) return this.restore(more);
    this.written = writeTokenizer(this.settings, more);
    this.store.more = this.written;
  }

  private restore(more: string): void {
    const { settings, ...unread } = readTokenizer(more);
    Object.assign(this.settings, settings);
    this.written = more;
    this.notice = noticeOf(unread);
  }

  name(side: Side): string {
    return inALine(this.files[side]?.name ?? '') || kNames[this.settings[side]];
  }

  // Opens what is chosen, where it is not open yet.
  open(): void {
    for (const side of kSides) {
      const wanted = this.files[side] ?? this.settings[side];
      if (this.chosen[side] === wanted) continue;
      this.chosen[side] = wanted;
      void this.client.open(side, this.sourceOf(wanted));
    }
  }

  private sourceOf(wanted: Shipped | File): TokenizerSource {
    if (typeof wanted !== 'string') return { kind: 'file', name: wanted.name, file: wanted };
    return { kind: 'shipped', name: `wordpiece-${wanted}`, url: kUrls[wanted] };
  }

  choose(side: Side, shipped: Shipped): void {
    this.files = { ...this.files, [side]: null };
    this.settings[side] = shipped;
    this.notice = null;
  }

  // Opens the one of several files, a folder's perhaps, that is a tokenizer.
  openFile(side: Side, given: readonly File[]): void {
    const named = (name: string) => given.find((file) => file.name === name);
    const likely = given.find(({ name }) => /\.(json|txt)$/i.test(name));
    const file = named('tokenizer.json') ?? named('vocab.txt') ?? likely ?? given[0];
    if (!file) return;
    this.before = { ...this.before, [side]: this.files[side] };
    this.files = { ...this.files, [side]: file };
    const beside = given.find(({ name }) => kSettings.includes(name));
    this.notice = beside
      ? t('tokenizer.this-section-reads-only-and-leaves', inALine(file.name), beside.name)
      : null;
  }

  ask(): void {
    this.client.cut(this.settings.text);
  }

  point(light: Light | null): void {
    this.light = light;
  }

  // A finger that is lifted leaves, too, but what it pointed at stays.
  leave(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.light = null;
  }

  restart(): void {
    this.stoppedWorking = false;
    this.problem = null;
    this.client.restart();
  }

  opened(side: Side, info: TokenizerInfo): void {
    this.info = { ...this.info, [side]: info };
    this.problem = null;
    this.ask();
  }

  unopened(side: Side, message: string): void {
    const file = this.files[side];
    if (!file) {
      this.problem = message;
      this.loading = false;
      return;
    }
    this.chosen[side] = this.before[side] ?? this.settings[side];
    this.files = { ...this.files, [side]: this.before[side] };
    this.notice = t('page.stays', ended(message), this.name(side));
  }

  answered(answers: Readonly<Record<Side, CutAnswer>>): void {
    const after = (side: Side): Shown => {
      const answer = answers[side];
      if (!answer) return this.shown[side];
      return 'error' in answer
        ? { cut: this.shown[side].cut, problem: answer.error }
        : { cut: answer, problem: null };
    };
    this.shown = { left: after('left'), right: after('right') };
    this.light = null;
    if (this.shown.left.cut && this.shown.right.cut) this.loading = false;
  }

  stopped(message: string): void {
    this.stoppedWorking = true;
    this.loading = false;
    this.problem = t('page.the-engine-of-this-section-stopped', message);
  }
}

let one: TokenizerState | undefined;

// One for the life of the page.
export const tokenizerOf = (store: Store): TokenizerState => (one ??= new TokenizerState(store));
