// What leaves the page, as files.
import type { Store } from '../state/store.svelte.ts';

export function save(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// "heed-enron-request-attention.svg", with layer and head where the model has several.
export function fileName(store: Store, extension: string): string {
  const all = store.view === 'heads' && store.several ? 'all-heads' : null;
  const layer = all ? [all] : store.layers.length > 1 ? [`layer-${(store.layers[store.map] ?? 0) + 1}`] : [];
  const head =
    !all && store.heads > 1 ? [store.shownHead === 'mean' ? 'mean' : `head-${store.shownHead + 1}`] : [];
  const hidden = store.special === 'hidden' ? ['no-special'] : [];
  const merged = store.pieces === 'words' ? ['words'] : [];
  const parts = [
    'heed',
    store.model.id,
    'attention',
    ...layer,
    ...head,
    ...(store.applied ? [...hidden, ...merged] : []),
  ];
  return `${parts.join('-')}.${extension}`;
}
