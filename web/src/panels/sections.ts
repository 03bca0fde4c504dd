// The page's sections, in the order of their links.
import type { Component } from 'svelte';
import type { Ramp } from '../colour/ramp.ts';
import type { App } from '../state/app.ts';
import type { Section } from '../state/settings.ts';

interface Entry {
  // Of the link.
  readonly name: string;
  // What is fetched when it is opened; nothing of the first page.
  readonly load?: () => Promise<{ default: Component<{ app: App; ramp: Ramp }> }>;
  // Files that are dropped on it are its own; else they are a model.
  readonly takesFiles?: true;
}

export const kEntries: Readonly<Record<Section, Entry>> = {
  read: { name: 'Read' },
  two: { name: 'Two sentences', load: () => import('./lab/TwoSentences.svelte'), takesFiles: true },
  lab: { name: 'Lab', load: () => import('./lab/Lab.svelte'), takesFiles: true },
  tokenizer: { name: 'Tokenizer', load: () => import('./tokenizer/Tokenizer.svelte'), takesFiles: true },
  fill: { name: 'Fill the mask', load: () => import('./opened/FillMask.svelte') },
  write: { name: 'Next word', load: () => import('./write/NextWord.svelte'), takesFiles: true },
  train: { name: 'Train', load: () => import('./train/Train.svelte'), takesFiles: true },
  models: { name: 'Models', load: () => import('./Gallery.svelte') },
  evidence: { name: 'Evidence', load: () => import('./evidence/Evidence.svelte') },
  about: { name: 'About this model', load: () => import('./about/About.svelte') },
};
