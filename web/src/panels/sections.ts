// The page's sections, in the order of their links.
import type { Section } from '../state/settings.ts';
import { t } from '../text/t.ts';
import type { Part } from './parts.ts';

interface Entry {
  // The name of the link.
  readonly name: string;
  // Files that are dropped on it are its own; else they are a model.
  readonly takesFiles?: true;
}

export const kEntries: Readonly<Record<Section, Entry>> = {
  read: { name: t('read.read') },
  two: { name: t('page.two-sentences'), takesFiles: true },
  lab: { name: t('page.lab'), takesFiles: true },
  tokenizer: { name: t('page.tokenizer'), takesFiles: true },
  fill: { name: t('page.fill-the-mask') },
  write: { name: t('page.next-word'), takesFiles: true },
  translate: { name: t('page.translate'), takesFiles: true },
  train: { name: t('page.train'), takesFiles: true },
  models: { name: t('page.models') },
  evidence: { name: t('page.evidence') },
  lessons: { name: t('page.lessons') },
  about: { name: t('page.about-this-model') },
};

// Loads the part of a section when it is opened; the first page does not know its name.
export const loadPart = async (section: Exclude<Section, 'read'>): Promise<{ default: Part }> =>
  (await import('./parts.ts')).kParts[section]();
