// One engine, the models that were opened in it, and what it is asked about them. It answers in a worker, and beside the
// page for the short texts of small models (client.ts).
import wasm from '@heed/heed.wasm?url';
import type { Analysis } from './analysis.ts';
import { Engine } from './engine.ts';
import { type Look, type Seen, type Wish, wishesOf } from './look.ts';
import { fetchModel } from './model-files.ts';
import { Models } from './models.ts';
import { type Command, type Event, type ModelSource, unreachable } from './protocol.ts';

// Browsers compile what has run often once more, for speed.
const kWarmRuns = 100;
const kWarmTime = 1000; // ms; a page that is never idle does without
const kSlack = 5; // ms of an idle moment that are left to the page

const idle = () =>
  new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve, { timeout: kWarmTime }));

export class Server {
  // Compiles at once, before the first command arrives.
  private readonly started = Engine.start(wasm);
  private readonly models = new Models(this.started, fetchModel);
  // The analysis that can still be looked at.
  private last: { readonly request: number; readonly analysis: Analysis } | undefined;

  constructor(private readonly send: (event: Event, transfer?: Transferable[]) => void) {
    this.started.catch(() => {}); // reported by the first request that needs it
  }

  async postMessage(command: Command): Promise<void> {
    try {
      await this.carryOut(command);
    } catch (error) {
      // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
      const fatal =
        error instanceof WebAssembly.RuntimeError || (await this.started.catch(() => null)) === null;
      this.send({ kind: 'failed', request: command.request, message: messageOf(error), fatal });
    }
  }

  // Analyses a text again and again while the page has nothing else to do. Before the first command about that model.
  async warmUp(name: string, text: string): Promise<void> {
    if (!('requestIdleCallback' in globalThis)) return;
    const { handle } = await this.models.find(name);
    const engine = await this.started;
    const until = performance.now() + kWarmTime;
    for (let left = kWarmRuns; left > 0 && performance.now() < until;) {
      const free = await idle();
      while (left > 0 && free.timeRemaining() > kSlack) {
        engine.analyse(handle, text);
        --left;
      }
    }
  }

  private carryOut(command: Command): Promise<void> {
    switch (command.kind) {
      case 'open':
        return this.open(command.request, command.source);
      case 'analyse':
        return this.analyse(command.request, command.model, command.text, command.look);
      case 'look':
        return this.look(command.request, command.analysis, command.wish);
      default:
        return unreachable(command);
    }
  }

  private async open(request: number, source: ModelSource): Promise<void> {
    const { info } = await this.models.load(source, (loaded, total) =>
      this.send({ kind: 'progress', request, loaded, total }),
    );
    this.send({ kind: 'opened', request, info });
  }

  private async analyse(request: number, name: string, text: string, look: Look): Promise<void> {
    const { handle } = await this.models.find(name);
    const result = (await this.started).analyse(handle, text);
    const { analysis, weights } = result;
    this.last = { request, analysis };
    const seen: [Wish, Seen][] = [];
    for (const wish of weights.length ? [] : wishesOf(analysis, look)) {
      const found = await this.lookAt(request, wish);
      if (found) seen.push([wish, found]);
    }
    const own = seen.flatMap(([, found]) => (found.kind === 'head' ? [found.weights] : []));
    this.send(
      { kind: 'analysed', request, result, seen },
      [...weights, ...own].map(({ buffer }) => buffer),
    );
  }

  private async look(request: number, analysis: number, wish: Wish): Promise<void> {
    this.send({ kind: 'seen', request, seen: await this.lookAt(analysis, wish) });
  }

  // Null where the analysis is no longer the last one.
  private async lookAt(request: number, wish: Wish): Promise<Seen | null> {
    const engine = await this.started;
    const { grant } = await import('../attention/grant.ts');
    if (this.last?.request !== request) return null;
    return grant(wish, this.last.analysis, (map, head, heads) => engine.weights(map, head, heads));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
