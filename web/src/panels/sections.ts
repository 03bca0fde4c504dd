// The page's sections, in the order of their links.
import type { Section } from '../state/settings.ts';
import type { Part } from './parts.ts';

interface Entry {
  // The name of the link.
  readonly name: string;
  // Files that are dropped on it are its own; else they are a model.
  readonly takesFiles?: true;
}

export const kEntries: Readonly<Record<Section, Entry>> = {
  read: { name: 'Read' },
  two: { name: 'Two sentences', takesFiles: true },
  lab: { name: 'Lab', takesFiles: true },
  tokenizer: { name: 'Tokenizer', takesFiles: true },
  fill: { name: 'Fill the mask' },
  write: { name: 'Next word', takesFiles: true },
  translate: { name: 'Translate', takesFiles: true },
  train: { name: 'Train', takesFiles: true },
  models: { name: 'Models' },
  evidence: { name: 'Evidence' },
  lessons: { name: 'Lessons' },
  about: { name: 'About this model' },
};

// What is fetched when a section is opened; the first page knows not even what it is called.
export const loadPart = async (section: Exclude<Section, 'read'>): Promise<{ default: Part }> =>
  (await import('./parts.ts')).kParts[section]();
