// The models that are open in the engine: each is fetched and opened once, so that going back to one costs nothing.
import type { ModelInfo } from './analysis.ts';
import type { Progress } from './download.ts';
import { EngineError } from './engine-error.ts';
import type { Module } from './module.ts';
import type { Fetched } from './model-files.ts';
import type { ModelSource } from './protocol.ts';

// Bytes of the files of all open models together. Beyond, those that were not used for longest are closed.
export const kMost = 32e6;

export interface OpenModel {
  readonly handle: number;
  readonly info: ModelInfo;
  // The version of its files, as ModelSource's.
  readonly version: string;
  readonly bytes: number;
}

type Opener = Pick<Module, 'call'>;
type Fetch = (source: ModelSource, progress: Progress, anew?: boolean) => Promise<Fetched>;

interface Loading {
  readonly model: Promise<OpenModel>;
  // Progress of its weights; told to whoever asked last.
  progress: Progress;
}

export class Models {
  private readonly all = new Map<string, Loading>();
  // Those that are open, the least recently used first.
  private readonly open = new Map<string, OpenModel>();
  // The one that was asked for last, which stays in any case.
  private wanted = '';

  private readonly engine: Promise<Opener>;
  private readonly fetch: Fetch;

  constructor(engine: Promise<Opener>, fetch: Fetch) {
    this.engine = engine;
    this.fetch = fetch;
  }

  // Opens a model, unless it is open or on its way.
  load(source: ModelSource, progress: Progress): Promise<OpenModel> {
    this.wanted = source.name;
    const loading = this.all.get(source.name) ?? this.begin(source);
    loading.progress = progress;
    return loading.model;
  }

  async find(name: string): Promise<OpenModel> {
    const model = await this.all.get(name)?.model;
    if (!model) throw new EngineError('[page] no model is open: choose one above');
    this.open.delete(name);
    this.open.set(name, model);
    return model;
  }

  private begin(source: ModelSource): Loading {
    const loading: Loading = {
      model: this.fetchAndOpen(source, (loaded, total) => loading.progress(loaded, total)),
      progress: () => {},
    };
    // A failure is forgotten, so that one can try again.
    loading.model.catch(() => this.all.delete(source.name));
    this.all.set(source.name, loading);
    return loading;
  }

  // `anew`: past what lies in the browser.
  private async fetchAndOpen(source: ModelSource, progress: Progress, anew = false): Promise<OpenModel> {
    const [engine, { files, version, keep }] = await Promise.all([
      this.engine,
      this.fetch(source, progress, anew),
    ]);
    const given = { name: source.name, files: ['config.json', 'tokenizer.json', 'model.safetensors'] };
    const parts = [files.config, files.tokenizer, files.weights];
    let opened;
    try {
      opened = engine.call('open-model', given, parts).value;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (anew && version !== source.version)
        throw new EngineError(
          `${error.message} (the server has other files than this page: reload the page)`,
        );
      if (anew) throw error;
      // The browser may have a damaged file that the host had once, and has good by now.
      return this.fetchAndOpen(source, progress, true);
    }
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    const model = { handle: opened.model, info: opened.info, version, bytes };
    this.open.set(source.name, model);
    this.closeOlder(engine);
    // Only what the engine could open is worth keeping.
    keep();
    return model;
  }

  private closeOlder(engine: Opener): void {
    let total = 0;
    for (const { bytes } of this.open.values()) total += bytes;
    for (const [name, { handle, bytes }] of this.open) {
      if (total <= kMost) return;
      if (name === this.wanted) continue;
      engine.call('close-model', { model: handle });
      this.open.delete(name);
      this.all.delete(name);
      total -= bytes;
    }
  }
}
