// A text that is written on, token by token, and what its tokens look at; or one that is written for another.
import type { DirectlyAdded, Event, LookedBack, Takes, TranslatedWithMaps } from '../protocol.ts';
import { type Handlers, inTurn, Moved, Server } from '../server.ts';
import type { Module } from '../module.ts';
import { startWriter } from '../all-builds.ts';
import { Opened } from './open-files.ts';

export function startWriting(send: (event: Event, transfer?: Transferable[]) => void): Server {
  const module = startWriter();
  return new Server(module, writingHandlers(module), send);
}

function lookBack(module: Module, model: number, given: Takes<'look-back'>): LookedBack {
  const { value, tensors } = module.call('look-back', { model, ...given });
  return { ...value, weights: tensors[0]! };
}

function directLogits(module: Module, model: number, given: Takes<'direct-logits'>): DirectlyAdded {
  const { value, tensors } = module.call('direct-logits', { model, ...given });
  return { ...value, added: tensors };
}

function translate(module: Module, model: number, given: Takes<'translate'>): TranslatedWithMaps {
  const { value, tensors } = module.call('translate', { model, ...given });
  const count = value.attention.length;
  const scores = value.attention.map((_map: unknown, i: number) => {
    const place = value.scored.indexOf(i);
    return place < 0 ? null : tensors[count + place]!;
  });
  return { ...value, maps: tensors.slice(0, count), scores };
}

function writingHandlers(module: Promise<Module>): Handlers {
  const opened = new Opened(module);
  const turn = inTurn();
  return {
    'open-files': (given, call) => {
      opened.overtake(call.request);
      return turn(async () => {
        (await module).call('end-writing', {}); // the model before it is let go first
        return opened.open(given, call);
      });
    },
    'begin-writing': (given) =>
      turn(async () => (await module).call('begin-writing', { model: opened.handle, ...given }).value),
    write: (given) => turn(async () => (await module).call('write', given).value),
    take: (given) => turn(async () => (await module).call('take', given).value),
    'take-back': (given) => turn(async () => (await module).call('take-back', given).value),
    'look-back': (given) =>
      turn(async () => {
        const found = lookBack(await module, opened.handle, given);
        return new Moved(found, [found.weights]);
      }),
    lens: (given) => turn(async () => (await module).call('lens', { model: opened.handle, ...given }).value),
    'direct-logits': (given) =>
      turn(async () => {
        const found = directLogits(await module, opened.handle, given);
        return new Moved(found, [...found.added]);
      }),
    translate: (given) =>
      turn(async () => {
        const found = translate(await module, opened.handle, given);
        return new Moved(found, [...found.maps, ...found.scores.filter((one) => one !== null)]);
      }),
  };
}
