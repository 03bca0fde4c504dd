// One model at a time for a section that has an engine of its own: one of ours, or files of the visitor's. What the section
// makes of it is its own. What it is set to stands in the address.
import type { GalleryModel } from '../../engine/gallery.ts';
import { sourceOf } from '../../engine/gallery.ts';
import { asFolder, fetchModel } from '../../engine/model-files.ts';
import type { ModelFile, OpenedFiles } from '../../engine/protocol.ts';
import { WritingClient, type WritingListener } from '../../engine/writing-client.ts';
import { inALine } from '../../text/in-a-line.ts';
import { size } from '../../text/format.ts';
import { messageOf } from '../../text/message.ts';
import { otherVersion } from '../../text/other-version.ts';
import { t } from '../../text/t.ts';
import type { Opens } from '../hub/hub.svelte.ts';
import { checkWrites } from '../opened/describe.ts';
import { choose, readConfig } from '../opened/pick.ts';
import { noticeOf, type Unread } from '../settings.ts';
import type { Store } from '../store.svelte.ts';
import { withEdit } from '../why/edits.ts';
import { editsOf } from './edits.ts';
import { textFor } from './example.ts';

export type Ours = Omit<GalleryModel, 'way' | 'accuracy'>;

export interface ModelSettings {
  text: string;
  // Edits of what is looked at (./edits.ts).
  edits: string;
  // The id of one of ours; "hub:owner/name" for one of the Hub; a link could open no other.
  model: string | null;
  // Whether the next model becomes int8.
  int8: boolean;
}

// The models that a section has, and how an address carries its settings.
interface Link<S> {
  readonly all: readonly Ours[];
  // Before the names of its parameters.
  readonly prefix: string;
  // The text of a link that has none.
  readonly text: string;
  read(more: string): Unread & { readonly settings: S };
  write(settings: S, before: string): string;
}

export abstract class OneModel<S extends ModelSettings = ModelSettings> implements WritingListener, Opens {
  abstract settings: S;
  // The model that is open.
  model = $state.raw<(OpenedFiles & { readonly name: string }) | null>(null);
  loading = $state<string | null>(null);
  notice = $state<string | null>(null);
  // In words, where the files are not those that the page was built with.
  otherVersion = $state<string | null>(null);
  problem = $state<string | null>(null);
  stoppedWorking = $state(false);

  protected readonly client = new WritingClient(this);
  private coming = '';

  private written = '';

  constructor(
    private readonly store: Store,
    private readonly link: Link<S>,
  ) {}

  get edits(): readonly string[] {
    return editsOf(this.settings.edits);
  }
  // Changes what is looked at; a later change of the same takes the place of the one before.
  edit(edit: string): void {
    this.settings.edits = withEdit(this.edits, edit).join(';');
  }
  unedit(edit: string): void {
    this.settings.edits = this.edits.filter((one) => one !== edit).join(';');
  }
  toggle(edit: string): void {
    if (this.edits.includes(edit)) this.unedit(edit);
    else this.edit(edit);
  }

  // Drops everything known of the model that was open.
  protected abstract forget(): void;
  // The engine has stopped: nothing is on its way any more.
  protected halted(): void {}

  // Keeps the address and the state together: a link that was followed is read, a change is written.
  follow(): void {
    const { more } = this.store;
    if (more !== this.written) return this.restore();
    this.written = this.link.write(this.settings, more);
    this.store.more = this.written;
  }

  // What extends this calls it when its settings are there.
  protected restore(): void {
    const { more } = this.store;
    const { settings, ...unread } = this.link.read(more);
    Object.assign(this.settings, settings);
    this.written = more;
    this.notice = noticeOf(unread);
    const named = this.oursNamed(settings.model);
    const { prefix, text } = this.link;
    if (named && !new URLSearchParams(more).has(`${prefix}.text`))
      this.settings.text = textFor(named, undefined, text, text);
    if (named && this.coming !== named.name) void this.openOurs(named, this.notice);
    if (settings.model?.startsWith('hub:') && `hub:${this.coming}` !== settings.model)
      void this.seek(settings.model.slice('hub:'.length));
  }

  // Seeks a model of the Hub that a link names: it may have been downloaded before.
  private async seek(id: string): Promise<void> {
    try {
      const { findStore, storeOf } = await import('../../engine/hub/find-store.ts');
      const kind = await findStore();
      const files = kind ? await storeOf(kind).files(id) : [];
      if (this.settings.model === `hub:${id}`) await this.openKept(id, files);
    } catch {
      this.notice = t('next-word.the-model-of-this-link', id);
    }
  }

  openAhead(): MessagePort | null {
    return null; // its engine takes whole files
  }
  whenOpen: Promise<void> = Promise.resolve();
  async openKept(id: string, files: readonly ModelFile[]): Promise<void> {
    const picked = choose(files);
    this.chose(`hub:${id}`);
    await this.open(id, picked);
  }
  notify(message: string): void {
    this.notice = message;
  }
  // It goes on from memory.
  deleted(id: string): void {
    if (this.settings.model === id) this.settings.model = null;
  }

  private oursNamed(model: string | null): Ours | undefined {
    return this.link.all.find(({ id }) => id === model);
  }

  protected chose(id: string | null): void {
    // A link has them for its own model.
    if (id !== this.settings.model) this.settings.edits = '';
    this.settings.model = id;
  }

  // `notice`: what is still to be said when it is open.
  async openOurs(ours: Ours, notice: string | null = null): Promise<void> {
    const { name } = ours;
    this.coming = name;
    this.loading = t('page.loading', name);
    try {
      const { files, version, keep } = await fetchModel(sourceOf(ours), (loaded, total) => {
        this.loading = t('page.loading-of', name, size(loaded), size(total));
      });
      if (this.coming !== name) return; // another was chosen meanwhile
      await this.open(name, asFolder(files));
      if (this.model?.name !== name) return;
      if (version !== ours.version) this.otherVersion = otherVersion(name);
      this.notice = notice;
      const { model, text } = this.settings;
      this.settings.text = textFor(ours, this.oursNamed(model), text, this.link.text);
      this.chose(ours.id);
      keep();
    } catch (error) {
      this.loading = null;
      this.coming = '';
      this.problem = t('page.did-not-open', name, messageOf(error));
    }
  }

  // A folder without a model leaves the open one in place.
  async openFiles(folder: string, files: readonly ModelFile[]): Promise<void> {
    try {
      const picked = choose(files);
      checkWrites(await readConfig(picked[0]!.blob));
      this.chose(null);
      await this.open(inALine(folder) || 'model', picked);
    } catch (error) {
      this.problem = t('page.did-not-open', inALine(folder) || t('page.this'), messageOf(error));
    }
  }

  // Opens dropped files, or a dropped folder.
  async openDropped(event: DragEvent, files: FileList): Promise<void> {
    const entries = [...event.dataTransfer!.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (!entries.some((entry) => entry.isDirectory))
      return this.openFiles(
        '',
        [...files].map((blob) => ({ name: blob.name, blob })),
      );
    const { readDropped } = await import('../opened/dropped-folder.ts');
    const { name, files: found } = await readDropped(entries);
    await this.openFiles(name, found);
  }

  // In the place of the one before, which is let go first.
  private async open(name: string, files: readonly ModelFile[]): Promise<void> {
    this.problem = this.notice = null;
    this.leave();
    this.loading = t('next-word.opening', name);
    this.coming = name;
    this.whenOpen = this.client.open({ name, files, int8: this.settings.int8 });
    await this.whenOpen;
  }

  private leave(): void {
    this.model = this.otherVersion = null;
    this.forget();
  }

  restart(): void {
    this.stoppedWorking = false;
    this.problem = null;
    this.leave();
    this.client.restart();
  }

  progress(loaded: number, total: number): void {
    this.loading = t('next-word.opening-of', this.coming, size(loaded), size(total));
  }
  opened(opened: OpenedFiles): void {
    this.loading = null;
    this.model = { ...opened, name: this.coming };
  }
  unopened(message: string): void {
    this.loading = null;
    this.coming = '';
    this.leave();
    this.problem = message;
  }
  stopped(message: string): void {
    this.stoppedWorking = true;
    this.loading = null;
    this.halted();
    this.problem = t('page.the-engine-of-this-section-stopped', message);
  }
}
