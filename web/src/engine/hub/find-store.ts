// The place that this browser has for models.
import { CacheStore } from './cache-store.ts';
import { FileStore } from './file-store.ts';
import type { StoreKind } from './kept-model.ts';
import type { Store } from './store.ts';

export const storeOf = (kind: StoreKind): Store => (kind === 'files' ? new FileStore() : new CacheStore());

// Null where the browser keeps nothing, in some private windows for one.
export async function findStore(): Promise<StoreKind | null> {
  if (await FileStore.works()) return 'files';
  return (await CacheStore.works()) ? 'cache' : null;
}
