// The panel of each section but the first, fetched when it is opened.
import type { Component } from 'svelte';
import type { Ramp } from '../colour/ramp.ts';
import type { App } from '../state/app.ts';
import type { Section } from '../state/settings.ts';

export type Part = Component<{ app: App; ramp: Ramp }>;

export const kParts: Readonly<Record<Exclude<Section, 'read'>, () => Promise<{ default: Part }>>> = {
  two: () => import('./lab/TwoSentences.svelte'),
  lab: () => import('./lab/Lab.svelte'),
  tokenizer: () => import('./tokenizer/Tokenizer.svelte'),
  fill: () => import('./opened/FillMask.svelte'),
  write: () => import('./write/NextWord.svelte'),
  translate: () => import('./translate/Translate.svelte'),
  train: () => import('./train/Train.svelte'),
  models: () => import('./Gallery.svelte'),
  evidence: () => import('./evidence/Evidence.svelte'),
  lessons: () => import('./lessons/Lessons.svelte'),
  about: () => import('./about/About.svelte'),
};
