// The page's side of models of other makers, whose worker starts with the first of them.
import { keepModule, keepWhatItAsksFor } from '../offline/keep-module.ts';
import { buildFor } from './capable.ts';
import { Client } from './client.ts';
import type { FilledWithMaps, ModelFile, OpenedFiles, SentenceVector } from './protocol.ts';
import { ReadingClient, type ReadingListener } from './reading-client.ts';

export interface OpenedListener extends ReadingListener<OpenedFiles> {
  // The question that is asked of the text that is analysed next.
  readonly question: string;
}

interface Source {
  readonly name: string;
  readonly files: readonly ModelFile[];
  readonly int8: boolean;
}

export class OpenedClient extends ReadingClient<'open-files'> {
  // What a new worker is told after a crash.
  private source: Source | undefined;
  // What openAhead() began, until it is wanted.
  private ahead:
    { readonly name: string; readonly int8: boolean; readonly answer: Promise<OpenedFiles> } | undefined;

  constructor(protected override readonly listener: OpenedListener) {
    super(new Client('heed-models', (message) => listener.stopped(message)), listener);
    keepModule(buildFor(crossOriginIsolated));
  }

  // A model that is still being downloaded: what arrives over the port goes where it stays. open() then has it at once.
  openAhead(name: string, port: MessagePort, int8: boolean): void {
    const { answer } = this.client.send('open-files', { name, files: port, int8 }, { transfer: [port] });
    this.ahead = { name, int8, answer };
    const { ahead } = this;
    answer.catch(() => {
      if (this.ahead === ahead) this.ahead = undefined;
    });
  }

  open(name: string, files: readonly ModelFile[], int8: boolean): void {
    const { ahead } = this;
    this.ahead = undefined;
    this.source = { name, files, int8 };
    if (ahead?.name !== name || ahead.int8 !== int8) return this.reopen();
    // Where the download left the engine out, what it kept has all of it.
    void this.follow(ahead.answer.then(keepWhatItAsksFor), () => {
      this.reopen();
      this.analyse(this.text);
      return true;
    });
  }

  // Rejected with the engine's words for a model that fills no masks.
  fill(text: string, top: number, attention: boolean): Promise<FilledWithMaps> {
    return this.command('fill', { text, top, attention });
  }

  async embed(texts: readonly string[]): Promise<readonly SentenceVector[]> {
    const vectors = await this.client.send('embed', { texts }).answer;
    return vectors.map(([mean = [], cls = []]) => ({ mean: [...mean], cls: [...cls] }));
  }

  override restart(): void {
    this.ahead = undefined;
    super.restart();
  }

  protected ask(): { model: string; question: string } {
    return { model: this.source?.name ?? '', question: this.listener.question };
  }

  protected reopen(): void {
    if (!this.source) return;
    const progress = this.progressOf();
    const { answer } = this.client.send('open-files', this.source, { progress });
    void this.follow(answer.then(keepWhatItAsksFor));
  }
}
