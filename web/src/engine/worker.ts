// The worker of every section: a server behind its messages. One named after a section takes a module of that section,
// the one that downloads none; the others take that of a first visit, and may be named after what they are asked before they
// can hear (public/early.js).
import { messageOf } from '../text/message.ts';
import { startLook } from './commands/look.ts';
import type { Cancel, Command, Event } from './protocol.ts';
import type { Server } from './server.ts';

const { name } = self;
const send = (event: Event, transfer: Transferable[] = []) => self.postMessage(event, { transfer });

function start(): Promise<Server> | Server {
  if (name === 'heed-hub') return import('./commands/hub.ts').then(({ startHub }) => startHub(send));
  if (name === 'heed-train')
    return import('./commands/training.ts').then(({ startTraining }) => startTraining(send));
  if (name === 'heed-writing')
    return import('./commands/writing.ts').then(({ startWriting }) => startWriting(send));
  if (name === 'heed-why') return import('./commands/whole.ts').then(({ startWhole }) => startWhole(send));
  if (name.startsWith('heed-'))
    return import('./commands/full.ts').then(({ startServer }) => startServer(name, send));
  return startLook(send);
}
const starting = Promise.resolve(start());
starting.catch(() => {}); // said to the first who asks

// Where what it is made of cannot be fetched, whoever asks is told.
async function carryOut(command: Command | Cancel): Promise<void> {
  try {
    await (await starting).postMessage(command);
  } catch (error) {
    const { request } = command;
    send({ kind: 'failed', request, message: messageOf(error), fatal: true, cancelled: false });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command | Cancel>) => void carryOut(data));

const early: Command[] = name.startsWith('[') ? JSON.parse(name) : [];
for (const command of early) void carryOut(command);
