// All that the module with everything is asked, section by section.
import { startFull } from '../builds.ts';
import type { Event } from '../protocol.ts';
import { Server } from '../server.ts';
import { openedHandlers } from './opened.ts';
import { tokenizerHandlers } from './tokenizers.ts';
import { vectorHandlers } from './vectors.ts';

const kThreads = 4;

// `name`: of the worker. Threads are worth it for large models alone.
export function startServer(name: string, send: (event: Event, transfer?: Transferable[]) => void): Server {
  const module = startFull(name === 'heed-models' ? kThreads : 1);
  const handlers = {
    ...openedHandlers(module),
    ...vectorHandlers(module),
    ...tokenizerHandlers(module),
  };
  return new Server(module, handlers, send);
}
