// Models from the Hub: asked for, downloaded and kept, each only at a click.
import { Client, Failed } from '../../engine/client.ts';
import { findStore, storeOf } from '../../engine/hub/find-store.ts';
import type { KeptModel } from '../../engine/hub/kept-model.ts';
import { hubAddress, listFiles, readId } from '../../engine/hub/listing.ts';
import type { Target } from '../../engine/hub/resume.ts';
import { size } from '../../text/format.ts';
import { messageOf } from '../../text/message.ts';
import type { ModelFile } from '../../engine/protocol.ts';
import { t } from '../../text/t.ts';
import type { App } from '../app.ts';

// Where a model goes once it is here.
export interface Opens {
  // The port over which it is taken while it comes; null: when all of it is there.
  openAhead(id: string): MessagePort | null;
  openKept(id: string, files: readonly ModelFile[]): Promise<void>;
  // When what was opened last is open, or could not be.
  readonly whenOpen: Promise<void>;
  // Its files are there no more. `id`: "hub:owner/name".
  deleted(id: string): void;
  // Says that the files of one are not what they should be.
  notify(message: string): void;
}

export class Hub {
  typed = $state('');
  // What the next click would download.
  offer = $state.raw<{
    readonly id: string;
    readonly files: readonly Target[];
    readonly bytes: number;
  } | null>(null);
  busy = $state<'asking' | 'loading' | null>(null);
  loaded = $state(0);
  total = $state(0);
  // In words.
  said = $state('');
  problem = $state<string | null>(null);
  kept = $state.raw<readonly KeptModel[]>([]);

  private readonly place = findStore();
  private client: Client | undefined;
  private downloading = 0;
  private began = 0;
  private first = 0;

  // `any`: whether something may be open.
  constructor(
    private readonly opens: () => Promise<Opens>,
    private readonly any: () => boolean,
  ) {
    void this.refresh().then(() => {
      // Those that the page was left with before it had come to it.
      for (const { id, whole, hashes } of this.kept) if (whole && !hashes) void this.hash(id);
    });
  }

  private async refresh(): Promise<void> {
    const kind = await this.place;
    this.kept = kind
      ? await storeOf(kind)
          .list()
          .catch(() => [])
      : [];
  }

  // How large it is; nothing is downloaded.
  async ask(): Promise<void> {
    const id = readId(this.typed);
    this.offer = null;
    this.problem = null;
    if (!id) {
      this.problem = t('models.a-models-name-on-the-hub-is-owner');
      return;
    }
    if (!(await this.place)) {
      this.problem = t('models.this-browser-cannot-store-files-here');
      return;
    }
    this.busy = 'asking';
    this.start();
    try {
      const files = await listFiles(id, hubAddress());
      this.offer = { id, files, bytes: files.reduce((sum, file) => sum + file.size, 0) };
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.busy = null;
  }

  async download(): Promise<void> {
    const { offer } = this;
    const store = await this.place;
    if (!offer || !store || this.busy) return;
    this.problem = null;
    this.busy = 'loading';
    this.began = 0;
    this.loaded = 0;
    this.total = offer.bytes;
    this.said = t('models.waiting-for-the-first-bytes');
    const files = offer.files.map((file) => ({ ...file }));
    const feed = (await this.opens()).openAhead(offer.id);
    const { request, answer } = this.start().send(
      'download',
      { store, id: offer.id, files, ...(feed && { feed }) },
      {
        transfer: feed ? [feed] : [],
        progress: ({ loaded, total }) => this.progress(loaded, total),
      },
    );
    this.downloading = request;
    const failure = await answer.then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return this.done(offer.id);
    this.busy = null;
    if (!(failure instanceof Failed && failure.cancelled)) this.problem = messageOf(failure);
    await this.refresh();
  }

  // What has come stays, so that one can go on later.
  cancel(): void {
    this.client?.cancel(this.downloading);
  }

  // A download that was left.
  goOn(id: string): Promise<void> {
    this.typed = id;
    return this.ask();
  }

  async open(id: string): Promise<void> {
    try {
      const store = storeOf((await this.place)!);
      await (await this.opens()).openKept(id, await store.files(id));
    } catch (error) {
      this.problem = t('page.did-not-open', id, messageOf(error));
    }
  }

  async delete(id: string): Promise<void> {
    try {
      await storeOf((await this.place)!).remove(id);
      await this.forget(id);
    } catch (error) {
      this.problem = messageOf(error);
    }
    await this.refresh();
  }

  // The list of models has to know of an open model, too.
  private async forget(id: string): Promise<void> {
    if (this.any()) (await this.opens()).deleted(`hub:${id}`);
  }

  private async hash(id: string): Promise<void> {
    const store = (await this.place)!;
    const damage = await this.start()
      .send('hash', { store, id })
      .answer.catch(() => null);
    if (damage) {
      this.problem = damage;
      (await this.opens()).notify(damage);
      await this.forget(id);
    }
    await this.refresh();
  }

  // A worker of its own, which starts with what it is first asked.
  private start(): Client {
    return (this.client ??= new Client('heed-hub', (message) => {
      this.client = undefined;
      this.busy = null;
      this.problem = message;
    }));
  }

  private async done(id: string): Promise<void> {
    this.busy = null;
    this.offer = null;
    this.typed = '';
    await this.open(id);
    await this.refresh();
    // The model first: this takes a while, and the processor.
    await (
      await this.opens()
    ).whenOpen;
    await this.hash(id);
  }

  private progress(loaded: number, total: number): void {
    const now = performance.now();
    if (!this.began) {
      this.began = now;
      this.first = loaded;
    }
    const rate = ((loaded - this.first) / (now - this.began)) * 1000;
    const left = Math.ceil((total - loaded) / rate);
    this.loaded = loaded;
    this.total = total;
    const pace = rate > 0 && Number.isFinite(left) ? t('models.a-second-left', size(rate), timeOf(left)) : '';
    this.said = t('models.loaded-of', size(loaded), size(total), pace);
  }
}

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : t('models.min', Math.round(seconds / 60));

// One of each for the life of the page: a download goes on while another section is open.
const hubs = new WeakMap<object, Hub>();
function hubFor(owner: object, made: () => Hub): Hub {
  const hub = hubs.get(owner) ?? made();
  hubs.set(owner, hub);
  return hub;
}

export const hubOf = (app: App): Hub =>
  hubFor(
    app,
    () =>
      new Hub(
        () => app.others(),
        () => app.store.others.length > 0,
      ),
  );

// For a section that has a model of its own.
export const hubOfSection = (section: Opens): Hub =>
  hubFor(
    section,
    () =>
      new Hub(
        () => Promise.resolve(section),
        () => true,
      ),
  );
