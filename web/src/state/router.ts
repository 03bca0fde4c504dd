// Between the address and the store: a link that is opened or followed is read, and the address follows what is shown,
// a moment after the last change.
import { isPacked, linkFragment, readFragment, readPacked, writeFragment } from './fragment.ts';
import type { Requests } from './requests.ts';
import { isApart, kContribution, noticeOf, type Reading, type Settings } from './settings.ts';
import type { Store } from './store.svelte.ts';

const kPause = 250; // ms: some browsers refuse more than a few changes a second

export class Router {
  private before: Settings | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private followed = 0; // links, and steps in the browser's history

  // `seek` looks for a model that a link names and that does not ship: it may be kept in the browser.
  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly seek: (model: string) => void,
  ) {}

  // The address that the page was opened with.
  begin(fragment: string): void {
    const { store } = this;
    this.apply(readFragment(fragment));
    // A section apart carries no sentence; one that was typed before the page was loaded anew is still there.
    const typed = (history.state as { text?: string } | null)?.text;
    if (store.text === '' && !/[#&]text=/.test(fragment)) store.text = typed ?? store.model.examples[0] ?? '';
    store.attends = store.model.way;
    const packed = isPacked(fragment);
    this.requests.begin(!packed);
    this.seekAbsent();
    if (packed) void readPacked(fragment).then((reading) => this.restore(reading));
    // Only for a link that is followed or gone back to: what the page itself writes makes no such event. It comes in the
    // same breath as the address; a `hashchange` comes later, when what was shown before may have been written over it.
    addEventListener('popstate', () => void this.open(location.hash));
    addEventListener('pagehide', () => void this.write(store.settings));
  }

  // Called with every state; the first one is the address's own.
  follow(settings: Settings): void {
    const { before } = this;
    this.before = settings;
    if (!before) return;
    clearTimeout(this.timer);
    // A section at once: the link to the one before would lead nowhere meanwhile. Another model is a step to go back.
    const addressed = new URLSearchParams(location.hash.slice(1)).get('model');
    if (before.model !== settings.model && addressed !== settings.model)
      this.replace(linkFragment(settings), 'pushState');
    else if (before.section !== settings.section) this.replace(linkFragment(settings));
    this.timer = setTimeout(() => void this.write(settings), kPause);
  }

  async link(): Promise<string> {
    return new URL(await writeFragment(this.store.settings), location.href).href;
  }

  // For a page beside this one: what is shown now, which the address says a moment later.
  get fragment(): string {
    return isPacked(location.hash) ? location.hash : linkFragment(this.store.settings);
  }

  // A link that is followed while the page is open.
  private async open(fragment: string): Promise<void> {
    clearTimeout(this.timer);
    ++this.followed;
    this.restore(isPacked(fragment) ? await readPacked(fragment) : readFragment(fragment));
  }

  private restore(reading: Reading): void {
    const before = this.store.model;
    this.apply(reading);
    if (this.store.model !== before) this.requests.open(before);
    this.requests.analyse();
    this.seekAbsent();
  }

  private seekAbsent(): void {
    if (this.store.absent !== null) this.seek(this.store.absent);
  }

  private apply({ settings, broken, cut = [] }: Reading): void {
    const { store } = this;
    const model = settings.model === undefined ? store.model : store.find(settings.model);
    store.absent = !model && settings.model?.includes(':') ? settings.model : null;
    const unread = model || store.absent ? broken : [...broken, 'model'];
    if (model) store.model = model;
    store.section = settings.section ?? 'read';
    store.more = settings.more ?? '';
    store.notice = noticeOf({ broken: unread, cut });
    store.linked = null;
    if (isApart(store.section)) return;
    const { layer, head, class: label, against, pin, method, edits } = settings;
    if ([layer, head, label, against, pin, method, edits?.[0]].some((one) => one != null))
      store.linked = { broken: unread, cut };
    if (settings.text !== undefined) store.text = settings.text;
    store.layer = settings.layer ?? null;
    store.head = settings.head ?? null;
    store.scale = settings.scale ?? 'even';
    store.view = settings.view ?? 'map';
    store.method = settings.method ?? kContribution;
    store.label = settings.class ?? null;
    store.against = settings.against ?? null;
    store.edits = settings.edits ?? [];
    store.whatIf = store.edits.length > 0;
    store.special = settings.special ?? 'shown';
    store.pieces = settings.pieces ?? 'apart';
    store.whole = settings.whole ?? null;
    store.explained = settings.how ?? false;
    store.pin = settings.pin ?? null;
    store.pinWaits = store.pin !== null;
  }

  private async write(settings: Settings): Promise<void> {
    clearTimeout(this.timer);
    const { followed } = this;
    const fragment = await writeFragment(settings);
    if (followed === this.followed) this.replace(fragment);
  }

  private replace(fragment: string, how: 'replaceState' | 'pushState' = 'replaceState'): void {
    const { text } = this.store;
    if (fragment === location.hash && history.state?.text === text) return;
    try {
      history[how]({ text }, '', fragment);
    } catch {
      // The browser refuses an address this long or this often; Copy link still makes one.
    }
  }
}
