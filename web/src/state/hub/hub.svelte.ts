// Models from the Hub: asked for, downloaded and kept, each only at a click.
import { findStore, storeOf } from '../../engine/hub/find-store.ts';
import { hubAddress, listFiles, readId } from '../../engine/hub/listing.ts';
import type { Command, Event, KeptModel, StoreKind } from '../../engine/hub/protocol.ts';
import type { Target } from '../../engine/hub/resume.ts';
import { size } from '../../text/format.ts';
import type { App } from '../app.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  private worker: Worker | undefined;
  private began = 0;
  private first = 0;

  constructor(private readonly app: App) {
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
      this.problem =
        'A model is called owner/name there, such as distilbert/distilbert-base-uncased-finetuned-sst-2-english.';
      return;
    }
    if (!(await this.place)) {
      this.problem =
        'This browser keeps no files here (a private window, perhaps): download the model there and drop its folder on the page.';
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
    this.said = 'Waiting for the first bytes.';
    const files = offer.files.map((file) => ({ ...file }));
    const feed = (await this.app.others()).openAhead(offer.id);
    const command: Command = { kind: 'download', store, id: offer.id, files };
    if (feed) this.send({ ...command, feed }, [feed]);
    else this.send(command);
  }

  // What has come stays, so that one can go on later.
  cancel(): void {
    this.send({ kind: 'cancel' });
  }

  // A download that was left.
  goOn(id: string): Promise<void> {
    this.typed = id;
    return this.ask();
  }

  async open(id: string): Promise<void> {
    try {
      const store = storeOf((await this.place)!);
      await (await this.app.others()).openKept(id, await store.files(id));
    } catch (error) {
      this.problem = `${id} could not be opened: ${messageOf(error)}`;
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

  // Of an open model the list of models has to know, too.
  private async forget(id: string): Promise<void> {
    if (this.app.store.others.length) (await this.app.others()).deleted(`hub:${id}`);
  }

  private async hash(id: string): Promise<void> {
    this.send({ kind: 'hash', store: (await this.place)! as StoreKind, id });
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('../../engine/hub/hub-worker.ts', import.meta.url), {
      type: 'module',
      name: 'heed-hub',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<Event>) => void this.receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.busy = null;
      this.problem = event.message || 'The download could not be started.';
    });
    return (this.worker = worker);
  }

  private send(command: Command, transfer: Transferable[] = []): void {
    this.start().postMessage(command, transfer);
  }

  private async receive(event: Event): Promise<void> {
    switch (event.kind) {
      case 'progress':
        return this.progress(event.loaded, event.total);
      case 'done':
        return this.done(event.id);
      case 'hashed':
        return this.refresh();
      case 'damaged':
        this.problem = this.app.store.notice = event.message;
        await this.forget(event.id);
        return this.refresh();
      case 'cancelled':
        this.busy = null;
        return this.refresh();
      case 'failed':
        this.busy = null;
        this.problem = event.message;
        return this.refresh();
    }
  }

  private async done(id: string): Promise<void> {
    this.busy = null;
    this.offer = null;
    this.typed = '';
    await this.open(id);
    await this.refresh();
    // The model first: this takes a while, and the processor.
    await (
      await this.app.others()
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
    const pace = rate > 0 && Number.isFinite(left) ? `, ${size(rate)} a second, ${timeOf(left)} left` : '';
    this.said = `${size(loaded)} of ${size(total)}${pace}.`;
  }
}

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

// One for the life of the page: a download goes on while another section is open.
const hubs = new WeakMap<App, Hub>();
export function hubOf(app: App): Hub {
  const hub = hubs.get(app) ?? new Hub(app);
  hubs.set(app, hub);
  return hub;
}
