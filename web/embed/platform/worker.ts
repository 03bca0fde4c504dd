// The element's worker: src/engine/worker.ts with no more than it needs.
import type { Cancel, Command, Event } from '../../src/engine/protocol.ts';
import { messageOf } from '../../src/text/message.ts';
import { start } from './start.ts';

const send = (event: Event, transfer: Transferable[] = []) => self.postMessage(event, { transfer });
const starting = start(self.name, send);

self.addEventListener('message', async ({ data }: MessageEvent<Command | Cancel>) => {
  try {
    await (await starting).postMessage(data);
  } catch (error) {
    const { request } = data;
    send({ kind: 'failed', request, message: messageOf(error), fatal: true, cancelled: false });
  }
});
