// What leaves the page, as files.
import type { App } from '../state/app.svelte.ts';

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
export function fileName(app: App, extension: string): string {
  const all = app.view === 'heads' && app.several ? 'all-heads' : null;
  const layer = all ? [all] : app.layers.length > 1 ? [`layer-${(app.layers[app.map] ?? 0) + 1}`] : [];
  const head = !all && app.heads > 1 ? [app.shownHead === 'mean' ? 'mean' : `head-${app.shownHead + 1}`] : [];
  const hidden = app.special === 'hidden' ? ['no-special'] : [];
  const merged = app.pieces === 'words' ? ['words'] : [];
  const parts = [
    'heed',
    app.model.id,
    'attention',
    ...layer,
    ...head,
    ...(app.applied ? [...hidden, ...merged] : []),
  ];
  return `${parts.join('-')}.${extension}`;
}
