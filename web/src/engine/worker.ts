// The worker: one engine, the models that were opened in it, and what it is asked about them.
import wasm from '@heed/heed.wasm?url';
import { Engine } from './engine.ts';
import { fetchModel } from './model-files.ts';
import { Models } from './models.ts';
import { type Command, type Event, type ModelSource, unreachable } from './protocol.ts';

// Starts compiling at once, before the first command arrives.
const started = Engine.start(wasm);
started.catch(() => {}); // reported by the first request that needs it
const models = new Models(started, fetchModel);
type Request = Exclude<Command, { kind: 'prefetch' }>;

function send(event: Event, transfer: Transferable[] = []): void {
  self.postMessage(event, { transfer });
}

async function open(request: number, source: ModelSource): Promise<void> {
  const { info } = await models.load(source, (loaded, total) =>
    send({ kind: 'progress', request, loaded, total }),
  );
  send({ kind: 'opened', request, info });
}

async function analyse(request: number, name: string, text: string): Promise<void> {
  const { handle } = await models.find(name);
  const result = (await started).analyse(handle, text);
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
        return await analyse(command.request, command.model, command.text);
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
  if (data.kind === 'prefetch') models.prefetch(data.source);
  else void carryOut(data);
});
