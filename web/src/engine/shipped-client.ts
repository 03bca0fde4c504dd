// The page's side of the models that ship: their worker, and, once the visitor types, the same engine in the page itself.
import type { ModelInfo } from './analysis.ts';
import { Client, type Ways } from './client.ts';
import type { LookServer } from './commands/shipped.ts';
import type { ModelSource } from './protocol.ts';
import { ReadingClient, type ReadingListener } from './reading-client.ts';

// Characters of a text that the page reads itself.
const kShort = 400;

export type Listener = ReadingListener<ModelInfo>;

export class ShippedClient extends ReadingClient<'open'> {
  // What a new worker is told after a crash.
  private source: ModelSource | undefined;
  // In the page: a short text takes it a millisecond, and its answer is in the frame that shows the letter. Browsers hand
  // out a worker's message after that frame.
  private local: LookServer | undefined;
  // Of the model that it has open; of the one that it was asked for last.
  private localReady = '';
  private localLoading = '';

  constructor(listener: Listener) {
    super(new Client('heed', (message) => listener.stopped(message)), listener);
  }

  open(source: ModelSource): void {
    this.source = source;
    const progress = this.progressOf();
    void this.follow(this.client.send('open', { source }, { progress }).answer);
  }

  catchUp(): void {
    this.client.catchUp();
  }

  // To be called when the visitor types.
  async startLocal(): Promise<void> {
    const { source } = this;
    if (!source || this.localLoading === source.name) return;
    const { name } = source;
    this.localLoading = name;
    try {
      // Where that cannot be had, the worker goes on answering.
      const { LookServer } = await import('./commands/shipped.ts');
      const local = (this.local ??= new LookServer((event) => this.client.receive(event, true)));
      await this.client.send('open', { source }, { by: local }).answer;
      await local.warmUp(name, this.text.slice(0, kShort));
      if (this.localLoading === name) this.localReady = name;
    } catch {
      // Asked once: the next model may have it.
    }
  }

  protected ask(text: string): { model: string; by?: Ways['by'] } {
    const model = this.source?.name ?? '';
    const local = this.local && this.localReady === model && text.length <= kShort;
    return { model, ...(local && { by: this.local }) };
  }

  // Where the page's own engine fails the worker is asked, and says why.
  protected override unanswered(by: Ways['by']): boolean {
    this.localReady = '';
    return by !== undefined;
  }

  protected reopen(): void {
    if (this.source) this.open(this.source);
  }
}
