// The tokenizers' worker: one engine, and in it the two tokenizers that are open.
import wasm from '@heed/heed-tokenizer.wasm?url';
import { download } from '../download.ts';
import { unreachable } from '../protocol.ts';
import { kSides, type Side } from './cut.ts';
import type { Answer, Command, Event, TokenizerSource } from './protocol.ts';
import { TokenizerEngine } from './tokenizer-engine.ts';

const started = TokenizerEngine.start(wasm);
started.catch(() => {}); // reported by the first request that needs it

const open = new Set<Side>();
// What is asked waits for what is on its way.
let last: Promise<void> = Promise.resolve();

const send = (event: Event) => self.postMessage(event);

async function bytesOf(source: TokenizerSource): Promise<Uint8Array> {
  switch (source.kind) {
    case 'shipped':
      return download(source.url);
    case 'file':
      return new Uint8Array(await source.file.arrayBuffer());
    default:
      return unreachable(source);
  }
}

function answerOf(engine: TokenizerEngine, side: Side, text: string): Answer {
  if (!open.has(side)) return null;
  try {
    return engine.steps(kSides.indexOf(side), text);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function carryOut(command: Command): Promise<void> {
  const { request } = command;
  try {
    const engine = await started;
    if (command.kind === 'cut') {
      const [left, right] = kSides.map((side) => answerOf(engine, side, command.text));
      return send({ kind: 'cut', request, answers: { left: left ?? null, right: right ?? null } });
    }
    const { side, source } = command;
    const info = engine.open(kSides.indexOf(side), source.name, await bytesOf(source));
    open.add(side);
    send({ kind: 'opened', request, side, info });
  } catch (error) {
    // A trap leaves the engine's memory in no known state; everything else leaves it as it was.
    const fatal = error instanceof WebAssembly.RuntimeError || (await started.catch(() => null)) === null;
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', request, side: command.kind === 'open' ? command.side : null, message, fatal });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  last = last.then(() => carryOut(data));
});
