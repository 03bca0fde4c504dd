// A part of the picture opens the part of the page that shows it: the map of its layer and head, how it came about, or why.
import { tick } from 'svelte';
import type { Head } from '../../engine/look.ts';
import type { Store } from '../../state/store.svelte.ts';
import type { At } from './lit.ts';
import { linkOf } from './picture.svelte.ts';
import type { Column, Scene } from './scene.ts';

const near = (selector: string) =>
  document.querySelector(selector)?.scrollIntoView({ block: 'nearest', behavior: 'auto' });

async function openHow(store: Store): Promise<void> {
  store.explained = true;
  await tick();
  const how = document.getElementById('how');
  how?.scrollIntoView({ block: 'start' });
  how?.querySelector('summary')?.focus({ preventScroll: true });
}

// The map shows this layer with the weights that the picture has of it.
export function openColumn(store: Store, column: Column, head: Head | null = null): void {
  store.layer = column.layers[1];
  if (head !== null) store.head = head;
  else if (!column.shown) store.head = column.heads > 1 ? 'mean' : null;
  store.view = 'map';
  near('.attention');
}

// A line of the layer that is open, or a state.
function pin(store: Store, scene: Scene, at: At): void {
  const stages = scene.stages.map((stage, i) => {
    if (!stage.column) return stage;
    return { ...stage, column: { ...stage.column, shown: i === at.stage } };
  });
  const link = linkOf({ ...scene, stages }, at);
  if (link) store.pin = link;
}

export function openAt(store: Store, scene: Scene, at: At): void {
  const { kind, column } = scene.stages[at.stage]!;
  if (column) {
    openColumn(store, column);
    if (column.maps.length === 1) pin(store, scene, at);
    return;
  }
  if (kind === 'answer') {
    const name = at.kind === 'node' ? scene.answers[at.index]?.name : null;
    if (name && store.explainable && name !== store.label) store.wonder(name);
    return near('.why');
  }
  if (kind === 'sentence' && at.kind === 'node') return void openHow(store);
  const link = linkOf(scene, at);
  if (link) store.hold(link);
}
