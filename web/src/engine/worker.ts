// The worker: one engine, one open model, one request after the other.
import wasm from '@heed/heed.wasm?url';
import { Engine, EngineError } from './engine.ts';
import { ModelDownload } from './model-download.ts';
import { type Command, type Event, type ModelSource, unreachable } from './protocol.ts';

// Starts compiling at once, before the first command arrives.
const started = Engine.start(wasm);
started.catch(() => {}); // reported by the first request that needs it
let model: number | undefined;
let prefetched: ModelDownload | undefined;
type Request = Exclude<Command, { kind: 'prefetch' }>;
let queue = Promise.resolve();

function send(event: Event, transfer: Transferable[] = []): void {
  self.postMessage(event, { transfer });
}

async function open(request: number, source: ModelSource): Promise<void> {
  const coming = prefetched?.source.weights === source.weights ? prefetched : new ModelDownload(source);
  prefetched = undefined;
  coming.progress = (loaded, total) => send({ kind: 'progress', request, loaded, total });
  const [engine, files] = await Promise.all([started, coming.files]);
  // The model before stays open until the new one is known to be good.
  const opened = engine.open(source.name, files);
  const info = engine.info(opened);
  if (model !== undefined) engine.close(model);
  model = opened;
  send({ kind: 'opened', request, info });
}

async function analyse(request: number, text: string): Promise<void> {
  const engine = await started;
  if (model === undefined) throw new EngineError('[page] no model is open: choose one above');
  const result = engine.analyse(model, text);
  send(
    { kind: 'analysed', request, result },
    result.weights.map((weights) => weights.buffer),
  );
}

async function carryOut(command: Request): Promise<void> {
  try {
    switch (command.kind) {
      case 'open':
        return await open(command.request, command.source);
      case 'analyse':
        return await analyse(command.request, command.text);
      default:
        return unreachable(command);
    }
  } catch (error) {
    // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
    const fatal = error instanceof WebAssembly.RuntimeError || (await started.catch(() => null)) === null;
    send({ kind: 'failed', request: command.request, message: messageOf(error), fatal });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'prefetch') prefetched = new ModelDownload(data.source);
  else queue = queue.then(() => carryOut(data));
});
