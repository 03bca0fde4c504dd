// All that the module that reads is asked, section by section.
import { startReader } from '../all-builds.ts';
import { startFull } from '../builds.ts';
import type { Event } from '../protocol.ts';
import { Server } from '../server.ts';
import { openedHandlers } from './opened.ts';
import { tokenizerHandlers } from './tokenizers.ts';
import { vectorHandlers } from './vectors.ts';

const kThreads = 4;

// `name`: of the worker. Threads are worth it for large models alone.
export function startServer(name: string, send: (event: Event, transfer?: Transferable[]) => void): Server {
  const module = name === 'heed-models' ? startReader(kThreads) : startFull();
  const handlers = {
    ...openedHandlers(module),
    ...vectorHandlers(module),
    ...tokenizerHandlers(module),
  };
  return new Server(module, handlers, send);
}
