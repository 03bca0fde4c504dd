// The page's side of the tokenizers, whose worker starts when the section is opened.
import { messageOf } from '../text/message.ts';
import { keepModule, keepWhatItAsksFor } from '../offline/keep-module.ts';
import { Client, isOver, Newest } from './client.ts';
import { kSides, type Side, type TokenizerInfo } from './cut.ts';
import type { CutAnswer, TokenizerSource } from './protocol.ts';

export interface TokenizerListener {
  opened(side: Side, info: TokenizerInfo): void;
  answered(answers: Readonly<Record<Side, CutAnswer>>): void;
  unopened(side: Side, message: string): void;
  // The engine has stopped; `restart` brings it back.
  stopped(message: string): void;
}

export class TokenizerClient {
  private readonly client: Client;
  private readonly opening: Partial<Record<Side, number>> = {};
  // What a new worker is told after a crash.
  private readonly last: { sources: Partial<Record<Side, TokenizerSource>>; text?: string } = { sources: {} };
  private readonly texts = new Newest<string>((text, current) => this.answer(text, current));

  constructor(private readonly listener: TokenizerListener) {
    this.client = new Client('heed-tokenizer', (message) => listener.stopped(message));
    keepModule('heed-full');
    keepModule('heed-vocabularies');
  }

  async open(side: Side, source: TokenizerSource): Promise<void> {
    this.last.sources[side] = source;
    const { request, answer } = this.client.send('open-tokenizer', { side, source });
    this.opening[side] = request;
    try {
      const info = keepWhatItAsksFor(await answer);
      if (this.opening[side] === request) this.listener.opened(side, info);
    } catch (error) {
      if (this.opening[side] === request && !isOver(error)) this.listener.unopened(side, messageOf(error));
    }
  }

  cut(text: string): void {
    this.last.text = text;
    this.texts.ask(text);
  }

  restart(): void {
    this.texts.forget();
    this.client.restart();
    for (const side of kSides) {
      const source = this.last.sources[side];
      if (source) void this.open(side, source);
    }
    if (this.last.text !== undefined) this.cut(this.last.text);
  }

  // A text that cannot be cut leaves what is shown.
  private async answer(text: string, current: () => boolean): Promise<void> {
    const answers = await this.client.send('cut', { text }).answer.catch(() => null);
    if (answers && current()) this.listener.answered(answers);
  }
}
