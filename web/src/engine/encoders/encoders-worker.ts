// The worker for models of other makers: one engine, one model open in it, and what it is asked about it.
import { grant, type WeightsOf } from '../../attention/grant.ts';
import type { Analysis } from '../analysis.ts';
import { EngineError } from '../engine-error.ts';
import { type Look, type Seen, type Wish, wishesOf } from '../look.ts';
import { unreachable } from '../protocol.ts';
import { EncodersEngine } from './encoders-engine.ts';
import type { Command, Event } from './protocol.ts';
import { type Source, sourceOf } from './source.ts';

const started = EncodersEngine.start();
started.catch(() => {}); // reported by the first request that needs it

let model: number | null = null;
// The analysis that can still be looked at.
let last: { readonly request: number; readonly analysis: Analysis } | undefined;
// The model that was asked for last: an opening that is overtaken ends at its next piece.
let wanted = -1;
// What it is read from.
let coming: Source | undefined;

class Overtaken extends Error {}

// One after the other: a text waits for the model on its way.
let queue: Promise<void> = Promise.resolve();

function send(event: Event, transfer: Transferable[] = []): void {
  self.postMessage(event, { transfer });
}

async function open(request: number, name: string, source: Source, int8: boolean): Promise<void> {
  const engine = await started;
  if (request !== wanted) throw new Overtaken();
  // Room for the next one first: two large models may not fit.
  if (model !== null) engine.close(model);
  model = null;
  const { files, total } = source;
  const tell = (loaded: number) => {
    if (request !== wanted) throw new Overtaken();
    if (total !== null) send({ kind: 'progress', request, loaded, total });
  };
  model = await engine.open(name, files, tell, int8);
  const { memory, threads } = engine;
  send({ kind: 'opened', request, info: engine.info(model), int8: engine.int8(model), memory, threads });
}

function opened(): number {
  if (model === null) throw new EngineError('[page] no model is open: open one under Models');
  return model;
}

// Of a text with whole maps they are copied, of a long one computed.
const mapsOf =
  (engine: EncodersEngine, analysis: Analysis): WeightsOf =>
  (map, head, heads) =>
    engine.hasMaps(map)
      ? engine.weights(map, head, heads)
      : engine.head(analysis.attention[map]!.layer, head);

async function analyse(request: number, text: string, question: string, look: Look): Promise<void> {
  const engine = await started;
  const began = performance.now();
  const analysis = question ? engine.answer(opened(), question, text) : engine.analyse(opened(), text);
  last = { request, analysis };
  const whole = analysis.attention.every((_, map) => engine.hasMaps(map));
  const weights = whole ? analysis.attention.map((_, map) => engine.weights(map)) : [];
  const of = mapsOf(engine, analysis);
  const seen = (whole ? [] : wishesOf(analysis, look)).map((wish): [Wish, Seen] => [
    wish,
    grant(wish, analysis, of),
  ]);
  const result = { analysis, weights, milliseconds: performance.now() - began };
  const own = seen.flatMap(([, found]) => (found.kind === 'head' ? [found.weights] : []));
  send(
    { kind: 'analysed', request, result, seen },
    [...weights, ...own].map(({ buffer }) => buffer as ArrayBuffer),
  );
}

async function lookAt(request: number, of: number, wish: Wish): Promise<void> {
  const engine = await started;
  const seen = last?.request === of ? grant(wish, last.analysis, mapsOf(engine, last.analysis)) : null;
  send({ kind: 'seen', request, seen });
}

async function fill(request: number, text: string, top: number): Promise<void> {
  const engine = await started;
  send({ kind: 'filled', request, filled: engine.fillMask(opened(), text, top) });
}

async function embed(request: number, texts: readonly string[]): Promise<void> {
  const engine = await started;
  const vectors = texts.map((text) => engine.embed(opened(), text));
  send({ kind: 'embedded', request, vectors });
}

async function carryOut(command: Command): Promise<void> {
  try {
    switch (command.kind) {
      case 'open':
        coming = sourceOf(command.files);
        return await open(command.request, command.name, coming, command.int8).finally(coming.stop);
      case 'analyse':
        return await analyse(command.request, command.text, command.question, command.look);
      case 'look':
        return await lookAt(command.request, command.analysis, command.wish);
      case 'fill':
        return await fill(command.request, command.text, command.top);
      case 'embed':
        return await embed(command.request, command.texts);
      default:
        return unreachable(command);
    }
  } catch (error) {
    const fatal = error instanceof WebAssembly.RuntimeError || (await started.catch(() => null)) === null;
    send({ kind: 'failed', request: command.request, message: messageOf(error), fatal });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Overtaken) return '[page] another model was opened';
  return error instanceof Error ? error.message : String(error);
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'open') {
    wanted = data.request;
    coming?.stop();
  }
  queue = queue.then(() => carryOut(data));
});
