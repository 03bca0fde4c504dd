// The whole engine for models that ship, which explains too: in the page itself, and in a worker for what takes long.
import { keepModule } from '../../offline/keep-module.ts';
import { startFull } from '../builds.ts';
import { buildFor } from '../capable.ts';
import type { Event } from '../protocol.ts';
import { ShippedServer } from './shipped.ts';

// Without threads, for which a page must not wait.
const kShared = false;

export const startWhole = (send: (event: Event, transfer?: Transferable[]) => void): ShippedServer =>
  new ShippedServer(startFull(1, kShared), send);

// From now on it is there without a network.
export const keepWhole = (): void => keepModule(buildFor(kShared));
