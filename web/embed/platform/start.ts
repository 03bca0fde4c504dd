// The engines of the element (engines.ts), in a worker or beside the page.
import { startLook } from '../../src/engine/commands/look.ts';
import type { Event } from '../../src/engine/protocol.ts';
import { Server } from '../../src/engine/server.ts';

export async function start(
  name: string,
  send: (event: Event, transfer?: Transferable[]) => void,
): Promise<Server> {
  if (name === 'heed') return startLook(send);
  if (name === 'heed-folder') {
    const [{ startFull }, { openedHandlers }] = await Promise.all([
      import('../../src/engine/builds.ts'),
      import('../../src/engine/commands/opened.ts'),
    ]);
    const module = startFull();
    return new Server(module, openedHandlers(module), send);
  }
  const { startWhole } = await import('../../src/engine/commands/whole.ts');
  return startWhole(send);
}
