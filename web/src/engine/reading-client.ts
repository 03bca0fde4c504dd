// What models that ship and models of others are asked alike: to read a text, and for maps of what they read last.
import { messageOf } from '../text/message.ts';
import type { Result } from './analysis.ts';
import { type Client, isOver, Newest, type Ways } from './client.ts';
import type { Look, MapAnswer, MapRequest } from './look.ts';
import type { About, Answers, Kind, Takes } from './protocol.ts';

export interface ReadingListener<Opened> {
  progress(loaded: number, total: number): void;
  opened(opened: Opened): void;
  // How the page looks at what it will get.
  readonly look: Look;
  analysed(result: Result, maps: readonly (readonly [MapRequest, MapAnswer])[]): void;
  failed(command: 'open' | 'analyse' | 'look', message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export abstract class ReadingClient<K extends 'open' | 'open-files'> {
  protected text = '';
  // The analysis that was answered last, and who answered it.
  private answered: { readonly request: number; readonly by: Ways['by'] } = { request: 0, by: undefined };
  private opening = 0;
  private readonly texts = new Newest<string>((text, current) => this.read(text, current));

  protected constructor(
    protected readonly client: Client,
    protected readonly listener: ReadingListener<Answers<K>>,
  ) {}

  // With the model that was opened last.
  analyse(text: string): void {
    this.text = text;
    this.texts.ask(text);
  }

  // At the last result; null where that can no longer be looked at.
  async look(map: MapRequest): Promise<MapAnswer | null> {
    const { request: analysis, by } = this.answered;
    try {
      return await this.client.send('map', { analysis, map }, by ? { by } : {}).answer;
    } catch (error) {
      if (!isOver(error) && !by) this.listener.failed('look', messageOf(error));
      return null;
    }
  }

  // Asks the model that is open; rejected with the engine's words.
  command<C extends Kind>(kind: C, given: Omit<Takes<C>, 'model'>): Promise<Answers<C>> {
    return this.client.send(kind, { ...given, model: this.ask('').model } as unknown as Takes<C>).answer;
  }

  // Drops all requests that have no answer yet: another worker's model is shown.
  leave(): void {
    this.opening++;
    this.texts.forget();
  }

  restart(): void {
    this.leave();
    this.client.restart();
    this.reopen();
    this.analyse(this.text);
  }

  // Tells of the opening, unless another has begun. What was asked of the model before is not waited for any more.
  protected async follow(answer: Promise<Answers<K>>, failed?: () => boolean): Promise<void> {
    this.leave();
    const { opening } = this;
    try {
      const opened = await answer;
      if (opening === this.opening) this.listener.opened(opened);
    } catch (error) {
      if (opening !== this.opening || isOver(error) || failed?.()) return;
      this.listener.failed('open', messageOf(error));
    }
  }

  protected progressOf(): NonNullable<Ways['progress']> {
    const opening = this.opening + 1; // follow() comes next
    return ({ loaded, total }) => {
      if (opening === this.opening) this.listener.progress(loaded, total);
    };
  }

  // What the client had open, after a crash.
  protected abstract reopen(): void;
  protected abstract ask(text: string): {
    readonly model: string;
    readonly question?: string;
    readonly why?: About;
    readonly by?: Ways['by'];
  };
  // Whether to ask once more, of another.
  protected unanswered(_by: Ways['by']): boolean {
    return false;
  }

  private async read(text: string, current: () => boolean): Promise<void> {
    const { by, ...given } = this.ask(text);
    const { look } = this.listener;
    const { request, answer } = this.client.send('analyse', { ...given, text, look }, by ? { by } : {});
    try {
      const { result, maps } = await answer;
      if (!current()) return;
      this.answered = { request, by };
      this.listener.analysed(result, maps);
    } catch (error) {
      if (!current() || isOver(error)) return;
      if (this.unanswered(by)) return this.read(text, current);
      this.listener.failed('analyse', messageOf(error));
    }
  }
}
