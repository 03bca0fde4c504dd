// Models of other makers that read: analysed, explained, filled, made vectors of.
import type { Module } from '../module.ts';
import { type Handlers, inTurn, Moved } from '../server.ts';
import { Opened } from './open-files.ts';
import { changedHandlers } from './changed-maps.ts';
import { plainHandlers, Reader } from './read.ts';

// `whole_maps` is in tokens. Longer texts come without maps: a head's is computed when it is looked at.
const kOptions = { whole_maps: 64 };

export function openedHandlers(module: Promise<Module>): Handlers {
  const opened = new Opened(module);
  const reader = new Reader(module, kOptions);
  // A text waits for the model on its way.
  const turn = inTurn();
  const run = <T>(_: object, act: (model: number) => Promise<T>) =>
    turn(async () => (await module) && act(opened.handle));
  return {
    'open-files': (given, call) => {
      opened.overtake(call.request);
      return turn(() => opened.open(given, call));
    },
    analyse: (given, call) =>
      turn(async () => reader.analyse(call.request, (await module) && opened.handle, given)),
    map: ({ analysis, map }) => turn(() => reader.map(analysis, map)),
    ...plainHandlers(module, run),
    ...changedHandlers(module, run, kOptions),
    embed: ({ texts }) =>
      turn(async () => {
        const heed = await module;
        const vectors = texts.map((text) => heed.call('embed', { model: opened.handle, text }).tensors);
        return new Moved(vectors, vectors.flat());
      }),
  };
}
