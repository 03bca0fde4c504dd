// The worker of every section: a server behind its messages. Its name says which engine it takes: with the module of a
// first visit it is what it is asked before it could hear (public/early.js), or 'heed'.
import { LookServer } from './commands/shipped.ts';
import type { Cancel, Command, Event } from './protocol.ts';
import type { Server } from './server.ts';

const { name } = self;
const isLook = name === 'heed' || name.startsWith('[');
const send = (event: Event, transfer: Transferable[] = []) => self.postMessage(event, { transfer });
const server: Promise<Server> | Server = isLook
  ? new LookServer(send)
  : import('./commands/full.ts').then(({ startServer }) => startServer(name, send));

async function carryOut(command: Command | Cancel): Promise<void> {
  await (await server).postMessage(command);
}

self.addEventListener('message', ({ data }: MessageEvent<Command | Cancel>) => void carryOut(data));

const early: Command[] = name.startsWith('[') ? JSON.parse(name) : [];
for (const command of early) void carryOut(command);
