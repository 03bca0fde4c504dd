// The worker: a server behind its messages.
import { Server } from './server.ts';
import type { Command } from './protocol.ts';

const server = new Server((event, transfer = []) => self.postMessage(event, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<Command>) => void server.postMessage(data));
