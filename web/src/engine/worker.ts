// The worker: a server behind its messages.
import { Server } from './server.ts';
import type { Command } from './protocol.ts';

const server = new Server((event, transfer = []) => self.postMessage(event, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<Command>) => void server.postMessage(data));

// What it was asked before it could hear (public/early.js).
const early: Command[] = self.name.startsWith('[') ? JSON.parse(self.name) : [];
for (const command of early) void server.postMessage(command);
