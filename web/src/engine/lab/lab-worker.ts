// The lab's worker: one engine, and the vectors that are open in it.
import wasm from '@heed/heed-lab.wasm?url';
import { fetchModel } from '../model-files.ts';
import { type ModelSource, unreachable } from '../protocol.ts';
import type { VectorsInfo } from './attended.ts';
import { LabEngine } from './lab-engine.ts';
import type { Command, Event, Reading } from './protocol.ts';
import { pieces } from './text-file.ts';

const started = LabEngine.start(wasm);
started.catch(() => {}); // reported by the first request that needs it

class Cancelled extends Error {}
const cancelled = new Set<number>();
const check = (request: number) => {
  if (cancelled.delete(request)) throw new Cancelled();
};

// Requests are done one after the other: what is asked waits for the vectors on their way. A large file takes minutes,
// though: meanwhile the vectors before it answer.
let last: Promise<void> = Promise.resolve();

const send = (event: Event) => self.postMessage(event);

async function openModel(request: number, source: ModelSource): Promise<VectorsInfo> {
  const began = performance.now();
  const fetched = await fetchModel(source, (loaded, total) =>
    send({ kind: 'progress', request, loaded, total, seconds: (performance.now() - began) / 1000 }),
  );
  check(request);
  const info = (await started).openModel(source.name, fetched.files);
  fetched.keep();
  return info;
}

async function openFile(request: number, file: File, texts: readonly string[]): Promise<VectorsInfo> {
  const engine = await started;
  engine.begin(file.name, texts);
  const tell = (reading: Reading) => send({ kind: 'progress', request, ...reading });
  for await (const piece of pieces(file, tell)) {
    check(request);
    engine.feed(piece);
  }
  check(request);
  return engine.end();
}

async function open(command: Extract<Command, { kind: 'open' }>): Promise<void> {
  const { request, vectors } = command;
  check(request);
  const info = await (() => {
    switch (vectors.kind) {
      case 'model':
        return openModel(request, vectors.source);
      case 'random':
        return started.then((engine) => engine.openRandom(vectors.width, vectors.seed));
      case 'file':
        return openFile(request, vectors.file, vectors.texts);
      default:
        return unreachable(vectors);
    }
  })();
  send({ kind: 'opened', request, info });
}

async function attend({ request, input, jobs }: Extract<Command, { kind: 'attend' }>): Promise<void> {
  const engine = await started;
  const began = performance.now();
  const answers = engine.attend(input, jobs);
  send({ kind: 'attended', request, answers, milliseconds: performance.now() - began });
}

async function carryOut(command: Exclude<Command, { kind: 'cancel' }>): Promise<void> {
  const { request } = command;
  try {
    await (command.kind === 'open' ? open(command) : attend(command));
  } catch (error) {
    if (error instanceof Cancelled) return send({ kind: 'cancelled', request });
    // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
    const fatal = error instanceof WebAssembly.RuntimeError || (await started.catch(() => null)) === null;
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', request, message, fatal });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'cancel') return void cancelled.add(data.request);
  const done = last.then(() => carryOut(data));
  if (data.kind === 'attend' || data.vectors.kind !== 'file') last = done;
});
