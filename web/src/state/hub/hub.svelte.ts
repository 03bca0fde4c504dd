// Models from the Hub: asked for, downloaded and kept, each only at a click.
import { hubAddress, listFiles, readId } from '../../engine/hub/listing.ts';
import type { Command, Event, KeptModel } from '../../engine/hub/protocol.ts';
import type { Target } from '../../engine/hub/resume.ts';
import { filesOf, hasStore, keptModels, remove } from '../../engine/hub/store.ts';
import { size } from '../../text/format.ts';
import type { App } from '../app.svelte.ts';

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

  private worker: Worker | undefined;
  private began = 0;
  private first = 0;

  constructor(private readonly app: App) {
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    this.kept = await keptModels().catch(() => []);
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
    if (!hasStore()) {
      this.problem =
        'This browser keeps no files here (a private window, perhaps): download the model there and drop its folder on the page.';
      return;
    }
    this.busy = 'asking';
    try {
      const files = await listFiles(id, hubAddress());
      this.offer = { id, files, bytes: files.reduce((sum, file) => sum + file.size, 0) };
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.busy = null;
  }

  download(): void {
    if (!this.offer) return;
    this.problem = null;
    this.busy = 'loading';
    this.began = 0;
    this.loaded = 0;
    this.total = this.offer.bytes;
    this.said = 'Waiting for the first bytes.';
    this.send({ kind: 'download', id: this.offer.id, files: this.offer.files.map((file) => ({ ...file })) });
  }

  // What has come stays, so that one can go on later.
  cancel(): void {
    this.send({ kind: 'cancel' });
  }

  async open(id: string): Promise<void> {
    try {
      await (await this.app.visitors()).openKept(id, await filesOf(id));
    } catch (error) {
      this.problem = `${id} could not be opened: ${messageOf(error)}`;
    }
  }

  async delete(id: string): Promise<void> {
    await remove(id).catch((error: unknown) => (this.problem = messageOf(error)));
    await this.refresh();
  }

  private send(command: Command): void {
    if (!this.worker) {
      this.worker = new Worker(new URL('../../engine/hub/hub-worker.ts', import.meta.url), {
        type: 'module',
        name: 'heed-hub',
      });
      this.worker.addEventListener('message', ({ data }: MessageEvent<Event>) => void this.receive(data));
      this.worker.addEventListener('error', (event) => {
        event.preventDefault();
        this.busy = null;
        this.problem = event.message || 'The download could not be started.';
      });
    }
    this.worker.postMessage(command);
  }

  private async receive(event: Event): Promise<void> {
    switch (event.kind) {
      case 'progress':
        return this.progress(event.loaded, event.total);
      case 'done': {
        const { offer } = this;
        this.busy = null;
        this.offer = null;
        this.typed = '';
        await this.refresh();
        if (offer) await this.open(offer.id);
        return;
      }
      case 'cancelled':
        this.busy = null;
        return;
      case 'failed':
        this.busy = null;
        this.problem = event.message;
    }
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
