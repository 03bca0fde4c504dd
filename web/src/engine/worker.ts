// The worker: one engine, the models that were opened in it, and what it is asked about them.
import wasm from '@heed/heed.wasm?url';
import { Engine } from './engine.ts';
import type { Analysis } from './analysis.ts';
import { type Look, type Seen, type Wish, wishesOf } from './look.ts';
import { fetchModel } from './model-files.ts';
import { Models } from './models.ts';
import { type Command, type Event, type ModelSource, unreachable } from './protocol.ts';

// Starts compiling at once, before the first command arrives.
const started = Engine.start(wasm);
started.catch(() => {}); // reported by the first request that needs it
const models = new Models(started, fetchModel);
// The analysis that can still be looked at.
let last: { readonly request: number; readonly analysis: Analysis } | undefined;

function send(event: Event, transfer: Transferable[] = []): void {
  self.postMessage(event, { transfer });
}

async function open(request: number, source: ModelSource): Promise<void> {
  const { info } = await models.load(source, (loaded, total) =>
    send({ kind: 'progress', request, loaded, total }),
  );
  send({ kind: 'opened', request, info });
}

async function analyse(request: number, name: string, text: string, look: Look): Promise<void> {
  const { handle } = await models.find(name);
  const result = (await started).analyse(handle, text);
  const { analysis, weights } = result;
  last = { request, analysis };
  const seen: [Wish, Seen][] = [];
  for (const wish of weights.length ? [] : wishesOf(analysis, look)) {
    const found = await lookAt(request, wish);
    if (found) seen.push([wish, found]);
  }
  const own = seen.flatMap(([, found]) => (found.kind === 'head' ? [found.weights] : []));
  send(
    { kind: 'analysed', request, result, seen },
    [...weights, ...own].map(({ buffer }) => buffer),
  );
}

// Null where the analysis is no longer the last one.
async function lookAt(request: number, wish: Wish): Promise<Seen | null> {
  const engine = await started;
  const { grant } = await import('../attention/grant.ts');
  if (last?.request !== request) return null;
  return grant(wish, last.analysis, (map, head, heads) => engine.weights(map, head, heads));
}

async function carryOut(command: Command): Promise<void> {
  try {
    switch (command.kind) {
      case 'open':
        return await open(command.request, command.source);
      case 'analyse':
        return await analyse(command.request, command.model, command.text, command.look);
      case 'look':
        return send({
          kind: 'seen',
          request: command.request,
          seen: await lookAt(command.analysis, command.wish),
        });
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

self.addEventListener('message', ({ data }: MessageEvent<Command>) => void carryOut(data));
