// Two tokenizers side by side.
import { kSides, type Side } from '../cut.ts';
import { download } from '../download.ts';
import { EngineError } from '../engine-error.ts';
import type { Module } from '../module.ts';
import { type CutAnswer, type TokenizerSource, unreachable } from '../protocol.ts';
import { type Handlers, inTurn } from '../server.ts';

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

export function tokenizerHandlers(started: Promise<Module>): Handlers {
  const open = new Set<Side>();
  // Requests wait for a tokenizer that loads.
  const turn = inTurn();
  const cut = (module: Module, side: Side, text: string): CutAnswer => {
    if (!open.has(side)) return null;
    try {
      return module.call('cut', { number: kSides.indexOf(side), text }).value;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { error: error.message };
    }
  };
  return {
    'open-tokenizer': ({ side, source }) =>
      turn(async () => {
        const module = await started;
        const given = { number: kSides.indexOf(side), name: source.name };
        const info = module.call('open-tokenizer', given, [await bytesOf(source)]).value;
        open.delete(side);
        const expressions = await module.settle();
        open.add(side);
        return { ...info, expressions };
      }),
    cut: ({ text }) =>
      turn(async () => {
        const module = await started;
        return { left: cut(module, 'left', text), right: cut(module, 'right', text) };
      }),
  };
}
