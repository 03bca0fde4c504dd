// The page's side of a text that is written on, whose worker starts with the first model.
import { messageOf } from '../text/message.ts';
import { keepModule, keepWhatItAsksFor } from '../offline/keep-module.ts';
import { buildFor } from './capable.ts';
import { Client, isOver } from './client.ts';
import type { Answers, Kind, ModelFile, OpenedFiles, Takes } from './protocol.ts';

interface Source {
  readonly name: string;
  readonly files: readonly ModelFile[];
  readonly int8: boolean;
}

export interface WritingListener {
  progress(loaded: number, total: number): void;
  opened(opened: OpenedFiles): void;
  unopened(message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class WritingClient {
  private readonly client: Client;
  private source: Source | undefined;
  private opening = 0;

  constructor(private readonly listener: WritingListener) {
    this.client = new Client('heed-writing', (message) => listener.stopped(message));
    keepModule(buildFor(crossOriginIsolated, 'heed-all'));
  }

  async open(source: Source): Promise<void> {
    this.source = source;
    const opening = ++this.opening;
    const ours = () => opening === this.opening;
    const progress = ({ loaded, total }: { loaded: number; total: number }) =>
      ours() && this.listener.progress(loaded, total);
    try {
      const opened = await this.client.send('open-files', source, { progress }).answer;
      if (ours()) this.listener.opened(keepWhatItAsksFor(opened));
    } catch (error) {
      if (ours() && !isOver(error)) this.listener.unopened(messageOf(error));
    }
  }

  // Rejected with the engine's words.
  ask<K extends Kind>(kind: K, given: Takes<K>): Promise<Answers<K>> {
    return this.client.send(kind, given).answer;
  }

  restart(): void {
    this.client.restart();
    if (this.source) void this.open(this.source);
  }
}
