// A model of other makers, whose files the visitor gave: one open at a time, since they are large.
import { EngineError } from '../engine-error.ts';
import type { Arriving } from '../feed.ts';
import type { Module } from '../module.ts';
import type { OpenedFiles, Takes } from '../protocol.ts';
import type { Call } from '../server.ts';
import { type Source, sourceOf } from '../source.ts';

export class Opened {
  private model: number | null = null;
  // The model that was asked for last: an opening that is overtaken ends at its next piece.
  private wanted = -1;
  // What it is read from.
  private coming: Source | undefined;

  constructor(private readonly module: Promise<Module>) {}

  // At once, not in turn: the opening before it ends.
  overtake(request: number): void {
    this.wanted = request;
    this.coming?.stop();
  }

  get handle(): number {
    if (this.model === null) throw new EngineError('[page] no model is open: open one first');
    return this.model;
  }

  async open({ name, files, int8 }: Takes<'open-files'>, call: Call): Promise<OpenedFiles> {
    const source = (this.coming = sourceOf(files));
    try {
      return await this.read(name, source, int8, call);
    } finally {
      source.stop();
    }
  }

  private async read(name: string, source: Source, int8: boolean, call: Call): Promise<OpenedFiles> {
    const module = await this.module;
    this.expect(call);
    // Room for the next one first: two large models may not fit.
    if (this.model !== null) module.call('close-model', { model: this.model });
    this.model = null;
    module.call('begin-model', { name, int8, threads: module.threads });
    try {
      let read = 0;
      for await (const file of source.files)
        await write(module, file, (bytes) => {
          this.expect(call);
          read += bytes;
          if (source.total !== null) call.progress(read, source.total);
        });
      const { model, ...opened } = module.call('end-model', {}).value;
      const expressions = await settled(module, model);
      this.model = model;
      return { ...opened, expressions, memory: module.memory, threads: module.threads };
    } finally {
      module.call('cancel-model', {});
    }
  }

  private expect({ request, check }: Call): void {
    check();
    if (request !== this.wanted) throw new EngineError('[page] another model was opened');
  }
}

// Closed again where its tokenizer's expressions are none.
async function settled(module: Module, model: number): Promise<boolean> {
  try {
    return await module.settle();
  } catch (error) {
    module.call('close-model', { model });
    throw error;
  }
}

async function write(module: Module, file: Arriving, tell: (bytes: number) => void): Promise<void> {
  const { name, size, chunks } = file;
  module.call('begin-file', { file: name, bytes: size });
  for await (const chunk of chunks) {
    module.write(chunk, name);
    tell(chunk.length);
  }
}
