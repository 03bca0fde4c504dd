// The page's side of the models that ship: their worker, and, once the first prediction is on the screen, the whole engine
// in the page itself, which also explains.
import { Client, type Ways } from './client.ts';
import type { ShippedServer } from './commands/shipped.ts';
import type { About, Answers, Kind, ModelSource, ShippedModel, Takes } from './protocol.ts';
import { ReadingClient, type ReadingListener } from './reading-client.ts';

// Characters of a text that the page reads itself.
const kShort = 400;
// Characters of a text that it leaves words out of by itself.
const kBrief = 160;

export interface Listener extends ReadingListener<ShippedModel> {
  // What a text is explained about.
  readonly about: About;
}

// What the whole engine alone is asked.
type Wondering = 'explain' | 'changed-run' | 'changed-map' | 'faithfulness' | 'experiment';
type Wondered = Omit<Takes<'explain'>, 'model'>;

// What adds up to a score is there in a millisecond, and leaving out each of a few words in a frame; all else takes longer.
function isQuick(kind: Wondering, { text, attributions }: Wondered): boolean {
  if (kind === 'faithfulness') return text.length <= kBrief;
  return (attributions === false || kind.startsWith('changed')) && text.length <= kShort;
}

export class ShippedClient extends ReadingClient<'open'> {
  // What a new worker is told after a crash.
  private source: ModelSource | undefined;
  // What the first worker has opened of it.
  private shown: Promise<ShippedModel> | undefined;
  // In the page: a short text takes it a millisecond, and its answer is in the frame that shows the letter. Browsers hand
  // out a worker's message after that frame.
  private local: ShippedServer | undefined;
  // The model that it was asked for last; the one that it reads as fast as it can.
  private localOpening: { readonly name: string; readonly opened: Promise<void> } | undefined;
  private localReady = '';
  // In a worker: explanations that take longer. With the model that it has open.
  private aside: { readonly client: Client; name: string; opened: Promise<void> } | undefined;

  constructor(private readonly page: Listener) {
    super(new Client('heed', (message) => page.stopped(message)), page);
  }

  open(source: ModelSource): void {
    this.source = source;
    const progress = this.progressOf();
    this.shown = this.client.send('open', { source }, { progress }).answer;
    void this.follow(this.shown);
  }

  catchUp(): void {
    this.client.catchUp();
  }

  // To be called once something is on the screen. Rejected where that engine cannot be had: the worker goes on answering.
  startLocal(): Promise<void> {
    const { source } = this;
    if (!source) return Promise.reject(new Error('[page] no model is open: choose one above'));
    if (this.localOpening?.name !== source.name) {
      const opened = this.openLocal(source);
      opened.catch(() => {}); // asked once: the next model may have it
      this.localOpening = { name: source.name, opened };
    }
    return this.localOpening.opened;
  }

  override async command<C extends Kind>(kind: C, given: Omit<Takes<C>, 'model'>): Promise<Answers<C>> {
    if (kind === 'describe') return super.command(kind, given);
    return (await this.wonder(kind as Wondering, given as unknown as Wondered)) as Answers<C>;
  }

  protected ask(text: string): { model: string; why?: About; by?: Ways['by'] } {
    const model = this.source?.name ?? '';
    const local = this.local && this.localReady === model && text.length <= kShort;
    return { model, ...(local && { by: this.local, why: this.page.about }) };
  }

  // Where the page's own engine fails the worker is asked, and says why.
  protected override unanswered(by: Ways['by']): boolean {
    this.localReady = '';
    return by !== undefined;
  }

  protected reopen(): void {
    if (this.source) this.open(this.source);
  }

  private async openLocal(source: ModelSource): Promise<void> {
    const { startWhole, keepWhole } = await import('./commands/whole.ts');
    const local = (this.local ??= startWhole((event) => this.client.receive(event, true)));
    await this.openToo(source, this.client, { by: local });
    keepWhole();
    void this.warmUp(local, source.name);
  }

  // In another engine what the first worker shows: of another version, maps and reasons would be of two models.
  private async openToo(source: ModelSource, client: Client, ways: Ways = {}): Promise<void> {
    const { shown } = this;
    // The worker has kept its files.
    const { version } = await client.send('open', { source: { ...source, returning: true } }, ways).answer;
    if (version !== (await shown)?.version)
      throw new Error(`[${source.name}] the server has got another version of this model: reload the page`);
  }

  private async warmUp(local: ShippedServer, name: string): Promise<void> {
    await local.warmUp(name, this.text.slice(0, kShort));
    if (this.localOpening?.name === name) this.localReady = name;
  }

  private async wonder(kind: Wondering, given: Wondered): Promise<Answers<Wondering>> {
    const { source } = this;
    const named = { ...given, model: source?.name ?? '' };
    if (isQuick(kind, given)) {
      try {
        await this.startLocal();
        return await this.client.send(kind, named, { by: this.local! }).answer;
      } catch (error) {
        // The worker says why, or knows better; of a model that is no longer shown nobody asks it.
        if (this.source !== source) throw error;
      }
    }
    const { client, opened } = this.startAside();
    await opened;
    return client.send(kind, named).answer;
  }

  private startAside(): { readonly client: Client; readonly opened: Promise<void> } {
    const aside = (this.aside ??= {
      client: new Client('heed-why', () => this.endAside()),
      name: '',
      opened: Promise.resolve(),
    });
    const { source } = this;
    if (source && aside.name !== source.name) {
      aside.name = source.name;
      aside.opened = this.openToo(source, aside.client);
      aside.opened.catch(() => (aside.name = '')); // told to whoever asked; the next may have it
    }
    return aside;
  }

  // The next question has a new one.
  private endAside(): void {
    this.aside?.client.end();
    this.aside = undefined;
  }
}
