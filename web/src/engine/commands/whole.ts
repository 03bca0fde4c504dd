// The whole engine for models that ship, which explains too: in the page itself, and in a worker for what takes long.
import { keepModule } from '../../offline/keep-module.ts';
import { startFull } from '../builds.ts';
import type { Event } from '../protocol.ts';
import { ShippedServer } from './shipped.ts';

export const startWhole = (send: (event: Event, transfer?: Transferable[]) => void): ShippedServer =>
  new ShippedServer(startFull(), send);

// From now on it is there without a network.
export const keepWhole = (): void => keepModule('heed-full');
